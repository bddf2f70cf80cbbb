//! Options of the commands as clap sees them, and those of every command.

mod compile;
mod exec;
mod explore;
mod generate;
mod lists;
mod machine;
mod machine_file;
mod many;
mod own;
mod package;
mod priced;
mod prove;
mod setup;
mod silicon;
mod source;
mod testbench;
mod view;

pub use compile::Compile;
pub use exec::Exec;
pub use explore::Explore;
pub use generate::Gen;
pub use lists::{Mechanisms, Units, Workloads};
pub use machine::Machine;
pub use machine_file::MachineFile;
pub use many::{Compare, Csv, Report, Size as Sizing};
pub use own::{Named, OwnKernels};
pub use package::PackageOptions;
pub use priced::Priced;
pub use prove::Prove;
pub use setup::{Part, Setup};
pub use silicon::{Area, Synth, TwoTargets};
use source::RunnableParser;
pub use source::{OfSource, Runnable, SourceLaunch, SourceOptions};
pub use testbench::TestbenchOptions;
pub use view::View;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use heddle_contract::Config;
use heddle_contract::config::{ConfigError, PRESETS, Source, Target};
use heddle_kernels::Size;
use heddle_sim::Mechanism;
use heddle_study::Machine as BaseMachine;
use heddle_study::report::Data;
use std::ffi::OsString;
use std::path::PathBuf;

/// Heading of these options in every help.
const EVERYWHERE: &str = "Options of every command";

/// Options of every command.
#[derive(Clone, Debug, Args)]
pub struct Global {
    /// Start from a named machine, in place of collange2011 (`report`: that of the paper).
    #[arg(
        long,
        global = true,
        help_heading = EVERYWHERE,
        value_parser = PossibleValuesParser::new(PRESETS.iter().map(|(name, _)| *name)),
        value_name = "NAME",
        conflicts_with = "config"
    )]
    pub preset: Option<String>,
    /// Read the machine from a TOML file.
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Give units the latencies that a target of synthesis recommends.
    #[arg(
        long,
        global = true,
        help_heading = EVERYWHERE,
        value_parser = PossibleValuesParser::new(Target::ALL.map(Target::name))
            .map(|name| Target::named(&name).expect("one of those above")),
        value_name = "TARGET"
    )]
    pub latencies: Option<Target>,
    /// Override a key of the machine; may be given several times.
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// Print JSON with stable keys.
    #[arg(long, global = true, help_heading = EVERYWHERE)]
    pub json: bool,
    /// Seed of random inputs and stimuli.
    #[arg(long, global = true, help_heading = EVERYWHERE, default_value_t = 1)]
    pub seed: u64,
}

impl Global {
    /// The machine that the options describe.
    pub fn machine(&self) -> Result<Config, ConfigError> {
        self.machine_with(&[])
    }

    /// The machine in words, as in "preset `tiny`".
    pub fn said(&self) -> String {
        let base = match &self.config {
            Some(path) => format!("`{}`", path.display()),
            None => format!("preset `{}`", self.preset()),
        };
        let target = self
            .latencies
            .map(|target| format!(", latencies for {}", target.name()));
        let set = self.set.iter().map(|key| format!(", `{key}`"));
        base + &target.unwrap_or_default() + &set.collect::<String>()
    }

    /// This machine with more overrides, after those of the options.
    pub fn machine_with(&self, set: &[String]) -> Result<Config, ConfigError> {
        self.base().with(set)
    }

    /// The machine that commands with many runs start from.
    pub fn base(&self) -> BaseMachine {
        BaseMachine {
            source: match &self.config {
                Some(path) => Source::File(path.clone()),
                None => Source::Preset(self.preset().into()),
            },
            target: self.latencies,
            set: self.set.clone(),
        }
    }

    /// The named machine that they start from, if no file is given.
    pub fn preset(&self) -> &str {
        self.preset.as_deref().unwrap_or("collange2011")
    }

    /// The options that lead to the same machine and seed, for a reproducing command line.
    pub fn arguments(&self) -> String {
        format!("{} --seed {}", self.base().options(), self.seed)
    }
}

