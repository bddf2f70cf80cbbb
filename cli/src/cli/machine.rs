//! Options of commands that run a kernel on a machine.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use heddle_contract::config::{Compress, Policy};
use heddle_sim::Mechanism;
use heddle_study::Method;
use heddle_timeline::Window;
use std::path::PathBuf;

/// Options of a run that need time, or that the functional device does not know (FUN-1).
const TIMED: [&str; 16] = [
    "mechanism",
    "policy",
    "compaction",
    "timeline_core",
    "profile",
    "trace",
    "log_instructions",
    "log_addresses",
    "log_stack",
    "log_function",
    "draw",
    "record",
    "view",
    "trace_cycles",
    "check_races",
    "check_flow",
];

/// How a kernel runs.
#[derive(Clone, Debug, Args)]
pub struct Machine {
    /// How divergence is handled; `oracle` is no machine, but a limit study of fung2009.
    ///
    /// `oracle` traces the first threads of a launch (section `limit_study` of the machine), and says
    /// how many cycles an ideal core would take for them with the best points of reconvergence, with
    /// those of `pdom`, and with none. It yields no memory, so no result is checked; it is exact for
    /// programs without races only.
    #[arg(long, default_value = "stackless", value_name = "NAME", value_parser = methods())]
    pub mechanism: Method,
    /// Compute results and count instructions, without time: no mechanism and no caches, but several times as fast.
    ///
    /// Memory is that of every mechanism if the program has no races. Threads that wait for each other, as at a spin lock,
    /// get on. `--max-cycles` limits instructions of warps.
    #[arg(long, conflicts_with_all = TIMED)]
    pub functional: bool,
    /// Which warp dynamic warp formation issues next, in place of the machine's `dwf.policy`.
    #[arg(long, value_name = "NAME", value_parser = policies())]
    pub policy: Option<Policy>,
    /// Which cycles of instructions with inactive lanes are left out, in place of the machine's
    /// `compaction.mode` (vaidya2013); not with `mimd`, which has no warps.
    #[arg(long, value_name = "MODE", value_parser = modes())]
    pub compaction: Option<Compress>,
    /// Give up after this many cycles of a launch; with --functional, after this many instructions of warps.
    #[arg(long, default_value_t = 10_000_000_000, value_name = "N",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub max_cycles: u64,
    /// Host threads that simulate, no more than there are processors; every result is the same.
    #[arg(long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Show the timeline of this core alone, from 0, and how many instructions its threads have
    /// executed; without it, of all cores together.
    #[arg(long, value_name = "CORE")]
    pub timeline_core: Option<usize>,
    /// Count what happens at every PC: issues, active lanes, branches, lines and misses, with the
    /// source line if the ELF file has DWARF; all of them with `--json`, else those that lost most
    /// lanes.
    #[arg(long)]
    pub profile: bool,
    /// Write a timeline of what is issued and of how busy cores and memory are, which
    /// ui.perfetto.dev opens.
    #[arg(long, value_name = "FILE.json")]
    pub trace: Option<PathBuf>,
    /// Write a line for every instruction of every warp.
    #[arg(long, value_name = "FILE")]
    pub log_instructions: Option<PathBuf>,
    /// Lines of loads, stores and atomics end with the address of each lane that takes part, the lowest lane first.
    #[arg(long, requires = "log_instructions")]
    pub log_addresses: bool,
    /// Write a line for every entry that is pushed on a reconvergence stack or popped, with PC, lanes and source line
    /// (`pdom`, `stack`, `dwr`).
    #[arg(long, value_name = "FILE")]
    pub log_stack: Option<PathBuf>,
    /// Log only this function: its symbol, the name of a kernel, or its address (0x...). A log of stacks has the entries
    /// whose PC is in it.
    #[arg(long, value_name = "NAME")]
    pub log_function: Option<String>,
    /// Draw which threads of the first core, or of that of --timeline-core, issue in each cycle: 1,000 cycles at most.
    #[arg(long, value_name = "FILE.svg")]
    pub draw: Option<PathBuf>,
    /// Record what is issued, for `heddle view`; this turns --profile on.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write a page that links source, lanes and time; this turns --profile on.
    #[arg(long, value_name = "FILE.html")]
    pub view: Option<PathBuf>,
    /// Cycles of the run that these files show, FROM..TO without TO.
    #[arg(long, value_name = "FROM..TO", default_value_t)]
    pub trace_cycles: Window,
    /// Look for races and barrier divergence; exit code 1 if there are any.
    ///
    /// A race is two accesses of different threads to the same byte, at least one a write and not
    /// both atomic, that no barrier and no end of a launch stands between. Stores of the same value
    /// do not race; atomics order nothing but themselves. Barrier divergence is a barrier that opens
    /// while threads of the block wait at another one, or after some have left the kernel.
    #[arg(long)]
    pub check_races: bool,
    /// Compare every executed edge with the control-flow graph; exit code 1 if one lies outside of it.
    ///
    /// Mechanisms take reconvergence points from the graph, so an edge outside of it can lead to a deadlock.
    #[arg(long)]
    pub check_flow: bool,
}

impl Machine {
    /// Whether anything is logged.
    pub fn is_logged(&self) -> bool {
        self.log_instructions.is_some() || self.log_stack.is_some()
    }

    /// Whether the instructions that are issued have to be kept until the run ends.
    pub fn is_recorded(&self) -> bool {
        let files = [&self.trace, &self.draw];
        files.iter().any(|file| file.is_some())
    }
}

fn methods() -> impl TypedValueParser<Value = Method> {
    let all = || {
        Mechanism::ALL
            .map(Method::Gpu)
            .into_iter()
            .chain([Method::Oracle])
    };
    PossibleValuesParser::new(all().map(Method::name)).map(move |name| {
        let found = all().find(|method| method.name() == name);
        found.expect("one of these names")
    })
}

fn policies() -> impl TypedValueParser<Value = Policy> {
    PossibleValuesParser::new(Policy::ALL.map(Policy::name)).map(|name| {
        let found = Policy::ALL.into_iter().find(|p| p.name() == name);
        found.expect("one of these names")
    })
}

fn modes() -> impl TypedValueParser<Value = Compress> {
    PossibleValuesParser::new(Compress::ALL.map(Compress::name)).map(|name| {
        let found = Compress::ALL.into_iter().find(|mode| mode.name() == name);
        found.expect("one of these names")
    })
}
