//! What is generated, and how.

use heddle_hdl::{Naming, Style};
use std::path::PathBuf;

/// How generated files fit into a design of somebody else.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// Text in front of the name of every module and file.
    pub prefix: Option<String>,
    /// Whether modules are named after their configuration, so that several of one unit fit into one design.
    pub name_by_config: bool,
    /// Unit and precision of a `timescale at the beginning of every Verilog file, such as `1ns/1ps`.
    pub timescale: Option<String>,
}

impl Package {
    /// What modules are called.
    pub fn naming(&self) -> Naming {
        Naming {
            prefix: self.prefix.clone().unwrap_or_default(),
            by_config: self.name_by_config,
        }
    }
}

/// What is generated beside the Verilog of units, and how.
#[derive(Clone, Debug)]
pub struct Choices {
    /// How the Verilog is written.
    pub style: Style,
    /// Whether arrays that count as memories are marked as macros, for flows of standard cells.
    pub macros: bool,
    /// How it fits into a design of somebody else.
    pub package: Package,
    /// Clock period of the constraints, in nanoseconds.
    pub period_ns: f64,
    /// The fraction of the clock period that belongs to the logic outside of a module, before its inputs and after its outputs.
    pub io_delay: f64,
    /// Folder of templates of constraint files; Heddle's own (SDC, XDC, LPF, PCF) if `None`.
    pub templates: Option<PathBuf>,
    /// Whether the units are also written as blocks for rust-hdl.
    pub rust_hdl: bool,
    /// Whether checkers are written: the properties of contracts in Verilog-2005, and as assertions in SystemVerilog.
    pub checkers: bool,
    /// Cycles of the recorded run of each golden unit with which testbenches compare the Verilog; no testbenches if `None`.
    pub testbench_cycles: Option<u64>,
    /// Seed of the stimuli in recorded runs.
    pub seed: u64,
    /// How the user got here, for headers: options of a command line, or any other text in one line.
    pub origin: String,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            style: Style::default(),
            macros: false,
            package: Package::default(),
            period_ns: 10.0,
            io_delay: 0.25,
            templates: None,
            rust_hdl: false,
            checkers: false,
            testbench_cycles: None,
            seed: 1,
            origin: "the library heddle-gen".into(),
        }
    }
}
