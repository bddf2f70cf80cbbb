//! Loading a machine: defaults, then preset, then file, then a target's latencies, then overrides, then validation.

use super::{Backend, Config, ConfigError, ConfigReason, Target};
use crate::{Excerpt, ParamError, require};
use heddle_system::input::WRITTEN;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Presets by name, with their text.
pub const PRESETS: &[(&str, &str)] = &[
    (
        "collange2011",
        include_str!("../../presets/collange2011.toml"),
    ),
    ("fung2009", include_str!("../../presets/fung2009.toml")),
    (
        "lashgar2012",
        include_str!("../../presets/lashgar2012.toml"),
    ),
    ("tiny", include_str!("../../presets/tiny.toml")),
    ("vaidya2013", include_str!("../../presets/vaidya2013.toml")),
];

/// The values that apply where neither preset nor file gives one.
const DEFAULTS: &str = include_str!("../../presets/defaults.toml");

/// Renamed keys: old name and new name.
const RENAMED_KEYS: &[(&str, &str)] = &[("memory.beyond", "memory.backend")];

/// The present name of a key that was renamed.
fn new_name(key: &str) -> Option<&'static str> {
    let renamed = RENAMED_KEYS.iter().find(|(old, _)| *old == key);
    renamed.map(|(_, new)| *new)
}

/// Where a machine is loaded from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// One of [`PRESETS`].
    Preset(String),
    /// A TOML file; its optional key `preset` names the preset that it builds on.
    File(PathBuf),
}

impl Config {
    /// Loads the machine of a source and applies `section.key=value` overrides in order.
    ///
    /// # Errors
    /// [`ConfigError`] naming file and key.
    pub fn load(source: &Source, overrides: &[String]) -> Result<Self, ConfigError> {
        Self::load_for(source, None, overrides)
    }

    /// Loads the machine of a source, then applies the latencies that a target recommends, then the overrides.
    ///
    /// # Errors
    /// [`ConfigError`] naming file and key.
    pub fn load_for(
        source: &Source,
        target: Option<Target>,
        overrides: &[String],
    ) -> Result<Self, ConfigError> {
        let layers = Layers::read(source, target)?;
        let mut table = layers.table()?;
        for set in overrides {
            apply(&mut table, set)?;
        }
        let config: Config =
            serde_path_to_error::deserialize(Value::Table(table)).map_err(|error| {
                let key = error.path().to_string();
                let problem = match new_name(&key) {
                    Some(name) => format!("this key is now called `{name}`"),
                    None => error.into_inner().message().trim().into(),
                };
                let place = key.clone();
                let reason = ConfigReason::Key { key, problem };
                layers.wrong(&layers.own, &place, overrides, reason)
            })?;
        config.validate().map_err(|error| {
            let key = path_of(&error);
            layers.wrong(layers.giving(&key), &key, overrides, error.into())
        })?;
        Ok(config)
    }

    /// The machine of a preset without overrides.
    ///
    /// # Errors
    /// [`ConfigReason::UnknownPreset`].
    pub fn preset(name: &str) -> Result<Self, ConfigError> {
        Self::load(&Source::Preset(name.into()), &[])
    }

    /// Checks every section.
    ///
    /// # Errors
    /// [`ParamError`] for the first value outside its limits.
    pub fn validate(&self) -> Result<(), ParamError> {
        require("machine", "cores", self.cores, 1..=super::MOST_CORES)?;
        self.core.validate()?;
        self.core.require_all(self.cores)?;
        self.pipeline.validate()?;
        self.memory.validate(self.cores)?;
        match self.memory.backend {
            Backend::Fixed => {}
            Backend::Network => {
                self.network.validate()?;
                self.dram.validate(self.memory.line_bytes)?;
            }
            Backend::SharedCaches => {
                self.l3.validate(self.memory.line_bytes)?;
                self.llc.validate(self.memory.line_bytes)?;
            }
        }
        self.memory.validate_outgoing()?;
        self.host.validate()?;
        self.stackless.validate()?;
        self.stack.validate()?;
        self.dwf.validate(&self.core)?;
        self.compaction.validate()?;
        self.dwr.validate(&self.core)?;
        self.mimd.validate()?;
        self.limit_study.validate()
    }
}

/// The texts that a machine is read from, in layers.
struct Layers {
    /// The latencies that a target recommends; they override all other layers.
    target: Option<Text>,
    /// The text of the source.
    own: Text,
    /// The layers that `own` overrides: the preset that it names, if it names one, and the defaults.
    below: Vec<Text>,
}

impl Layers {
    fn read(source: &Source, target: Option<Target>) -> Result<Self, ConfigError> {
        let own = Text::read(source)?;
        let target = target.map(latencies);
        let wrong = |reason| own.wrong("preset", reason);
        let mut below = Vec::new();
        match own.parse()?.get("preset") {
            None => {}
            Some(Value::String(name)) => below.push(preset(name).map_err(wrong)?),
            Some(_) => {
                return Err(wrong(ConfigReason::Key {
                    key: "preset".into(),
                    problem: "expected the name of a preset as a string".into(),
                }));
            }
        }
        below.push(defaults());
        Ok(Layers { target, own, below })
    }

