//! The crossbar in front of the warp pool, for machines whose threads may change lanes.
//!
//! fung2009 has no crossbar to scale from. A crossbar has no memory, so its multiplexers determine its price: a multiplexer
//! of two inputs and one bit counts as much area as a bit of the warp update registers (Table V), which are beside the
//! crossbar. A flip-flop is larger than such a multiplexer; wires, and the logic that sets the multiplexers, are not counted.

use super::estimate;
use super::paper;
use heddle_contract::units::{DwfScheduler, WarpUpdateRegisters};
use heddle_contract::{Config, ParamError, Unit};

/// The crossbars of a core: one for each home lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossbar {
    /// Home lanes.
    pub homes: usize,
    /// Inputs, and outputs, of each crossbar: the threads of a home lane in a warp.
    pub slots: usize,
    /// Bits of a thread number.
    pub width: u32,
    /// Square millimetres.
    pub mm2: f64,
}

impl Crossbar {
    /// The crossbars of a machine in a process of `node` nanometres, if it has them.
    ///
    /// # Errors
    /// [`ParamError`] for a machine that the scheduler does not support.
    pub fn of(config: &Config, node: u32) -> Result<Option<Self>, ParamError> {
        let params = DwfScheduler::params(config)?;
        Ok(params.crossbar().map(|p| {
            let crossbar = Self {
                homes: p.home_lanes(),
                slots: p.slots(),
                width: p.tid_bits(),
                mm2: 0.0,
            };
            let mm2 = crossbar.multiplexers() as f64 * register_bit() * estimate::shrink(node);
            Self { mm2, ..crossbar }
        }))
    }

    /// Number of multiplexers of two inputs and one bit.
    pub fn multiplexers(&self) -> usize {
        self.homes * self.slots * (self.slots - 1) * self.width as usize
    }
}

/// Square millimetres of a bit of the paper's warp update registers.
fn register_bit() -> f64 {
    let row = paper::row(WarpUpdateRegisters::NAME).expect("a row of table V");
    row.mm2 / row.bits as f64
}
