//! How code is generated, and the options that say so.

use crate::error::{CompileError, OptionProblem};
use crate::plain::plain;
use std::path::Path;

/// How much a program is optimised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// As little as possible.
    O0,
    /// Little.
    O1,
    /// What is worth its size.
    #[default]
    O2,
    /// What may be worth its size.
    O3,
    /// What makes the program smaller.
    Os,
}

impl Level {
    /// All levels, with the options that ask for them.
    pub const ALL: [(&'static str, Self); 5] = [
        ("-O0", Self::O0),
        ("-O1", Self::O1),
        ("-O2", Self::O2),
        ("-O3", Self::O3),
        ("-Os", Self::Os),
    ];

    /// The level that an option asks for.
    pub fn of_option(option: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find_map(|(name, level)| (name == option).then_some(level))
    }

    /// The option of clang, which generates IR but does not optimise it.
    pub fn of_clang(self) -> &'static str {
        match self {
            // `-O0` would mark all functions as not to be optimised, and a kernel is inlined at any level.
            Self::O0 | Self::O1 => "-O1",
            Self::O2 => "-O2",
            Self::O3 => "-O3",
            Self::Os => "-Os",
        }
    }

    /// The option of the code generator.
    pub(crate) fn of_generator(self) -> &'static str {
        match self {
            Self::O0 => "-O0",
            Self::O1 => "-O1",
            // It is the functions that say that they should be small.
            Self::O2 | Self::Os => "-O2",
            Self::O3 => "-O3",
        }
    }

    /// The name of the level in LLVM's pipelines.
    pub(crate) fn of_pipeline(self) -> &'static str {
        match self {
            Self::O0 => "O0",
            Self::O1 => "O1",
            Self::O2 => "O2",
            Self::O3 => "O3",
            Self::Os => "Os",
        }
    }
}

/// The order of the basic blocks of a function in memory. Machines that let the lowest PC go first (collange2011) take it for
/// the order in which threads should run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockOrder {
    /// Every block behind its predecessors, but for the back edges of loops; the blocks of a loop side by side.
    #[default]
    Topological,
    /// The order that LLVM expects to need the fewest jumps.
    Clang,
}

impl BlockOrder {
    /// All orders, with their names.
    pub const ALL: [(&'static str, Self); 2] =
        [("topological", Self::Topological), ("clang", Self::Clang)];

    /// The order of this name.
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find_map(|(known, order)| (known == name).then_some(order))
    }
}

/// How code is generated from a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeOptions {
    /// How much it is optimised.
    pub level: Level,
    /// The order of its blocks.
    pub order: BlockOrder,
    /// Options of LLVM for the optimiser, such as `-unroll-threshold=2000`.
    pub llvm: Vec<String>,
    /// Whether the file keeps its source lines.
    pub lines: bool,
}

/// The option for the order of blocks, without the order.
pub const BLOCK_ORDER: &str = "-heddle-block-order=";

impl CodeOptions {
    /// Takes an option that is about code: a level, `-g`, or the order of blocks. Returns whether it is one. Of several levels or
    /// orders, the last one counts.
    pub fn take(&mut self, option: &str) -> bool {
        let order = option.strip_prefix(BLOCK_ORDER).and_then(BlockOrder::named);
        if let Some(level) = Level::of_option(option) {
            self.level = level;
        } else if let Some(order) = order {
            self.order = order;
        } else if option == "-g" {
            self.lines = true;
        } else {
            return false;
        }
        true
    }
}

/// Arguments for clang: macros and folders of headers (`-D`, `-I`) with their values, and what `take` adds for each other option.
/// They are written anew from what was read: clang passes a value on as an argument of its own, and takes an argument that begins
/// with `@` for a file of further arguments.
///
/// # Errors
/// [`CompileError::Option`] names an option that has no value or a wrong one, or is refused by `take`.
pub fn translated(
    options: &[String],
    mut take: impl FnMut(&str, &mut Vec<String>) -> Result<(), OptionProblem>,
) -> Result<Vec<String>, CompileError> {
    let mut arguments = Vec::new();
    let mut options = options.iter().map(String::as_str);
    while let Some(option) = options.next() {
        let wrong = |problem| CompileError::Option {
            option: option.to_owned(),
            problem,
        };
        let mut value = |joined| match joined {
            "" => options.next().unwrap_or_default(),
            joined => joined,
        };
        if let Some(joined) = option.strip_prefix("-D") {
            arguments.push(macro_argument(value(joined)).map_err(wrong)?);
        } else if let Some(joined) = option.strip_prefix("-I") {
            arguments.push(folder_argument(value(joined)).map_err(wrong)?);
        } else {
            take(option, &mut arguments).map_err(wrong)?;
        }
    }
    Ok(arguments)
}

/// The argument for a macro, `NAME`, `NAME=TEXT` or `NAME(PARAMETERS)=TEXT`.
fn macro_argument(definition: &str) -> Result<String, OptionProblem> {
    if definition.is_empty() {
        return Err(OptionProblem::NoValue);
    }
    let name = definition.split(['=', '(']).next().unwrap_or_default();
    let begins = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
    match begins && name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        true => Ok(format!("-D{definition}")),
        false => Err(OptionProblem::NoName),
    }
}

/// The argument for a folder of headers.
fn folder_argument(folder: &str) -> Result<String, OptionProblem> {
    match folder {
        "" => Err(OptionProblem::NoValue),
        folder => Ok(format!("-I{}", plain(Path::new(folder)).display())),
    }
}
