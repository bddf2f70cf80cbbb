//! Options of `heddle prove`.

use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// Options of `heddle prove`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("units").required(true).args(["unit", "all"]))]
pub struct Prove {
    /// Unit of which properties are proven.
    #[arg(value_name = "UNIT", value_parser = PossibleValuesParser::new(heddle_cosim::NAMES))]
    pub unit: Option<String>,
    /// Every unit, one after the other. `dwf_scheduler` and `dwf_subsystem` take a quarter of an hour or more each, the others
    /// minutes in all.
    #[arg(long)]
    pub all: bool,
    /// Prove that the golden unit and the Verilog are equal: the same outputs for all legal inputs in every state that they lead to.
    #[arg(long)]
    pub equal: bool,
    /// IR of golden units that were changed, instead of ours: what scripts/golden --out FILE wrote.
    #[arg(long, value_name = "FILE", requires = "equal")]
    pub golden: Option<PathBuf>,
    /// Say which assumptions of the contract a proof of equality needs: prove again without each.
    #[arg(long, requires = "equal")]
    pub needs: bool,
    /// Write waveforms and testbenches of violations into this folder.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Give up each question about a property after this much processor time.
    #[arg(long, default_value_t = 60, value_name = "SECONDS",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub proof_seconds: u32,
    /// Give up a unit after this many questions without an answer, with 0 at once: what is not proven by then is looked at
    /// cycle by cycle, all properties at once, and mutants run under the stimuli of unit mode.
    #[arg(long, default_value_t = 6, value_name = "N")]
    pub unsettled: u32,
    /// Mutants among which one has to violate each property, 500 by default; half of them are mistakes where a property sees
    /// them. With --equal, so many mutants of the Verilog and of the golden unit's gates are asked about instead of the unit:
    /// none may be called equal that simulation tells from the golden unit.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub mutants: Option<u32>,
}
