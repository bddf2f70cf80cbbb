//! Options of testbenches with vectors.

use clap::Args;

/// Options of testbenches, beside the Verilog that they test.
#[derive(Clone, Copy, Debug, Args)]
pub struct TestbenchOptions {
    /// Also write testbenches into DIR/testbench: a recorded run of each golden unit, and what compares the
    /// Verilog with it in Icarus Verilog, Verilator and cocotb; without Heddle, `make` runs them.
    #[arg(long)]
    pub testbench: bool,
    /// Cycles of a recorded run, whose stimuli are those of the seed.
    #[arg(long, default_value_t = 2000, value_name = "N", requires = "testbench",
          value_parser = clap::value_parser!(u64).range(16..=100_000))]
    pub cycles: u64,
}
