//! What a place holds, without its bits: who made it.

use petgraph::graph::NodeIndex;

/// Number of registers: x0 to x31, then f0 to f31.
pub(super) const REGISTERS: u8 = 64;
pub(super) const SP: Location = Location::Register(2);
pub(super) const A0: Location = Location::Register(10);

/// A place that keeps a value of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Location {
    /// x0 to x31 are 0 to 31, f0 to f31 are 32 to 63.
    Register(u8),
    /// The word of the private stack at this offset, in bytes, from the value of `sp` at the start of the function; a multiple
    /// of 4.
    Slot(i32),
    /// Not a place of the machine: what the block's threads may have written by now. It changes at barriers.
    Interval,
}

impl Location {
    pub fn register((number, is_float): (u8, bool)) -> Location {
        Location::Register(number + 32 * u8::from(is_float))
    }

    /// Whether a called function preserves it (calling convention: sp, gp, tp, s0 to s11, fs0 to fs11, the caller's frame).
    pub fn survives_calls(self) -> bool {
        match self {
            Location::Register(number) => {
                matches!(number, 0 | 2..=4) || matches!(number % 32, 8 | 9 | 18..=27)
            }
            Location::Slot(_) => true,
            Location::Interval => false,
        }
    }

    /// Whether a function saves it before it uses it, in order to restore it: ra, or a register that survives calls.
    pub fn is_saved(self) -> bool {
        self == Location::Register(1) || self.survives_calls()
    }
}

/// A value of a function, named by who made it. Two equal names mean equal bits for a thread, as long as it does not come back
/// to the maker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Value {
    Constant(u32),
    /// The value of `sp` at the start of the function, plus a constant.
    Frame(i32),
    /// What the location holds at the start of the function.
    Entry(Location),
    /// What the instruction at this address, or the function that it calls, leaves in the location.
    Made(u32, Location),
    /// The result of an expression, by its number in [`Expressions`](super::expression::Expressions).
    Expression(u32),
    /// What the location holds at the start of this node, to which paths bring different values.
    Joined(NodeIndex, Location),
}

impl Value {
    pub const ZERO: Value = Value::Constant(0);

    /// The sum, where it is a constant or an address of the frame.
    pub fn plus(self, other: Value) -> Option<Value> {
        match (self, other) {
            (Value::Constant(a), Value::Constant(b)) => Some(Value::Constant(a.wrapping_add(b))),
            (Value::Frame(offset), Value::Constant(more))
            | (Value::Constant(more), Value::Frame(offset)) => {
                Some(Value::Frame(offset.wrapping_add(more as i32)))
            }
            (value, Value::ZERO) | (Value::ZERO, value) => Some(value),
            _ => None,
        }
    }

    /// The difference, where it is a constant or an address of the frame.
    pub fn minus(self, other: Value) -> Option<Value> {
        match other {
            Value::Constant(constant) => self.plus(Value::Constant(constant.wrapping_neg())),
            _ => None,
        }
    }
}
