//! The machine on which stages run.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Processor and number of its cores.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Host {
    /// The model name that the kernel reports.
    pub processor: String,
    /// Number of cores that may be used.
    pub cores: usize,
}

impl Host {
    /// This machine.
    pub fn here() -> Self {
        let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let mut models = info.lines().filter(|line| line.starts_with("model name"));
        let model = models.next().and_then(|line| line.split_once(':'));
        Self {
            processor: model
                .map_or(std::env::consts::ARCH, |(_, name)| name.trim())
                .into(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} cores", self.processor, self.cores)
    }
}
