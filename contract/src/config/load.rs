//! Reading a machine: preset or file, then overrides, then validation.

use super::Config;
use crate::{ParamError, require};
use std::path::PathBuf;
use toml::{Table, Value};

/// Presets by name, with their text.
pub const PRESETS: &[(&str, &str)] = &[
    (
        "collange2011",
        include_str!("../../presets/collange2011.toml"),
    ),
    ("tiny", include_str!("../../presets/tiny.toml")),
];

/// Where a machine comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One of [`PRESETS`].
    Preset(String),
    /// A TOML file; its optional key `preset` names what it starts from.
    File(PathBuf),
}

/// Why a machine cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// No preset of that name.
    #[error("no preset is called `{name}`; there are: {known}")]
    UnknownPreset {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The file cannot be read.
    #[error("{file}: cannot be read: {reason}")]
    Unreadable {
        /// File.
        file: String,
        /// The system's reason.
        reason: std::io::Error,
    },
    /// The text is not TOML.
    #[error("{file}: not valid TOML: {reason}")]
    Syntax {
        /// File.
        file: String,
        /// What the parser says, with line and column.
        reason: toml::de::Error,
    },
    /// A key is unknown, missing or has the wrong type.
    #[error("{file}: `{key}`: {reason}")]
    Key {
        /// File or preset.
        file: String,
        /// Dotted path of the key.
        key: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An override is not `section.key=value`.
    #[error("--set {text}: expected section.key=value, for example stackless.tree_latency=2")]
    Override {
        /// The argument.
        text: String,
    },
    /// A value is outside its limits.
    #[error("{file}: {reason}")]
    Limit {
        /// File or preset.
        file: String,
        /// Which value, and what would be accepted.
        reason: ParamError,
    },
}

impl Config {
    /// The machine of a source with `section.key=value` overrides applied in order.
    ///
    /// # Errors
    /// [`ConfigError`] naming file and key.
    pub fn load(source: &Source, overrides: &[String]) -> Result<Self, ConfigError> {
        let (file, mut table) = match source {
            Source::Preset(name) => (format!("preset {name}"), preset(name)?),
            Source::File(path) => (path.display().to_string(), read(path)?),
        };
        for text in overrides {
            apply(&mut table, text)?;
        }
        let config: Config =
            serde_path_to_error::deserialize(Value::Table(table)).map_err(|e| {
                let key = e.path().to_string();
                ConfigError::Key {
                    file: file.clone(),
                    key,
                    reason: e.into_inner().to_string().trim().into(),
                }
            })?;
        config
            .validate()
            .map_err(|reason| ConfigError::Limit { file, reason })?;
        Ok(config)
    }

    /// A preset without overrides.
    ///
    /// # Errors
    /// [`ConfigError::UnknownPreset`].
    pub fn preset(name: &str) -> Result<Self, ConfigError> {
        Self::load(&Source::Preset(name.into()), &[])
    }

    /// Checks every section.
    ///
    /// # Errors
    /// [`ParamError`] of the first value outside its limits.
    pub fn validate(&self) -> Result<(), ParamError> {
        require("machine", "cores", self.cores, 1..=64)?;
        self.core.validate()?;
        self.pipeline.validate()?;
        self.memory.validate()?;
        self.stackless.validate()?;
        self.stack.validate()
    }
}

fn preset(name: &str) -> Result<Table, ConfigError> {
    let found = PRESETS.iter().find(|(known, _)| *known == name);
    let (_, text) = found.ok_or_else(|| ConfigError::UnknownPreset {
        name: name.into(),
        known: PRESETS
            .iter()
            .map(|(known, _)| *known)
            .collect::<Vec<_>>()
            .join(", "),
    })?;
    parse(&format!("preset {name}"), text)
}

fn parse(file: &str, text: &str) -> Result<Table, ConfigError> {
    text.parse().map_err(|reason| ConfigError::Syntax {
        file: file.into(),
        reason,
    })
}

fn read(path: &std::path::Path) -> Result<Table, ConfigError> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|reason| ConfigError::Unreadable {
        file: file.clone(),
        reason,
    })?;
    let mut own = parse(&file, &text)?;
    match own.remove("preset") {
        None => Ok(own),
        Some(Value::String(name)) => {
            let mut base = preset(&name)?;
            merge(&mut base, own);
            Ok(base)
        }
        Some(_) => {
            let reason = "expected the name of a preset as a string".into();
            Err(ConfigError::Key {
                file,
                key: "preset".into(),
                reason,
            })
        }
    }
}

/// Lays `over` on `base`; sections are merged, values replaced.
fn merge(base: &mut Table, over: Table) {
    for (key, value) in over {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(section)), Value::Table(own)) => merge(section, own),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

/// Applies one `section.key=value`; a value that is not TOML stands for a string.
fn apply(table: &mut Table, text: &str) -> Result<(), ConfigError> {
    let wrong = || ConfigError::Override { text: text.into() };
    let (key, value) = text.split_once('=').ok_or_else(wrong)?;
    let value = format!("v = {value}")
        .parse::<Table>()
        .ok()
        .and_then(|mut parsed| parsed.remove("v"))
        .unwrap_or_else(|| Value::String(value.into()));
    let mut path: Vec<&str> = key.split('.').map(str::trim).collect();
    let last = path
        .pop()
        .filter(|last| !last.is_empty())
        .ok_or_else(wrong)?;
    let mut section = table;
    for part in path {
        let entry = section
            .entry(part)
            .or_insert_with(|| Value::Table(Table::new()));
        section = entry.as_table_mut().ok_or_else(wrong)?;
    }
    section.insert(last.into(), value);
    Ok(())
}
