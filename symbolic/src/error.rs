//! What cannot be executed.

/// A construct that cannot be turned into gates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}line {line} of the IR: {what}", place(function))]
pub struct Refused {
    /// The function, as it is called in the IR; empty outside of functions.
    pub function: String,
    /// Line number in the IR, from 1.
    pub line: usize,
    /// The construct, and why it is refused.
    pub what: String,
}

impl Refused {
    /// A construct in a line of a function.
    pub fn new(function: &str, line: usize, what: impl Into<String>) -> Self {
        let (function, what) = (function.to_owned(), what.into());
        Self {
            function,
            line,
            what,
        }
    }
}

/// What is said of the function before the line.
fn place(function: &str) -> String {
    match function {
        "" => String::new(),
        name => format!("{name}, "),
    }
}
