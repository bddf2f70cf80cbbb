//! A disagreement between golden model and RTL, as data; [`report`](crate::report) makes text of it.

use serde::Serialize;
use std::fmt;

/// One cycle as both sides saw it, in words of the Rust/C++ border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Cycle since reset.
    pub cycle: u64,
    /// Inputs of both sides.
    pub inputs: Vec<u64>,
    /// Outputs of the golden model.
    pub expected: Vec<u64>,
    /// Outputs of the RTL.
    pub found: Vec<u64>,
    /// Whether each output word means something, so that it was compared: its qualifiers are high.
    pub compared: Vec<bool>,
}

impl Row {
    /// Whether both sides disagree in an output word.
    pub fn differs(&self, word: usize) -> bool {
        self.compared[word] && self.expected[word] != self.found[word]
    }
}

/// An output word in which both sides disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Differing {
    /// Output port, without suffix.
    pub port: &'static str,
    /// Element, if the port is an array.
    pub element: Option<usize>,
    /// The golden model's value.
    pub expected: u64,
    /// The RTL's value.
    pub found: u64,
}

/// The first cycle in which the RTL disagrees with the golden model, and the first output word that differs in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// Unit.
    pub unit: &'static str,
    /// Output port, without suffix.
    pub port: &'static str,
    /// Element, if the port is an array.
    pub element: Option<usize>,
    /// Cycle since reset; the first one is 0.
    pub cycle: u64,
    /// The golden model's value.
    pub expected: u64,
    /// The RTL's value.
    pub found: u64,
    /// Every output word that differs in this cycle, in the order of the ports.
    pub differing: Vec<Differing>,
    /// The last cycles up to this one, the oldest first.
    #[serde(skip)]
    pub window: Vec<Row>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: cycle {}: {}", self.unit, self.cycle, self.port)?;
        if let Some(element) = self.element {
            write!(f, "[{element}]")?;
        }
        let Self {
            expected, found, ..
        } = self;
        write!(f, " is {found:#x}, expected {expected:#x}")
    }
}
