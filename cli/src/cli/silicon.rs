//! Options of the commands that say what units cost in silicon.

use super::priced::Priced;
use crate::style::{MemoryOption, target};
use clap::Args;
use clap::builder::PossibleValuesParser;
use heddle_synth::Target;
use std::path::PathBuf;

/// Options of `heddle area`.
#[derive(Debug, Args)]
pub struct Area {
    /// What these mechanisms cost, separated by commas: bits of a core by unit and structure, and the register file that each
    /// needs. With +none, +ivb, +bcc or +scc in place of the machine's compaction.
    #[arg(long, value_name = "NAME[+MODE],...", value_delimiter = ',')]
    pub mechanism: Vec<Priced>,
    /// Print CSV: a row for each structure; with --synth a row for each unit.
    #[arg(long, requires = "mechanism", conflicts_with = "json")]
    pub csv: bool,
    /// Feature size of the process; areas are scaled to it by an ideal shrink.
    #[arg(long, default_value_t = 90, value_name = "NM", conflicts_with = "mechanism",
          value_parser = clap::value_parser!(u32).range(20..=350))]
    pub node: u32,
    /// Synthesise the structures too, or with --mechanism the units: cells beside bits, for ecp5 or another target of `heddle synth`.
    #[arg(long, num_args = 0..=1, value_name = "TARGET", value_parser = target)]
    pub synth: Option<Option<Target>>,
    /// What they are synthesised for, as `heddle synth` has it.
    #[arg(long, requires = "synth", value_name = "TARGET", value_parser = target)]
    pub target: Option<Target>,
    /// Leave the clock out: no place and route, no static timing.
    #[arg(long, requires_all = ["synth", "mechanism"])]
    pub no_clock: bool,
}

impl Area {
    /// What is synthesised for, if anything is.
    pub fn synthesised_for(&self) -> Result<Option<Target>, TwoTargets> {
        match (&self.synth, &self.target) {
            (None, _) => Ok(None),
            (Some(Some(_)), Some(_)) => Err(TwoTargets),
            (Some(Some(target)), None) | (Some(None), Some(target)) => Ok(Some(target.clone())),
            (Some(None), None) => Ok(Target::parse("ecp5")),
        }
    }
}

/// Both `--synth` and `--target` name a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--synth and --target both name a target")]
pub struct TwoTargets;

/// Options of `heddle synth`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("synthesised").required(true).args(["units", "all"]))]
pub struct Synth {
    /// Units to synthesise, each alone with what it instantiates.
    #[arg(value_name = "UNIT", value_parser = PossibleValuesParser::new(heddle_hdl::units::NAMES))]
    pub units: Vec<String>,
    /// Synthesise every unit.
    #[arg(long)]
    pub all: bool,
    /// Device family: ecp5, ice40, xilinx7; standard cells: osu018, osu035, or a liberty file of your own as
    /// liberty=FILE.
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub target: Target,
    /// Runs of place and route, with seeds 1 to N; the clock is their median.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    pub seeds: u32,
    /// Clock period that is asked for, in nanoseconds; the slack is relative to it.
    #[arg(long, default_value_t = 5.0, value_name = "NS", value_parser = period)]
    pub clock_ns: f64,
    /// Find the area alone: no place and route, no static timing.
    #[arg(long)]
    pub area: bool,
    /// Simulate the netlist: random stimuli from reset on, against the golden model of the unit.
    #[arg(long)]
    pub simulate: bool,
    /// Cycles of the simulation.
    #[arg(long, default_value_t = 20_000, requires = "simulate", value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub cycles: u64,
    /// Folder for the report and waveform of a mismatch.
    #[arg(
        long,
        default_value = "heddle-mismatch",
        requires = "simulate",
        value_name = "DIR"
    )]
    pub out: PathBuf,
    /// Compare the bits that are stored before the primitives of the target are chosen with those that the Verilog declares.
    #[arg(long, conflicts_with = "verilog")]
    pub bits: bool,
    /// What memories are written as, in place of what is best for the target.
    #[arg(long, value_enum, value_name = "STYLE")]
    pub memory: Option<MemoryOption>,
    /// Synthesise Verilog of your own in place of ours; one file each time. Its top module has the name of the unit,
    /// its clock is clk_i and its reset rst_i. Among cells, arrays with the attribute heddle_macro are macros.
    #[arg(long, value_name = "FILE.v", conflicts_with = "all")]
    pub verilog: Vec<PathBuf>,
}

fn period(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|ns| (0.01..=10_000.0).contains(ns));
    number.ok_or_else(|| "expected nanoseconds from 0.01 to 10000".into())
}
