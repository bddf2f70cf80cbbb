//! Options of `heddle explore`.

use super::many::Effort;
use super::own::{Named, NamedParser, OwnKernels};
use super::{mechanisms, sizes};
use crate::style::target;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use heddle_kernels::Size;
use heddle_sim::Mechanism;
use heddle_study::explore::{Aim, Mean};
use heddle_synth::Target;
use std::path::PathBuf;

/// Options of `heddle explore`.
#[derive(Debug, Args)]
pub struct Explore {
    /// Built-in workloads, OpenCL C, folders of `heddle exec --capture`; without any, the workloads of fung2009.
    #[arg(value_name = "WORKLOAD|FILE.cl[:NAME]|DIR", value_parser = NamedParser)]
    pub named: Vec<Named>,
    /// The most bits of a core that handle divergence. What costs more is not run.
    #[arg(long, value_name = "N")]
    pub budget_bits: u64,
    /// Synthesise the points of the front too: LUTs or um2, flip-flops, memories and clock, for ecp5 or another target of
    /// `heddle synth`.
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub synth: Option<Target>,
    /// Leave the clock out: no place and route, no static timing.
    #[arg(long, requires = "synth")]
    pub no_clock: bool,
    /// The most LUTs of a point: those of the front that take more are listed apart, and cannot win.
    #[arg(long, requires = "synth", value_name = "N")]
    pub budget_luts: Option<u64>,
    /// The machines among which to look; without it, a space of Heddle's own.
    ///
    /// A TOML file of blocks. A block has `mechanisms`, lists of values of keys as in a machine file, and perhaps `together`, a
    /// list of tables of keys that change at the same time. Every combination is a point.
    #[arg(long, value_name = "FILE.toml")]
    pub space: Option<PathBuf>,
    /// What wins among the points of the front: the fewest cycles, or the least product of cycles and bits.
    #[arg(long, default_value = "cycles", value_name = "AIM", value_parser = aims())]
    pub aim: Aim,
    /// How speed-ups of programs become one number.
    #[arg(long, default_value = "geometric", value_name = "MEAN", value_parser = means())]
    pub mean: Mean,
    /// What speeds are relative to: this mechanism on the machine of the options, as it is.
    #[arg(long, default_value = "pdom", value_name = "NAME", value_parser = mechanisms())]
    pub baseline: Mechanism,
    /// Cycles of the windows in which points are screened, from the shortest to the longest.
    #[arg(long, value_name = "CYCLES,...", value_delimiter = ',', default_value = "30000,100000,400000",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub windows: Vec<u64>,
    /// Points that differ by less in speed are equal, in percent.
    #[arg(long, default_value_t = 0.5, value_name = "PERCENT", value_parser = super::percent)]
    pub resolution: f64,
    /// After the search, run this many points off the front in full, drawn by the seed, and say how they compare with it.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub check: usize,
    /// Leave out the machines that no hardware reaches, which say what bounds a point.
    #[arg(long)]
    pub no_bounds: bool,
    /// Screen the wrong way round, as a test of the screening: what looks worst counts as best.
    #[arg(long, hide = true)]
    pub reverse_screening: bool,
    /// Also write every point as CSV, - for standard output in place of the tables.
    #[arg(long, value_name = "FILE.csv")]
    pub csv: Option<PathBuf>,
    /// Size of the inputs of workloads.
    #[arg(long, default_value = "full", value_name = "SIZE", value_parser = sizes())]
    pub size: Size,
    /// Folder for the answer, a folder for each point of the front, and in runs/ the runs: those that are there are not
    /// repeated.
    #[arg(long, value_name = "DIR", default_value = "heddle-explore")]
    pub out: PathBuf,
    /// How the runs are made.
    #[command(flatten)]
    pub effort: Effort,
    /// What runs besides.
    #[command(flatten)]
    pub own: OwnKernels,
}

fn aims() -> impl TypedValueParser<Value = Aim> {
    PossibleValuesParser::new(Aim::ALL.map(Aim::name)).map(|name| {
        let found = Aim::ALL.into_iter().find(|aim| aim.name() == name);
        found.expect("one of these names")
    })
}

fn means() -> impl TypedValueParser<Value = Mean> {
    PossibleValuesParser::new(Mean::ALL.map(Mean::name)).map(|name| {
        let found = Mean::ALL.into_iter().find(|mean| mean.name() == name);
        found.expect("one of these names")
    })
}
