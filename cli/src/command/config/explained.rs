//! What a key of the machine file means.

use crate::failure::Failure;
use heddle_contract::Config;
use heddle_contract::config::{self, ConfigError, MachineKey, PRESETS, SECTIONS, Section, Values};
use heddle_sim::Mechanism;
use heddle_study::Method;
use serde_json::{Value, json};

/// A key with its values and its readers.
pub struct Explained {
    pub section: &'static Section,
    pub key: &'static MachineKey,
    /// The value in the machine that the options describe, if one is asked for.
    here: Option<Value>,
    /// The value in each preset; null where it is left out.
    pub presets: Vec<(&'static str, Value)>,
    pub readers: Vec<Method>,
}

impl Explained {
    /// Every key, in the order of the file.
    ///
    /// # Errors
    /// A preset that cannot be loaded.
    pub fn all(machine: Option<&Config>) -> Result<Vec<Explained>, ConfigError> {
        let preset = |(name, _): &(&'static str, _)| Ok((*name, as_json(&Config::preset(name)?)));
        let presets: Vec<_> = PRESETS.iter().map(preset).collect::<Result<_, _>>()?;
        let machine = machine.map(as_json);
        let explained = |(section, key): (&'static Section, &'static MachineKey)| Explained {
            section,
            key,
            here: machine.as_ref().map(|machine| value(machine, section, key)),
            presets: presets
                .iter()
                .map(|(name, preset)| (*name, value(preset, section, key)))
                .collect(),
            readers: methods()
                .filter(|method| method.reads_key(section.name, key.name))
                .collect(),
        };
        Ok(config::keys().map(explained).collect())
    }

    /// Name as in `--set`.
    pub fn path(&self) -> String {
        self.section.path(self.key)
    }

    /// What a value of the key is: "a number", "true or false", or the names.
    pub fn accepts(&self) -> String {
        match self.key.values {
            Values::Number if self.key.limits.in_words().is_empty() => "a number".into(),
            Values::Number => self.key.limits.in_words(),
            Values::Switch => "`true`, `false`".into(),
            Values::Names(names) => {
                let names = names.iter().map(|named| match named.or {
                    Some(or) => format!("`{or}` or `{}`", named.name),
                    None => format!("`{}`", named.name),
                });
                names.collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Who reads the key.
    pub fn read_by(&self) -> String {
        let count = methods().count();
        match self.readers.as_slice() {
            [] if self.section.name == "host" => "transfers of OpenCL programs".into(),
            [] => "hardware units only".into(),
            all if all.len() == count => "all".into(),
            some if 2 * some.len() > count => {
                let others = methods().filter(|method| !some.contains(method));
                format!("all but {}", names(others))
            }
            some => names(some.iter().copied()),
        }
    }

    /// What people read about the key.
    pub fn shown(&self) -> String {
        let presets = self
            .presets
            .iter()
            .map(|(name, value)| format!("{name} {}", in_words(value)));
        let mut lines = vec![self.path(), format!("  {}", self.key.doc)];
        if !self.key.measure.is_empty() {
            lines.push(format!("  unit     {}", self.key.measure));
        }
        lines.push(format!("  accepts  {}", self.accepts().replace('`', "")));
        if let Values::Names(names) = self.key.values {
            let named = names
                .iter()
                .map(|named| format!("           {}: {}", named.name, named.doc));
            lines.extend(named);
        }
        lines.extend(
            self.here
                .as_ref()
                .map(|here| format!("  here     {}", in_words(here))),
        );
        lines.push(format!(
            "  presets  {}",
            presets.collect::<Vec<_>>().join(", ")
        ));
        lines.push(format!("  read by  {}", self.read_by()));
        lines.join("\n") + "\n"
    }

    /// JSON for programs.
    pub fn as_json(&self) -> Value {
        let MachineKey {
            name,
            doc,
            measure,
            values,
            limits,
            is_optional,
        } = self.key;
        let is_number = *values == Values::Number;
        let presets = self.presets.iter().cloned();
        let presets: serde_json::Map<String, Value> =
            presets.map(|(name, value)| (name.into(), value)).collect();
        let names = match values {
            Values::Names(names) => {
                let named = |named: &config::Named| json!({ "name": named.name, "or": named.or, "doc": named.doc });
                Some(names.iter().map(named).collect::<Vec<_>>())
            }
            Values::Number | Values::Switch => None,
        };
        let readers: Vec<&str> = self.readers.iter().map(|method| method.name()).collect();
        json!({
            "key": self.path(),
            "section": self.section.name,
            "name": name,
            "doc": doc,
            "unit": (!measure.is_empty()).then_some(measure),
            "limits": is_number.then(|| limits.in_words()),
            "least": is_number.then_some(limits.least),
            "most": limits.most,
            "names": names,
            "optional": is_optional,
            "value": self.here,
            "presets": presets,
            "read_by": readers,
        })
    }
}

/// The mechanisms, and the limit study.
fn methods() -> impl Iterator<Item = Method> {
    Mechanism::ALL
        .into_iter()
        .map(Method::Gpu)
        .chain([Method::Oracle])
}

fn names(methods: impl Iterator<Item = Method>) -> String {
    let names = methods.map(|method| format!("`{}`", method.name()));
    names.collect::<Vec<_>>().join(", ")
}

fn as_json(machine: &Config) -> Value {
    serde_json::to_value(machine).expect("a machine has string keys")
}

fn value(machine: &Value, section: &Section, key: &MachineKey) -> Value {
    let section = match section.name {
        "" => machine,
        name => &machine[name],
    };
    section[key.name].clone()
}

/// A value as people read it.
pub fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "left out".into(),
        Value::String(name) => name.clone(),
        other => other.to_string(),
    }
}

/// The key with this path, the keys of the section, or those that have the name in their section; all of them without a name.
///
/// # Errors
/// Nothing has the name.
pub fn named(keys: Vec<Explained>, asked: Option<&str>) -> Result<Vec<Explained>, Failure> {
    let Some(asked) = asked else { return Ok(keys) };
    let ways: [&dyn Fn(&Explained) -> bool; 3] = [
        &|own| own.path() == asked,
        &|own| own.section.name == asked,
        &|own| own.key.name == asked,
    ];
    match ways.into_iter().find(|is| keys.iter().any(is)) {
        Some(is) => Ok(keys.into_iter().filter(|own| is(own)).collect()),
        None => Err(unknown(&keys, asked)),
    }
}

fn unknown(keys: &[Explained], asked: &str) -> Failure {
    let section = asked.split('.').next().unwrap_or_default();
    let of_section = keys
        .iter()
        .filter(|own| own.section.name == section && !section.is_empty());
    let of_section: Vec<&str> = of_section.map(|own| own.key.name).collect();
    let (what, known) = match of_section.as_slice() {
        [] => (
            "sections",
            SECTIONS[1..].iter().map(|own| own.name).collect(),
        ),
        keys => ("keys in this section", keys.to_vec()),
    };
    Failure::input_with(
        format!(
            "no key is called `{asked}`; there are {what}: {}",
            known.join(", ")
        ),
        "`heddle config --explain` explains every key",
    )
}
