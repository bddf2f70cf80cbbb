//! The style of emitted Verilog on the command line.

use clap::{Args, ValueEnum};
use heddle_hdl::{Level, MemoryStyle, Reset, Style};
use heddle_synth::Target;

/// Options that say how Verilog is written; they never change what it does.
#[derive(Clone, Debug, Args)]
pub struct StyleOptions {
    /// When the reset acts.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub reset: ResetOption,
    /// At which level it acts; the port is `rst_i` or `rst_ni`.
    #[arg(long, value_enum, default_value_t, value_name = "LEVEL")]
    pub reset_level: LevelOption,
    /// What memories are written as, in place of what is best for the target; an array without a target.
    #[arg(long, value_enum, value_name = "STYLE")]
    pub memory: Option<MemoryOption>,
    /// Write what `heddle synth` measures for this target: ecp5, ice40, xilinx7; standard cells: osu018, osu035, or
    /// liberty=FILE, whose memories get the attribute heddle_macro.
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub target: Option<Target>,
}

/// When the reset acts.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum ResetOption {
    /// At the clock edge.
    #[default]
    Sync,
    /// At once.
    Async,
}

/// At which level the reset acts.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum LevelOption {
    /// At 1.
    #[default]
    High,
    /// At 0.
    Low,
}

/// What memories are written as.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MemoryOption {
    /// An array, with several writes where there are as many write ports.
    Array,
    /// A bank per write port, and which one is live: for tools that infer no array with several writes.
    #[value(name = "live_value_table")]
    LiveValueTable,
    /// Banks that tools are told to put into block RAM where all reads are registered, else into distributed RAM.
    Block,
    /// Banks that tools are told to put into distributed RAM.
    Distributed,
    /// Arrays that tools are told to make of flip-flops.
    Registers,
    /// Banks that are instances of heddle_ram_1r1w or heddle_ram_1r1w_registered, one per read port: files of their own,
    /// for a macro of your foundry.
    Wrapper,
}

impl StyleOptions {
    /// The style that the options describe.
    pub fn style(&self) -> Style {
        Style {
            reset: match self.reset {
                ResetOption::Sync => Reset::Synchronous,
                ResetOption::Async => Reset::Asynchronous,
            },
            level: match self.reset_level {
                LevelOption::High => Level::High,
                LevelOption::Low => Level::Low,
            },
            memory: memory(self.target.as_ref(), self.memory),
        }
    }

    /// Whether memories are marked as macros.
    pub fn has_macros(&self) -> bool {
        let style = self.style().memory;
        let target = self.target.as_ref();
        target.is_some_and(|target| target.has_macros(style))
    }
}

/// SYN-6: the memories that `heddle synth` measures, and `heddle gen` writes.
pub fn memory(target: Option<&Target>, option: Option<MemoryOption>) -> MemoryStyle {
    let of_target = || target.map(Target::memory_style).unwrap_or_default();
    option.map_or_else(of_target, MemoryOption::style)
}

/// A target by its name, or a library.
pub fn target(text: &str) -> Result<Target, String> {
    let names = Target::NAMES.join(", ");
    Target::parse(text).ok_or_else(|| format!("expected one of {names}, or liberty=FILE"))
}

impl MemoryOption {
    /// The style of memories that the option names.
    pub fn style(self) -> MemoryStyle {
        match self {
            MemoryOption::Array => MemoryStyle::Array,
            MemoryOption::LiveValueTable => MemoryStyle::LiveValueTable,
            MemoryOption::Block => MemoryStyle::Block,
            MemoryOption::Distributed => MemoryStyle::Distributed,
            MemoryOption::Registers => MemoryStyle::Registers,
            MemoryOption::Wrapper => MemoryStyle::Wrapper,
        }
    }
}
