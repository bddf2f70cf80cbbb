//! The place of something in a job, and in the job's file.

use std::fmt;

/// Dotted paths of a file's launches, indexed by their numbers in the job.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaunchPaths(pub Vec<String>);

impl LaunchPaths {
    /// The path of a launch's table.
    pub fn table(&self, launch: usize) -> String {
        match self.0.get(launch) {
            Some(path) => path.clone(),
            None => format!("launch[{launch}]"),
        }
    }

    /// Where a launch's key may be: in the launch's own table, or at the top.
    pub fn key_of(&self, launch: usize, key: &str) -> Vec<String> {
        let own = self.table(launch);
        vec![format!("{own}.{key}"), key.into(), own]
    }
}

/// What names a buffer. All numbers count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Naming {
    /// An argument of a launch.
    Argument {
        /// Number of the launch.
        launch: usize,
        /// Number of the argument.
        argument: usize,
    },
    /// A buffer that is a region of another one.
    Region {
        /// Number of the region, from 0.
        index: usize,
        /// Name of the region.
        name: String,
    },
    /// The word that ends a loop.
    UntilZero {
        /// Number of the loop.
        index: usize,
    },
    /// A word that the host writes before each round of a loop.
    Before {
        /// Number of the loop.
        index: usize,
        /// Number of the word.
        write: usize,
    },
}

impl Naming {
    /// Dotted paths where it may be in a launch file, the most likely first.
    pub(crate) fn keys(&self, paths: &LaunchPaths) -> Vec<String> {
        match self {
            Naming::Argument { launch, argument } => {
                paths.key_of(*launch, &format!("args[{argument}]"))
            }
            Naming::Region { index, .. } => vec![format!("buffer[{index}].part")],
            Naming::UntilZero { index } => vec![format!("loop[{index}].until_zero")],
            Naming::Before { index, write } => vec![format!("loop[{index}].before[{write}]")],
        }
    }
}

impl fmt::Display for Naming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Naming::Argument { launch, argument } => {
                write!(f, "launch {launch}, argument {argument}")
            }
            Naming::Region { name, .. } => write!(f, "buffer `{name}`"),
            Naming::UntilZero { index } => write!(f, "loop {index}, `until_zero`"),
            Naming::Before { index, write } => write!(f, "loop {index}, `before[{write}]`"),
        }
    }
}
