//! A run among many, and its name.

use crate::method::Method;
use heddle_contract::Config;
use heddle_kernels::{Size, Workload};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A workload on a machine under a mechanism.
#[derive(Clone)]
pub struct Cell {
    /// What runs.
    pub workload: &'static dyn Workload,
    /// Size of its input.
    pub size: Size,
    /// Seed of its input.
    pub seed: u64,
    /// How divergence is handled, or the limit study.
    pub method: Method,
    /// The machine.
    pub config: Config,
    /// Cycles of a launch after which it is given up.
    pub max_cycles: u64,
    /// The core whose timeline is kept; that of all cores if there is none.
    pub timeline_of: Option<usize>,
}

impl Cell {
    /// All that decides the result, the simulator included.
    pub fn identity(&self) -> Value {
        json!({
            "workload": self.workload.name(),
            "elf": hex(&Sha256::digest(self.workload.elf())),
            "size": self.size.to_string(),
            "seed": self.seed,
            "mechanism": self.method.name(),
            "machine": self.config,
            "max_cycles": self.max_cycles,
            "timeline_of": self.timeline_of,
            "version": env!("CARGO_PKG_VERSION"),
            "model": env!("HEDDLE_MODEL"),
        })
    }

    /// The identity as 64 hexadecimal digits.
    pub fn name(&self) -> String {
        digest(&self.identity())
    }

    /// For people.
    pub fn title(&self) -> String {
        format!("{} under {}", self.workload.name(), self.method.name())
    }
}

/// SHA-256 of a value's text. Keys are sorted, so equal values have equal texts.
pub fn digest(value: &Value) -> String {
    hex(&Sha256::digest(value.to_string()))
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        write!(text, "{byte:02x}").expect("strings can be written to");
    }
    text
}
