//! Options of `heddle gen`.

use super::{PackageOptions, TestbenchOptions, sizes};
use crate::style::StyleOptions;
use clap::Args;
use clap::builder::PossibleValuesParser;
use heddle_kernels::Size;
use std::path::PathBuf;

/// Options of `heddle gen`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("which").required(true).args(["unit", "all", "from"]))]
pub struct Gen {
    /// A unit to write, or several with commas; may be given several times.
    #[arg(long, value_name = "UNIT", value_delimiter = ',', value_parser = PossibleValuesParser::new(heddle_hdl::units::NAMES))]
    pub unit: Vec<String>,
    /// Write every unit.
    #[arg(long)]
    pub all: bool,
    /// Write the units of a point that `heddle explore` found, on its machine.
    #[arg(long, value_name = "DIR/POINT")]
    pub from: Option<PathBuf>,
    /// Folder for the files; made if it is not there.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// How the Verilog is written.
    #[command(flatten)]
    pub style: StyleOptions,
    /// How it fits into a design of somebody else.
    #[command(flatten)]
    pub package: PackageOptions,
    /// Clock period that the constraints ask for, in nanoseconds.
    #[arg(long, default_value_t = 10.0, value_name = "NS")]
    pub period: f64,
    /// Part of the clock period that belongs to the logic before inputs and behind outputs.
    #[arg(long, default_value_t = 0.25, value_name = "FRACTION")]
    pub io_delay: f64,
    /// Fill the templates of this folder instead of Heddle's own (SDC, XDC, LPF, PCF).
    ///
    /// `NAME.EXT` becomes `MODULE.EXT` for every module. A template is text in the syntax of Jinja
    /// that may use: module, clock, reset, reset_asynchronous, period_ns, frequency_mhz,
    /// input_delay_ns and output_delay_ns (the part of the period outside of the module),
    /// input_setup_ns and clock_to_output_ns (the rest), inputs and outputs (the other ports, each
    /// with name, width, and pins as Tcl tools name them).
    #[arg(long, value_name = "DIR")]
    pub constraints: Option<PathBuf>,
    /// Also write the units as blocks for rust-hdl 0.46, simulated by the golden units; they use
    /// the crate heddle-rust-hdl.
    #[arg(long)]
    pub rust_hdl: bool,
    /// Also write what the contracts say of ports into DIR/checker, for each module with a contract: a checker in
    /// Verilog-2005 for Yosys, and SystemVerilog assertions that `bind` puts into every instance.
    #[arg(long)]
    pub checkers: bool,
    /// Testbenches beside the Verilog.
    #[command(flatten)]
    pub testbench: TestbenchOptions,
    /// Checks of a point.
    #[command(flatten)]
    pub check: CheckOptions,
}

/// Options of checks of a point's Verilog (EXP-10).
#[derive(Clone, Copy, Debug, Args)]
pub struct CheckOptions {
    /// Also check what was written for the point: Verilator lints each module, and each unit is compared with the golden model
    /// alone, beside the golden GPU and in its place, on the programs of the search.
    #[arg(long, conflicts_with_all = ["reset", "reset_level", "prefix", "name_by_config"])]
    pub check: bool,
    /// Cycles of random stimuli of a unit alone; 300,000 without it.
    #[arg(long, value_name = "N", requires = "check", value_parser = clap::value_parser!(u64).range(1..))]
    pub check_cycles: Option<u64>,
    /// Check on workloads with inputs of this size, in place of that of the search.
    #[arg(long, value_name = "SIZE", requires = "check", value_parser = sizes())]
    pub check_size: Option<Size>,
    /// Give up a check after this many cycles of a launch.
    #[arg(long, default_value_t = 10_000_000_000, value_name = "N", requires = "check",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub max_cycles: u64,
}
