//! How an emitted design looks to the tools and to the surrounding chip. Style never changes what the design does (VER-6).

/// When the reset acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reset {
    /// At the clock edge.
    #[default]
    Synchronous,
    /// Immediately; the surrounding chip releases the reset away from the clock edge (VER-7).
    Asynchronous,
}

/// The level at which the reset acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// 1: the port is `rst_i`.
    #[default]
    High,
    /// 0: the port is `rst_ni`.
    Low,
}

/// How memories are written. Arrays of registers that are read as a whole are not memories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MemoryStyle {
    /// One array, with one write statement for each write port. This is the smallest form in
    /// standard cells.
    #[default]
    Array,
    /// One bank with a single write port for each write port of the memory, and a table in flip-flops that says which
    /// bank was written last. For targets whose tools turn an array with several writes
    /// into flip-flops.
    LiveValueTable,
    /// As [`LiveValueTable`](Self::LiveValueTable), and an attribute (`ram_style`) tells tools to use block RAM for memories
    /// in which every read is registered, and distributed RAM for the others: block RAM has
    /// no combinational read.
    Block,
    /// As [`LiveValueTable`](Self::LiveValueTable), and an attribute tells tools to use distributed RAM.
    Distributed,
    /// As [`Array`](Self::Array), and an attribute tells tools to use flip-flops.
    Registers,
    /// As [`LiveValueTable`](Self::LiveValueTable), and each bank is one wrapper instance for each of its read ports.
    /// A wrapper has its own file, whose contents can be replaced by a macro of the foundry:
    /// `heddle_ram_1r1w` has a combinational read, `heddle_ram_1r1w_registered` a registered one.
    Wrapper,
}

impl MemoryStyle {
    /// Every memory style.
    pub const ALL: [Self; 6] = [
        Self::Array,
        Self::LiveValueTable,
        Self::Block,
        Self::Distributed,
        Self::Registers,
        Self::Wrapper,
    ];

    /// Name, as it appears in options and module names.
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
    /// The level at which the reset acts.
    pub level: Level,
    /// How memories are written.
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

    /// The condition under which the reset acts.
    pub(crate) fn resets(self) -> &'static str {
        match self.level {
            Level::High => "rst_i",
            Level::Low => "!rst_ni",
        }
    }

    /// The condition under which the reset does not act.
    pub(crate) fn runs(self) -> &'static str {
        match self.level {
            Level::High => "~rst_i",
            Level::Low => "rst_ni",
        }
    }

    /// The events in the sensitivity list of registers, with and without a reset.
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
