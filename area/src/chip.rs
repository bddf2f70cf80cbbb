//! Area from the structures of a core to the share of the die (fung2009, section 7).

use super::{estimate, paper};
use heddle_contract::Config;

/// What dynamic warp formation adds to a chip, in mm2.
#[derive(Clone, Copy, Debug)]
pub struct Chip {
    /// Feature size in nm.
    pub node: u32,
    /// Area of a core's structures.
    pub scheduler: f64,
    /// Decoders for each of eight banks of a core's register file, instead of one decoder. This is the paper's value,
    /// because no other register file is estimated; only the node is scaled.
    pub register_file: f64,
    /// Cores of the machine.
    pub cores: usize,
    /// Area of the die, if the machine has as many cores as the paper's.
    pub die: Option<f64>,
}

impl Chip {
    /// The area for a machine whose structures take `scheduler` mm2 in each core.
    pub fn of(config: &Config, scheduler: f64, node: u32) -> Self {
        let shrink = estimate::shrink(node);
        Self {
            node,
            scheduler,
            register_file: (paper::EIGHT_DECODERS - paper::ONE_DECODER) * shrink,
            cores: config.cores,
            die: (config.cores == paper::CORES).then_some(paper::DIE * shrink),
        }
    }

    /// Area added to a core.
    pub fn core(&self) -> f64 {
        self.scheduler + self.register_file
    }

    /// Area added to all cores.
    pub fn all(&self) -> f64 {
        self.core() * self.cores as f64
    }

    /// Share of the die in percent.
    pub fn share(&self) -> Option<f64> {
        self.die.map(|die| self.all() / die * 100.0)
    }
}
