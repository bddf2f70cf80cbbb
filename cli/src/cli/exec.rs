//! Options of `heddle exec`.

use super::mechanisms;
use clap::{ArgGroup, Args, ValueEnum};
use heddle_sim::Mechanism;
use heddle_timeline::Window;
use std::ffi::OsString;
use std::path::PathBuf;

/// Options of a launch that need time, or that the functional device does not know (FUN-1).
const TIMED: [&str; 11] = [
    "mechanism",
    "compare",
    "cosim",
    "mode",
    "profile",
    "trace",
    "record",
    "view",
    "trace_cycles",
    "check_races",
    "check_flow",
];

/// Options of `heddle exec`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("shown").args(["trace", "record", "view"]).multiple(true))]
pub struct Exec {
    /// How divergence is handled; without it `stackless`, or the unit's usual mechanism.
    #[arg(long, value_name = "NAME", value_parser = mechanisms())]
    pub mechanism: Option<Mechanism>,
    /// Compute results and count instructions, without time: no mechanism and no caches, but several times as fast.
    /// `--max-cycles` limits instructions of warps.
    #[arg(long, conflicts_with_all = TIMED)]
    pub functional: bool,
    /// Run each launch under each of these mechanisms, and compare memory; the program goes on with
    /// the first one's. A difference is no failure: some programs race, and are right all the same.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = mechanisms(),
          conflicts_with_all = ["mechanism", "cosim"])]
    pub compare: Vec<Mechanism>,
    /// Run each launch once more with the RTL of this unit; cycles, counts and memory have to be
    /// those of the golden GPU.
    #[arg(long, value_name = "UNIT", value_parser = clap::builder::PossibleValuesParser::new(heddle_cosim::NAMES))]
    pub cosim: Option<String>,
    /// RTL in the place of the golden unit, or beside it.
    #[arg(long, value_enum, default_value = "in-loop", requires = "cosim")]
    pub mode: Mode,
    /// Write ELF file, buffers and launch file of each launch into this folder; `heddle sim` runs
    /// them again, in the same cycles.
    #[arg(long, value_name = "DIR")]
    pub capture: Option<PathBuf>,
    /// Report, compare, trace, record and capture only these launches, from 0, FROM..TO without TO; the others run all the same.
    #[arg(long, value_name = "FROM..TO")]
    pub launch: Option<Window>,
    /// Write the table of the launches to this file, not to standard error; with `--json`, the JSON.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Show no table of the launches.
    #[arg(long, conflicts_with_all = ["report", "json"])]
    pub quiet: bool,
    /// Keep the report of each launch, and one of all, in this folder, which must be empty.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Give up after this many cycles of a launch; with --functional, after this many instructions of warps.
    #[arg(long, default_value_t = 10_000_000_000, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub max_cycles: u64,
    /// Host threads that simulate; every result is the same.
    #[arg(long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Reports of launches count what happens at every PC.
    #[arg(long, requires = "out")]
    pub profile: bool,
    /// Write a timeline of each launch into this folder, which must be empty; ui.perfetto.dev opens them.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["compare", "cosim"])]
    pub trace: Option<PathBuf>,
    /// Record what each launch issues into this folder, which must be empty, for `heddle view`; a file for each mechanism of
    /// `--compare`. Programs from source are built with `-g`, and reports count what happens at every PC.
    #[arg(long, value_name = "DIR", conflicts_with = "cosim")]
    pub record: Option<PathBuf>,
    /// Write a page that links source, lanes and time of one launch, under each mechanism of `--compare`: the one that takes most
    /// cycles of those that `--launch` names.
    #[arg(long, value_name = "FILE.html", conflicts_with = "cosim")]
    pub view: Option<PathBuf>,
    /// Cycles of each launch that these files show, FROM..TO without TO.
    #[arg(long, value_name = "FROM..TO", default_value_t, requires = "shown")]
    pub trace_cycles: Window,
    /// Look for races and barrier divergence; reports of launches have them.
    #[arg(long)]
    pub check_races: bool,
    /// Compare every executed edge with the control-flow graph; reports of launches have the first one outside of it, with which
    /// the launch fails.
    #[arg(long)]
    pub check_flow: bool,
    /// The program and its arguments, after `--`.
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    pub program: Vec<OsString>,
}

/// Where the RTL stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// In the place of the golden unit.
    InLoop,
    /// Beside the golden unit.
    Shadow,
}

impl Mode {
    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Mode::InLoop => "in-loop",
            Mode::Shadow => "shadow",
        }
    }
}
