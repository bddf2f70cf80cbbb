//! What Heddle needs to know about a program before it looks for it.

/// A program of other people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Description {
    /// File names of the program, the preferred first.
    pub names: &'static [&'static str],
    /// What tells one version of the program from another.
    pub identity: Identity,
    /// The oldest version that works, such as `0.40`; empty if any does.
    pub oldest: &'static str,
    /// How the program is installed; follows "install it with".
    pub install: &'static str,
}

/// What tells one version of a program from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identity {
    /// The first line that the program prints for this argument.
    Printed(&'static str),
    /// The file: its path, size and time of modification. The program is not run for this, which would take longer than a lookup
    /// in a cache.
    File,
}
