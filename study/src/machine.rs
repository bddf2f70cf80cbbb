//! The machine that all runs of a study start from.

use crate::shell::quoted;
use heddle_contract::Config;
use heddle_contract::config::{ConfigError, Source, Target};

/// A machine to which runs add overrides.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The preset or file.
    pub source: Source,
    /// The target of synthesis whose latencies the units get.
    pub target: Option<Target>,
    /// Overrides, `section.key=value`.
    pub set: Vec<String>,
}

impl Machine {
    /// A preset as shipped.
    pub fn preset(name: &str) -> Self {
        Self {
            source: Source::Preset(name.into()),
            target: None,
            set: Vec::new(),
        }
    }

    /// The machine with more overrides, after its own.
    ///
    /// # Errors
    /// [`ConfigError`] naming file and key.
    pub fn with(&self, set: &[String]) -> Result<Config, ConfigError> {
        let set = [self.set.as_slice(), set].concat();
        Config::load_for(&self.source, self.target, &set)
    }

    /// The options of the command `heddle` that lead to this machine.
    pub fn options(&self) -> String {
        let machine = match &self.source {
            Source::File(path) => format!("--config {}", quoted(&path.display().to_string())),
            Source::Preset(name) => format!("--preset {name}"),
        };
        let latencies = self.target.map(Target::name);
        let latencies = latencies.map_or(String::new(), |name| format!(" --latencies {name}"));
        let set = self.set.iter();
        let set: String = set.map(|set| format!(" --set {}", quoted(set))).collect();
        format!("{machine}{latencies}{set}")
    }
}