/// Options of `heddle masks`.
#[derive(Debug, Args)]
pub struct Masks {
    /// Traces (.traceg, also compressed with xz or zstd) and lists of them (kernelslist.g), which
    /// are told apart by what they hold.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Lanes of an instruction; a mask of 32 lanes stands for as many of them as it takes.
    #[arg(long, default_value_t = 16, value_name = "LANES")]
    pub simd: u32,
    /// Lanes that the ALU executes in a cycle.
    #[arg(long, default_value_t = 4, value_name = "LANES")]
    pub alu: u32,
    /// Leave out instructions without active lanes: they count neither as instructions nor as cycles.
    #[arg(long)]
    pub skip_empty: bool,
}

/// Options of `heddle completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    pub shell: clap_complete::Shell,
}

/// Options of `heddle man`.
#[derive(Debug, Args)]
pub struct Man {
    /// Folder for the pages; made if it is not there.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// A kernel in an ELF file and its launch.
#[derive(Debug, Args)]
pub struct Kernel {
    /// ELF file or OpenCL C (.cl), and the kernel in it if the launch file does not say.
    #[arg(long, value_name = "FILE[:NAME]")]
    pub kernel: OsString,
    /// Launch file; without it the ELF runs as a whole program on one thread.
    #[arg(long, value_name = "FILE.toml")]
    pub launch: Option<PathBuf>,
}

/// Options of `heddle sim`.
#[derive(Debug, Args)]
pub struct Sim {
    #[command(flatten)]
    pub kernel: Kernel,
    #[command(flatten)]
    pub machine: Machine,
    /// Folder for the output buffers, one file each.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Options of `heddle run`.
#[derive(Debug, Args)]
pub struct Run {
    /// Built-in workload, with `:FUNCTION` to log only this one; OpenCL C (.cl), or C or assembly for the kernel ABI (.c, .S).
    #[arg(value_name = "WORKLOAD|FILE.cl|FILE.c", value_parser = RunnableParser)]
    pub what: Runnable,
    /// Size of a workload's input; small without it.
    #[arg(long, value_name = "SIZE", value_parser = sizes())]
    pub size: Option<Size>,
    #[command(flatten)]
    pub of_source: OfSource,
    #[command(flatten)]
    pub machine: Machine,
    /// Print one line only.
    #[arg(long, conflicts_with = "json")]
    pub brief: bool,
}

/// Options of `heddle cosim`.
#[derive(Debug, Args)]
pub struct Cosim {
    /// Unit to compare.
    #[arg(long, value_name = "UNIT", value_parser = PossibleValuesParser::new(heddle_cosim::NAMES))]
    pub unit: String,
    /// Random stimuli, golden GPU with the RTL beside it, or golden GPU with the RTL inside; without
    /// it `unit`, which takes no kernel.
    #[arg(long, value_enum)]
    pub mode: Option<Mode>,
    /// How the GPU handles divergence, if its cores have the unit under several mechanisms (modes `shadow`
    /// and `in-loop`).
    #[arg(long, value_name = "NAME", value_parser = mechanisms())]
    pub mechanism: Option<Mechanism>,
    /// Cycles of random stimuli (mode `unit`); 300,000 without it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub cycles: Option<u64>,
    /// Built-in workload to run (modes `shadow` and `in-loop`).
    #[arg(long, value_name = "NAME", value_parser = workloads(),
          conflicts_with_all = ["kernel", "launch"])]
    pub workload: Option<String>,
    /// Size of the workload's input.
    #[arg(long, default_value = "small", value_name = "SIZE", value_parser = sizes())]
    pub size: Size,
    /// ELF file or OpenCL C (.cl) to run instead of a workload.
    #[arg(long, value_name = "FILE[:NAME]", requires = "launch")]
    pub kernel: Option<OsString>,
    /// Launch file of the ELF.
    #[arg(long, value_name = "FILE.toml", requires = "kernel")]
    pub launch: Option<PathBuf>,
    /// Compare Verilog of your own in place of ours; one file each time. Its top module has the name and the ports
    /// of the unit.
    #[arg(long, value_name = "FILE.v")]
    pub verilog: Vec<PathBuf>,
    /// Watch what the contracts of all modules in the RTL assume, and fail if anything of it is broken (mode `in-loop`).
    #[arg(long, conflicts_with = "verilog")]
    pub assumptions: bool,
    /// Give up after this many cycles of a launch.
    #[arg(long, default_value_t = 10_000_000_000, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub max_cycles: u64,
    /// Folder for the report and waveform of a mismatch.
    #[arg(long, value_name = "DIR", default_value = "heddle-mismatch")]
    pub out: PathBuf,
    /// Write a line for every entry that the RTL pushes on a stack or pops, in the format of `heddle run --log-stack` (mode `in-loop`
    /// of reconvergence_stack and dwr_subsystem).
    #[arg(long, value_name = "FILE")]
    pub log_stack: Option<PathBuf>,
    /// Log only entries whose PC is in this function: its symbol, the name of a kernel, or its address (0x...).
    #[arg(long, value_name = "NAME", requires = "log_stack")]
    pub log_function: Option<String>,
}

