//! Options of `heddle setup`.

use clap::{Args, ValueEnum};

/// Options of `heddle setup`.
#[derive(Debug, Args)]
pub struct Setup {
    /// Install only these; all without it.
    #[arg(value_name = "PART", value_enum)]
    pub parts: Vec<Part>,
    /// Remove what was installed, and what commands have kept in the cache.
    #[arg(long, conflicts_with = "parts")]
    pub remove: bool,
}

/// What can be installed for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Yosys and nextpnr, for `synth` and `prove`: from PyPI, in the versions that results were measured with.
    Synthesis,
    /// The OpenCL library, for `exec`: compiled by Cargo.
    Opencl,
}

impl Part {
    /// All.
    pub const ALL: [Self; 2] = [Self::Synthesis, Self::Opencl];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Synthesis => "synthesis",
            Self::Opencl => "opencl",
        }
    }
}
