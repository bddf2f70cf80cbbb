//! Mistakes in the description of a module, all reported at once and with the caller's place.

use std::fmt;
use std::panic::Location;

/// The line of Rust that described the hardware.
pub(crate) type Caller = &'static Location<'static>;

/// One mistake in a description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {unit}: {reason}")]
pub struct Error {
    /// The unit that is described.
    pub unit: &'static str,
    /// The place in the Rust source.
    pub at: Caller,
    /// What is wrong, and the remedy.
    pub reason: Reason,
}

/// All mistakes in a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errors(pub Vec<Error>);

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(Error::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Errors {}

/// What is wrong with a description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Two values that must have the same width differ.
    #[error("{operation}: widths {left} and {right} differ; extend or truncate one of them")]
    Widths {
        /// The operator or action.
        operation: &'static str,
        /// Bits of the left operand or of the target.
        left: u32,
        /// Bits of the right operand or of the value.
        right: u32,
    },
    /// A value has a width that the operation does not accept.
    #[error("{operation} takes {expected} bits, this has {found}")]
    Width {
        /// The operator or action.
        operation: &'static str,
        /// Bits that the operation accepts.
        expected: String,
        /// Bits that the value has.
        found: u32,
    },
    /// A number does not fit.
    #[error("{value} does not fit into {width} bits")]
    TooLarge {
        /// The number.
        value: u64,
        /// The width that the number should fit into.
        width: u32,
    },
    /// A selection of bits that do not exist.
    #[error("bits {high}:{low} of {width} bits do not exist")]
    NoSuchBits {
        /// Highest bit requested.
        high: i64,
        /// Lowest bit requested.
        low: i64,
        /// Width of the value.
        width: u32,
    },
    /// An index leaves its range in some iteration.
    #[error("{signal}: index {index} is outside 0 to {last}{iteration}")]
    OutOfRange {
        /// The indexed signal.
        signal: String,
        /// The index.
        index: i64,
        /// The last index that exists.
        last: i64,
        /// ` (i = 3)`, or nothing outside loops.
        iteration: String,
    },
    /// An anonymous expression that needs a name in Verilog.
    #[error("this expression needs a name, {why}: add .named(\"...\")")]
    NeedsName {
        /// Why the expression cannot be written in place.
        why: Anonymous,
    },
    /// A bit without a driver.
    #[error("{signal} is not driven: {bits}")]
    Undriven {
        /// Signal.
        signal: String,
        /// Which of its bits.
        bits: String,
    },
    /// A bit with two drivers.
    #[error("{signal} is driven twice: {bits}; the first driver is at {first}")]
    DrivenTwice {
        /// Signal.
        signal: String,
        /// Which of its bits.
        bits: String,
        /// The first driver.
        first: Caller,
    },
    /// A bit that nothing reads.
    #[error("{signal} is not used: {bits}; use it, or say so with m.unused(...)")]
    Unused {
        /// Signal.
        signal: String,
        /// Which of its bits.
        bits: String,
    },
    /// A name that is taken.
    #[error("the name `{name}` is taken by {first}")]
    NameTaken {
        /// Name in Verilog.
        name: String,
        /// The place where the name was taken.
        first: Caller,
    },
    /// A name with characters that are not allowed.
    #[error("`{name}` is no name: lower-case letters, digits and single underscores only")]
    NoName {
        /// Name in the Rust source.
        name: String,
    },
    /// A name that Verilog or the emitter reserves.
    #[error("`{name}` is reserved in Verilog or by the emitter; choose another name")]
    Reserved {
        /// Name in Verilog.
        name: String,
    },
    /// A value that depends on itself within a cycle.
    #[error("combinational loop: {}", trail(.hops))]
    CombinationalLoop {
        /// Signals on the way, with the place of the driver of each.
        hops: Vec<Hop>,
    },
    /// Not a true loop, but simulators that work on whole signals see one.
    #[error(
        "looks like a combinational loop to Verilator: {}; use one signal per stage, or m.fold",
        trail(.hops)
    )]
    LooksCircular {
        /// Signals on the way, with the place of the driver of each.
        hops: Vec<Hop>,
    },
    /// A combinational path that the contract does not declare.
    #[error(
        "output {output} depends on input {input} within the cycle, the contract does not say so: {}",
        trail(.hops)
    )]
    UndeclaredPath {
        /// Output port.
        output: String,
        /// Input port.
        input: String,
        /// Signals on the way, with the place of the driver of each.
        hops: Vec<Hop>,
    },
    /// A combinational path of the contract that does not exist in the netlist.
    #[error(
        "the contract says that output {output} depends on {input} within the cycle, it does not"
    )]
    MissingPath {
        /// Output port.
        output: String,
        /// Input port as declared.
        input: String,
    },
    /// A value from inside a loop, or a loop's index, used outside the loop.
    #[error("{what} belongs to the loop at {inside} and cannot be used outside it")]
    OutsideLoop {
        /// Signal or index.
        what: String,
        /// The loop.
        inside: Caller,
    },
    /// More loops inside one another than are supported.
    #[error("{depth} loops inside one another; at most {most} are supported")]
    TooDeep {
        /// Depth requested.
        depth: usize,
        /// Depth supported.
        most: usize,
    },
    /// Something that is not allowed inside a fold.
    #[error("a fold holds one expression; {what} inside it is not possible")]
    InFold {
        /// What was attempted.
        what: &'static str,
    },
    /// A memory that a fold reads by index; `always @*` would be sensitive to all of it.
    #[error("a fold cannot read the memory {signal} by index; read it into a wire first")]
    MemoryInFold {
        /// The memory.
        signal: String,
    },
    /// A fold that would read a value that the same iteration has already replaced.
    #[error("the fold replaces {carried} before it is read; carry it behind what reads it")]
    FoldOrder {
        /// The carried value.
        carried: String,
    },
    /// A write port recorded after a read port that should see every write.
    #[error(
        "{memory} is written after it was read at {read} with the writes of the cycle; write first"
    )]
    WriteAfterRead {
        /// The memory.
        memory: String,
        /// The read port.
        read: Caller,
    },
    /// A write port inside a loop whose memory is declared outside the loop.
    #[error("{memory} is written inside a loop, which has no order of writes; repeat it in Rust")]
    WriteInLoop {
        /// The memory.
        memory: String,
    },
}

/// Why an expression cannot stay anonymous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Anonymous {
    /// The expression would be written several times.
    #[error("it is used {0} times")]
    Repeated(usize),
    /// Verilog can select bits of names only.
    #[error("bits of it are selected")]
    Selected,
    /// The expression is too long to read.
    #[error("it is {0} characters long, or longer")]
    Long(usize),
    /// Emission may split such a memory into a bank for each write port.
    #[error("it is the index of a memory with several write ports")]
    Ports,
    /// Loop variables have no width in Verilog.
    #[error("it is the number of an iteration")]
    Number,
}

/// One signal on a path, and the place that drives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Name in Verilog.
    pub signal: String,
    /// The place of its driver; for inputs, of its declaration.
    pub at: Caller,
}

fn trail(hops: &[Hop]) -> String {
    let each = hops
        .iter()
        .map(|hop| format!("{} ({}:{})", hop.signal, hop.at.file(), hop.at.line()));
    each.collect::<Vec<_>>().join(" <- ")
}
