//! Errors in the description of a machine.

use crate::{Excerpt, ParamError, at_key};

/// Why a machine cannot be loaded, and where the cause is. [`ConfigReason::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct ConfigError {
    /// The place of the error: file with line and column, preset, or override.
    pub place: String,
    /// What is wrong.
    pub reason: ConfigReason,
    /// The place in the file.
    pub excerpt: Option<Box<Excerpt>>,
}

/// What is wrong with a machine.
#[derive(Debug, thiserror::Error)]
pub enum ConfigReason {
    /// No preset of that name.
    #[error("no preset is called `{name}`; there are: {known}")]
    UnknownPreset {
        /// The name that was requested.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    /// The text is not TOML.
    #[error("not valid TOML: {0}")]
    Syntax(String),
    /// A key is unknown, missing or has the wrong type.
    #[error("{}", at_key(key, problem))]
    Key {
        /// Dotted path of the key.
        key: String,
        /// What is wrong with the key.
        problem: String,
    },
    /// An override is not `section.key=value`.
    #[error("not of the form section.key=value")]
    Override,
    /// A value is outside its limits.
    #[error(transparent)]
    Limit(#[from] ParamError),
}

impl ConfigReason {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            ConfigReason::UnknownPreset { .. } => "name one of these presets",
            ConfigReason::Unreadable(error) => heddle_system::input::remedy(error),
            ConfigReason::Syntax(_) => "`heddle config` prints a machine as it should be written",
            ConfigReason::Key { .. } => {
                "`heddle config` prints every key with a value that is right"
            }
            ConfigReason::Override => "write for example --set stackless.tree_latency=2",
            ConfigReason::Limit(_) => {
                "give a value within the limits, in the file or with --set section.key=value"
            }
        }
    }
}
