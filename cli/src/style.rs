//! The style of emitted Verilog on the command line.

use clap::{Args, ValueEnum};
use heddle_hdl::{Level, MemoryStyle, Reset, Style};

/// Options that say how Verilog is written; they never change what it does.
#[derive(Clone, Copy, Debug, Args)]
pub struct StyleOptions {
    /// When the reset acts.
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub reset: ResetOption,
    /// At which level it acts; the port is `rst_i` or `rst_ni`.
    #[arg(long, value_enum, default_value_t, value_name = "LEVEL")]
    pub reset_level: LevelOption,
    /// What memories are written as.
    #[arg(long, value_enum, default_value_t, value_name = "STYLE")]
    pub memory: MemoryOption,
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
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum MemoryOption {
    /// An array, with several writes where there are as many write ports.
    #[default]
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
    pub fn style(self) -> Style {
        Style {
            reset: match self.reset {
                ResetOption::Sync => Reset::Synchronous,
                ResetOption::Async => Reset::Asynchronous,
            },
            level: match self.reset_level {
                LevelOption::High => Level::High,
                LevelOption::Low => Level::Low,
            },
            memory: self.memory.style(),
        }
    }
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
