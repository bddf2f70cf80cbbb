//! The properties of the machine that a host program can query.

use heddle_contract::Config;
use heddle_sim::Mechanism;

/// The machine of the device.
#[derive(Debug)]
pub struct Machine {
    config: Config,
    name: String,
}

impl Machine {
    /// A machine with its name and its mechanism.
    pub fn new(config: &Config, machine: &str, mechanism: Mechanism) -> Machine {
        Machine {
            config: config.clone(),
            name: format!("Heddle {machine} {}", mechanism.name()),
        }
    }

    /// The name of the device: its machine and its mechanism.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The machine.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Threads of a warp.
    pub fn warp_size(&self) -> usize {
        self.config.core.warp_size
    }

    /// Shared memory of the largest block, in bytes: all shared memory of a core.
    pub fn local_bytes(&self) -> u64 {
        self.config.core.shared_bytes.into()
    }

    /// Number of threads of the largest block: all threads of a core.
    pub fn block_threads(&self) -> usize {
        self.config.core.warps * self.warp_size()
    }
}