    /// The merged keys of all layers; upper layers override lower ones.
    fn table(&self) -> Result<Table, ConfigError> {
        let mut table = Table::new();
        for layer in self.below.iter().rev() {
            merge(&mut table, layer.parse()?);
        }
        let mut own = self.own.parse()?;
        own.remove("preset");
        merge(&mut table, own);
        if let Some(target) = &self.target {
            merge(&mut table, target.parse()?);
        }
        Ok(table)
    }

    /// The layer to show for a wrong value: the target if it gives the value, else the source if it has the key or its section,
    /// else the layer that gives the value.
    fn giving(&self, key: &str) -> &Text {
        let gives = |text: &&Text| Excerpt::of_key(&text.toml, key).is_some();
        if let Some(target) = self.target.as_ref().filter(gives) {
            return target;
        }
        match Excerpt::near_key(&self.own.toml, key) {
            Some(_) => &self.own,
            None => self.below.iter().find(gives).unwrap_or(&self.own),
        }
    }

    /// Whether any layer has this key or section.
    fn have(&self, key: &str) -> bool {
        let mut layers = self.target.iter().chain([&self.own]).chain(&self.below);
        layers.any(|layer| Excerpt::of_key(&layer.toml, key).is_some())
    }

    /// An error about a key: placed at the last override that gave the key, else at the key in a layer's text.
    fn wrong(
        &self,
        text: &Text,
        key: &str,
        overrides: &[String],
        reason: ConfigReason,
    ) -> ConfigError {
        // An unknown section exists because an override has a key in it.
        let is_new = !self.have(key);
        let gave = |set: &&String| {
            let name = set.split('=').next().unwrap_or_default();
            gives(name, key) || is_new && gives(key, name)
        };
        match overrides.iter().rev().find(gave) {
            Some(set) => error(&format!("--set {set}"), reason),
            None => text.wrong(key, reason),
        }
    }
}

/// Whether a value for `name` is also a value for `key`: the same key, or a section that holds it.
fn gives(name: &str, key: &str) -> bool {
    let [mut name, mut key] = [name, key].map(|path| path.split('.').map(str::trim));
    name.all(|step| key.next() == Some(step))
}

/// The TOML text of a layer, and its name in errors.
struct Text {
    name: String,
    toml: String,
}

impl Text {
    fn read(source: &Source) -> Result<Self, ConfigError> {
        match source {
            Source::Preset(name) => preset(name).map_err(|reason| error("--preset", reason)),
            Source::File(path) => file(path),
        }
    }

    fn parse(&self) -> Result<Table, ConfigError> {
        self.toml.parse().map_err(|error: toml::de::Error| {
            let span = error.span().unwrap_or_default();
            let excerpt = Excerpt::new(&self.toml, span);
            let reason = ConfigReason::Syntax(error.message().trim().into());
            self.wrong_at(Some(excerpt), reason)
        })
    }

    /// An error about a key, placed at the key in the text.
    fn wrong(&self, key: &str, reason: ConfigReason) -> ConfigError {
        self.wrong_at(Excerpt::near_key(&self.toml, key), reason)
    }

    fn wrong_at(&self, excerpt: Option<Excerpt>, reason: ConfigReason) -> ConfigError {
        let place = match &excerpt {
            Some(excerpt) => excerpt.place_in(&self.name),
            None => self.name.clone(),
        };
        ConfigError {
            excerpt: excerpt.map(Box::new),
            ..error(&place, reason)
        }
    }
}

fn error(place: &str, reason: ConfigReason) -> ConfigError {
    ConfigError {
        place: place.into(),
        reason,
        excerpt: None,
    }
}

/// Dotted path of the value that is outside its limit.
fn path_of(error: &ParamError) -> String {
    match error.unit {
        "machine" => error.name.into(),
        section => format!("{section}.{}", error.name),
    }
}

fn defaults() -> Text {
    Text {
        name: "defaults".into(),
        toml: DEFAULTS.into(),
    }
}

fn latencies(target: Target) -> Text {
    Text {
        name: format!("latencies of {}", target.name()),
        toml: target.latencies().into(),
    }
}

fn preset(name: &str) -> Result<Text, ConfigReason> {
    let known = || PRESETS.iter().map(|(known, _)| *known);
    let found = PRESETS.iter().find(|(known, _)| *known == name);
    let (_, toml) = found.ok_or_else(|| ConfigReason::UnknownPreset {
        name: name.into(),
        known: known().collect::<Vec<_>>().join(", "),
    })?;
    Ok(Text {
        name: format!("preset {name}"),
        toml: (*toml).into(),
    })
}

fn file(path: &Path) -> Result<Text, ConfigError> {
    let name = path.display().to_string();
    match heddle_system::input::read_text(path, WRITTEN) {
        Ok(toml) => Ok(Text { name, toml }),
        Err(reason) => Err(error(&name, ConfigReason::Unreadable(reason))),
    }
}

/// Merges `over` into `base`: sections are merged, values replaced.
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

/// Applies one `section.key=value`; a value that is not TOML is taken as a string.
fn apply(table: &mut Table, text: &str) -> Result<(), ConfigError> {
    let wrong = || error(&format!("--set {text}"), ConfigReason::Override);
    let (key, value) = text.split_once('=').ok_or_else(wrong)?;
    let value = format!("v = {value}")
        .parse::<Table>()
        .ok()
        .filter(|parsed| parsed.len() == 1)
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
