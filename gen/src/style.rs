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
    /// How memories with several write ports are written.
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

/// How memories with several write ports are written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum MemoryOption {
    /// One array with several writes.
    #[default]
    Array,
    /// A bank per write port, and which one is live: for tools that infer no such array.
    #[value(name = "live_value_table")]
    LiveValueTable,
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
        }
    }
}
