//! The languages of random programs.

/// A language, which decides how a program is compiled and launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    C,
    OpenClC,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::C, Language::OpenClC];

    /// The ending of a source file.
    pub fn ending(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::OpenClC => "cl",
        }
    }
}