/// Options of `heddle mutate`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("units").required(true).args(["unit", "all"]))]
pub struct Mutate {
    /// Unit to mutate.
    #[arg(value_name = "UNIT", value_parser = PossibleValuesParser::new(heddle_cosim::NAMES))]
    pub unit: Option<String>,
    /// Mutate every unit, one after the other.
    #[arg(long)]
    pub all: bool,
    /// Mutants of a unit, chosen by the seed.
    #[arg(long, default_value_t = 200, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub mutants: u32,
    /// Cycles of random stimuli after which a mutant has survived.
    #[arg(long, default_value_t = 300_000, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub cycles: u64,
    /// Fail if fewer of the mutants that are not proven equivalent are killed, in percent.
    #[arg(long, default_value_t = 95.0, value_name = "PERCENT", value_parser = percent)]
    pub min_score: f64,
    /// Give up the proof that a mutant is equivalent after this much processor time.
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    pub proof_seconds: u32,
}

/// Options of `heddle cfg`.
#[derive(Debug, Args)]
pub struct Cfg {
    /// ELF file.
    #[arg(value_name = "FILE.elf")]
    pub file: PathBuf,
    /// Show only this function: its symbol, the name of a kernel, or its address (0x...).
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Print the graph for Graphviz.
    #[arg(long, conflicts_with = "json")]
    pub dot: bool,
}

/// Options of `heddle annotate`.
#[derive(Debug, Args)]
pub struct Annotate {
    /// ELF file or built-in workload; `:FUNCTION` shows only this one.
    #[arg(value_name = "PROGRAM[:FUNCTION]")]
    pub program: OsString,
    /// Also write the table to a file, as JSON.
    #[arg(long, value_name = "FILE.json")]
    pub out: Option<PathBuf>,
}

/// Modes of co-simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// Random stimuli.
    Unit,
    /// The golden GPU drives both.
    Shadow,
    /// The RTL drives the GPU.
    InLoop,
}

impl Mode {
    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Unit => "unit",
            Mode::Shadow => "shadow",
            Mode::InLoop => "in-loop",
        }
    }
}

/// A number of percent: of mutants, not more than all and not fewer than none.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|percent| (0.0..=100.0).contains(percent));
    number.ok_or_else(|| "expected a number from 0 to 100".into())
}

/// One of the built-in workloads.
fn workloads() -> PossibleValuesParser {
    PossibleValuesParser::new(heddle_kernels::named().map(|workload| workload.name()))
}

fn mechanisms() -> impl TypedValueParser<Value = Mechanism> {
    PossibleValuesParser::new(Mechanism::ALL.map(Mechanism::name)).map(|name| {
        let found = Mechanism::ALL.into_iter().find(|m| m.name() == name);
        found.expect("one of these names")
    })
}

fn papers() -> impl TypedValueParser<Value = &'static Data> {
    PossibleValuesParser::new(Data::all().iter().map(|data| data.name)).map(|name| {
        let found = Data::all().iter().find(|data| data.name == name);
        found.expect("one of these names")
    })
}

fn sizes() -> impl TypedValueParser<Value = Size> {
    PossibleValuesParser::new(["small", "full"])
        .map(|name| name.parse().expect("one of these names"))
}
