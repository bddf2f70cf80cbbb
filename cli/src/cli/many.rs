//! Options of the commands that make many runs.

use super::own::{Named, NamedParser, OwnKernels, file_parser};
use super::{mechanisms, papers, sizes};
use clap::Args;
use heddle_kernels::Size as InputSize;
use heddle_sim::Mechanism;
use heddle_study::report::Data;
use heddle_timeline::Window;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Options of `heddle compare`. Without any the command explains itself: nobody should wait for runs that were not asked for.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct Compare {
    /// Built-in workloads, OpenCL C, folders of `heddle exec --capture`; without any, the workloads of fung2009.
    #[arg(value_name = "WORKLOAD|FILE.cl[:NAME]|DIR", value_parser = NamedParser)]
    pub named: Vec<Named>,
    /// Mechanisms to compare, separated by commas.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_value = "pdom,dwf,mimd",
          value_parser = mechanisms())]
    pub mechanism: Vec<Mechanism>,
    /// What the others are compared with; without it, the first mechanism.
    #[arg(long, value_name = "NAME", value_parser = mechanisms())]
    pub baseline: Option<Mechanism>,
    /// Values of a key of the machine, each tried; given several times, all combinations are tried. What differs only in keys
    /// that a mechanism does not read is run once.
    #[arg(long, value_name = "SECTION.KEY=VALUE,...")]
    pub vary: Vec<Vary>,
    /// Size of the inputs of workloads.
    #[arg(long, default_value = "small", value_name = "SIZE", value_parser = sizes())]
    pub size: InputSize,
    /// Folder for the page compare.html and the charts, and in runs/ for the runs: those that are there are not repeated.
    #[arg(long, value_name = "DIR", default_value = "heddle-compare")]
    pub out: PathBuf,
    /// Write a line for each run as CSV; `-` is standard output, which then has nothing else.
    #[arg(long, value_name = "FILE.csv")]
    pub csv: Option<PathBuf>,
    /// Write a page that links source, lanes, time and mechanisms, for one program; its runs are made once more for it.
    #[arg(long, value_name = "FILE.html")]
    pub view: Option<PathBuf>,
    /// Cycles of the runs that this page shows, FROM..TO without TO.
    #[arg(long, value_name = "FROM..TO", default_value_t)]
    pub trace_cycles: Window,
    /// How the runs are made.
    #[command(flatten)]
    pub effort: Effort,
    /// What is compared besides.
    #[command(flatten)]
    pub own: OwnKernels,
}

/// Options of `heddle report`.
#[derive(Debug, Args)]
pub struct Report {
    /// Kernels of your own that are shown beside the paper's programs: OpenCL C, folders of `heddle exec --capture`.
    #[arg(value_name = "FILE.cl[:NAME]|DIR", value_parser = file_parser())]
    pub named: Vec<Named>,
    /// Whose experiments are made.
    #[arg(long, default_value = "fung2009", value_name = "PAPER", value_parser = papers())]
    pub paper: &'static Data,
    /// Make the experiments of all papers: a page for each, and an index.
    #[arg(long, conflicts_with_all = ["paper", "only", "named", "kernel"])]
    pub all: bool,
    /// The page to write; with --all, the folder for the pages.
    #[arg(long, value_name = "FILE.html|DIR")]
    pub out: PathBuf,
    /// Folder that keeps the runs, in runs/: those that are there are not repeated.
    #[arg(long, value_name = "DIR", default_value = "heddle-compare")]
    pub data: PathBuf,
    /// Size of the inputs.
    #[arg(long, default_value = "full", value_name = "SIZE", value_parser = sizes())]
    pub size: InputSize,
    /// Make only this experiment, with the comparisons that it suffices for; may be given several
    /// times.
    #[arg(long, value_name = "EXPERIMENT")]
    pub only: Vec<String>,
    /// How the runs are made.
    #[command(flatten)]
    pub effort: Effort,
    /// What is shown besides.
    #[command(flatten)]
    pub own: OwnKernels,
}

/// Options of `heddle size`.
#[derive(Debug, Args)]
pub struct Size {
    /// Built-in workloads, OpenCL C, folders of `heddle exec --capture`.
    #[arg(value_name = "WORKLOAD|FILE.cl[:NAME]|DIR", value_parser = NamedParser,
          required_unless_present = "kernel")]
    pub named: Vec<Named>,
    /// Mechanisms whose structures are sized, separated by commas.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',',
          default_value = "stackless,pdom,stack,dwr,dwf", value_parser = mechanisms())]
    pub mechanism: Vec<Mechanism>,
    /// Size of the inputs of workloads.
    #[arg(long, default_value = "small", value_name = "SIZE", value_parser = sizes())]
    pub size: InputSize,
    /// How the runs are made.
    #[command(flatten)]
    pub effort: Effort,
    /// What needs room besides.
    #[command(flatten)]
    pub own: OwnKernels,
}

/// How many runs are made.
#[derive(Debug, Args)]
pub struct Effort {
    /// Runs at the same time; without it, as many as the host has cores.
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Give up after this many cycles of a launch.
    #[arg(long, default_value_t = 10_000_000_000, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub max_cycles: u64,
}

/// Where CSV goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Csv<'a> {
    /// Nowhere.
    Nowhere,
    /// Standard output.
    Stdout,
    /// A file.
    File(&'a Path),
}

impl Csv<'_> {
    /// Where an option sends it: `-` is standard output.
    pub fn of(option: Option<&Path>) -> Csv<'_> {
        match option {
            None => Csv::Nowhere,
            Some(path) if path == Path::new("-") => Csv::Stdout,
            Some(path) => Csv::File(path),
        }
    }
}

impl Effort {
    /// Runs at the same time.
    pub fn jobs(&self) -> usize {
        let all = std::thread::available_parallelism;
        self.jobs
            .or_else(|| all().ok())
            .map_or(1, NonZeroUsize::get)
    }
}

/// A key of the machine and the values to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    /// Such as `core.warps`.
    pub key: String,
    /// At least one, all different.
    pub values: Vec<String>,
}

/// What is wrong with the text of a [`Vary`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VaryError {
    /// Not `KEY=...`.
    #[error("expected SECTION.KEY=VALUE,VALUE,... such as core.warps=4,8")]
    NoKey,
    /// Nothing between two commas.
    #[error("a value is empty; expected {0}=VALUE,VALUE,...")]
    Empty(String),
    /// A value that is there already.
    #[error("`{0}` is there twice")]
    Twice(String),
}

impl FromStr for Vary {
    type Err = VaryError;

    fn from_str(text: &str) -> Result<Self, VaryError> {
        let (key, values) = text.split_once('=').ok_or(VaryError::NoKey)?;
        let key = key.trim();
        if key.is_empty() {
            return Err(VaryError::NoKey);
        }
        let mut all: Vec<String> = Vec::new();
        for value in values.split(',').map(str::trim) {
            if value.is_empty() {
                return Err(VaryError::Empty(key.into()));
            }
            if all.iter().any(|other| other == value) {
                return Err(VaryError::Twice(value.into()));
            }
            all.push(value.into());
        }
        Ok(Vary {
            key: key.into(),
            values: all,
        })
    }
}

impl Vary {
    /// The overrides, one for each value.
    pub fn overrides(&self) -> impl Iterator<Item = String> {
        self.values
            .iter()
            .map(|value| format!("{}={value}", self.key))
    }
}
