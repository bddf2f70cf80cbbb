//! What an emitted design looks like to the tools and the chip around it; never what it does.

/// When the reset acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reset {
    /// At the clock edge.
    #[default]
    Synchronous,
    /// At once; the chip around releases it away from the clock edge.
    Asynchronous,
}

/// At which level the reset acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// 1: the port is `rst_i`.
    #[default]
    High,
    /// 0: the port is `rst_ni`.
    Low,
}

/// What memories are written as. Rows of registers that are read as a whole are no memories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MemoryStyle {
    /// One array, with several writes where the memory has as many write ports. Standard cells are
    /// smallest this way.
    #[default]
    Array,
    /// A bank with one write port for each write port, and a table in flip-flops that says which
    /// bank was written last. For targets whose tools take an array with several writes apart
    /// into flip-flops.
    LiveValueTable,
    /// As [`LiveValueTable`](Self::LiveValueTable), and tools are told (`ram_style`) to take block RAM for memories of
    /// which every read is registered. They are told to take distributed RAM for the others: block RAM has
    /// no combinational read.
    Block,
    /// As [`LiveValueTable`](Self::LiveValueTable), and tools are told to take distributed RAM.
    Distributed,
    /// As [`Array`](Self::Array), and tools are told to take flip-flops.
    Registers,
    /// As [`LiveValueTable`](Self::LiveValueTable), and each bank is an instance of a wrapper for each of its read ports.
    /// A wrapper has a file of its own, whose inside gives way to a macro of the foundry:
    /// `heddle_ram_1r1w` with a combinational read, `heddle_ram_1r1w_registered` with a registered one.
    Wrapper,
}

impl MemoryStyle {
    /// Every one.
    pub const ALL: [Self; 6] = [
        Self::Array,
        Self::LiveValueTable,
        Self::Block,
        Self::Distributed,
        Self::Registers,
        Self::Wrapper,
    ];

    /// Name, as options and module names have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Array => "array",
            Self::LiveValueTable => "live_value_table",
            Self::Block => "block",
            Self::Distributed => "distributed",
            Self::Registers => "registers",
            Self::Wrapper => "wrapper",
        }
    }

    /// Whether a memory has a bank for each write port.
    pub(crate) fn has_banks(self) -> bool {
        !matches!(self, Self::Array | Self::Registers)
    }
}

/// Options of emission. The default is a synchronous reset, active high, and plain arrays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// When the reset acts.
    pub reset: Reset,
    /// At which level it acts.
    pub level: Level,
    /// What memories are written as.
    pub memory: MemoryStyle,
}

impl Style {
    /// The clock port of every module.
    pub const CLOCK: &'static str = "clk_i";

    /// The reset port of every module.
    pub fn reset_port(self) -> &'static str {
        match self.level {
            Level::High => "rst_i",
            Level::Low => "rst_ni",
        }
    }

    /// What the reset port carries.
    pub(crate) fn reset_doc(self) -> &'static str {
        match (self.reset, self.level) {
            (Reset::Synchronous, Level::High) => "1: reset at the clock edge",
            (Reset::Synchronous, Level::Low) => "0: reset at the clock edge",
            (Reset::Asynchronous, Level::High) => "1: reset at once",
            (Reset::Asynchronous, Level::Low) => "0: reset at once",
        }
    }

    /// Whether the reset acts, as a condition.
    pub(crate) fn resets(self) -> &'static str {
        match self.level {
            Level::High => "rst_i",
            Level::Low => "!rst_ni",
        }
    }

    /// Whether the reset does not act, as a condition.
    pub(crate) fn runs(self) -> &'static str {
        match self.level {
            Level::High => "~rst_i",
            Level::Low => "rst_ni",
        }
    }

    /// What registers wait for, with and without a reset.
    pub(crate) fn edges(self, has_reset: bool) -> String {
        let edge = match self.level {
            Level::High => "posedge",
            Level::Low => "negedge",
        };
        match self.reset {
            Reset::Asynchronous if has_reset => {
                format!("posedge {} or {edge} {}", Self::CLOCK, self.reset_port())
            }
            _ => format!("posedge {}", Self::CLOCK),
        }
    }
}
