//! The machines among which a search looks: mechanisms, keys, and values of each.
//!
//! A space is a TOML file with one or more blocks. A block names mechanisms, and lists values of keys in the sections of a
//! machine file; a value that is no list is the only one. `together` lists tables of keys that change at the same time:
//!
//! ```toml
//! [[block]]
//! mechanisms = ["pdom", "dwr"]
//! together = [
//!     { core.warp_size = 16, core.warps = 48 },
//!     { core.warp_size = 32, core.warps = 24 },
//! ]
//! stack.depth = [6, 8, 12]
//! compaction.mode = ["none", "scc"]
//! ```
//!
//! Every combination of a block's mechanisms, values and tables is a point.

use heddle_contract::Excerpt;
use heddle_contract::hardware::Hardware;
use heddle_sim::Mechanism;
use std::path::Path;
use toml::{Table, Value};

/// The most combinations of a space: all of them are costed before the first run (EXP-8).
pub const MOST_POINTS: usize = 100_000;

/// Sections whose structures the cost of a mechanism counts. Others would be faster for nothing.
const SECTIONS: [&str; 6] = ["core", "stackless", "stack", "dwf", "dwr", "compaction"];

/// A key and a value, as in `--set`.
pub type Setting = (String, String);

/// Machines to search.
#[derive(Clone, Debug)]
pub struct Space {
    blocks: Vec<Block>,
}

/// The combinations of some values.
#[derive(Clone, Debug)]
struct Block {
    mechanisms: Vec<Mechanism>,
    /// For each key or group of keys, the alternatives.
    choices: Vec<Vec<Vec<Setting>>>,
}

/// A file that describes no space.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {what}")]
pub struct SpaceError {
    file: String,
    what: String,
    remedy: String,
}

impl SpaceError {
    /// What to do.
    pub fn remedy(&self) -> &str {
        &self.remedy
    }
}

impl Space {
    /// The space that is searched unless there is another one.
    pub fn standard() -> Space {
        let text = include_str!("space.toml");
        Self::parse(text, "the default space").expect("a space that a test reads")
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`SpaceError`] for a file that cannot be read or describes no space.
    pub fn read(path: &Path) -> Result<Space, SpaceError> {
        let file = path.display().to_string();
        let text = heddle_system::input::read_text(path, heddle_system::input::WRITTEN);
        let text = text.map_err(|error| SpaceError {
            file: file.clone(),
            what: error.to_string(),
            remedy: "name a TOML file that you can read; docs/explore.md shows one".into(),
        })?;
        Self::parse(&text, &file)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// As [`Space::read`].
    pub fn parse(text: &str, file: &str) -> Result<Space, SpaceError> {
        let wrong = |what: String, remedy: &str| SpaceError {
            file: file.into(),
            what,
            remedy: remedy.into(),
        };
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            let excerpt = Excerpt::new(text, error.span().unwrap_or_default());
            let what = format!(
                "line {}: {}",
                excerpt.line_column().0,
                error.message().trim()
            );
            wrong(what, "write TOML")
        })?;
        if let Some(key) = table.keys().find(|key| *key != "block") {
            let what = format!("`{key}` is no key of a space");
            return Err(wrong(what, "a space has [[block]] only"));
        }
        let blocks = table.get("block").and_then(Value::as_array);
        let Some(blocks) = blocks.filter(|blocks| !blocks.is_empty()) else {
            let remedy = "begin with a line [[block]], then mechanisms = [\"pdom\"]";
            return Err(wrong("it has no block".into(), remedy));
        };
        let blocks = blocks.iter().enumerate().map(|(number, block)| {
            let block = block
                .as_table()
                .ok_or_else(|| Fault::new("it is no table", "write [[block]]"));
            let block = block.and_then(Block::read);
            block.map_err(|Fault { what, remedy }| {
                wrong(format!("block {}: {what}", number + 1), &remedy)
            })
        });
        let space = Space {
            blocks: blocks.collect::<Result<_, _>>()?,
        };
        match space.combinations() {
            count if count > MOST_POINTS => Err(wrong(
                format!("it has {count} points, more than {MOST_POINTS}"),
                "list fewer values or keys",
            )),
            _ => Ok(space),
        }
    }

    /// How many combinations there are.
    pub fn combinations(&self) -> usize {
        let blocks = self.blocks.iter().map(Block::combinations);
        blocks.fold(0, usize::saturating_add)
    }

    /// Every combination: a mechanism and its settings.
    pub fn all(&self) -> impl Iterator<Item = (Mechanism, Vec<Setting>)> {
        self.blocks.iter().flat_map(Block::all)
    }

    /// The mechanisms, each once, in their order.
    pub fn mechanisms(&self) -> Vec<Mechanism> {
        let mut all: Vec<Mechanism> = Vec::new();
        for mechanism in self.blocks.iter().flat_map(|block| &block.mechanisms) {
            if !all.contains(mechanism) {
                all.push(*mechanism);
            }
        }
        all
    }
}

/// What is wrong with a block.
struct Fault {
    what: String,
    remedy: String,
}

impl Fault {
    fn new(what: impl Into<String>, remedy: impl Into<String>) -> Fault {
        Fault {
            what: what.into(),
            remedy: remedy.into(),
        }
    }
}

impl Block {
    fn read(table: &Table) -> Result<Block, Fault> {
        let mechanisms = table.get("mechanisms").and_then(Value::as_array);
        let mechanisms = mechanisms
            .filter(|names| !names.is_empty())
            .ok_or_else(|| Fault::new("it names no mechanisms", "write mechanisms = [\"pdom\"]"))?;
        let mechanisms = mechanisms.iter().map(candidate);
        let mechanisms = mechanisms.collect::<Result<Vec<_>, _>>()?;
        let mut choices = Vec::new();
        for (section, keys) in table {
            match section.as_str() {
                "mechanisms" => {}
                "together" => choices.push(together(keys)?),
                _ => choices.extend(of_section(section, keys)?),
            }
        }
        Ok(Block {
            mechanisms,
            choices,
        })
    }

    fn combinations(&self) -> usize {
        let choices = self.choices.iter().map(Vec::len);
        choices.fold(self.mechanisms.len(), usize::saturating_mul)
    }

    fn all(&self) -> impl Iterator<Item = (Mechanism, Vec<Setting>)> {
        let mechanisms = self.mechanisms.iter();
        let each = self.combinations() / self.mechanisms.len();
        mechanisms.flat_map(move |&mechanism| {
            (0..each).map(move |number| (mechanism, self.settings(number)))
        })
    }

    /// The settings with a number below the product of all alternatives; the last key changes first.
    fn settings(&self, mut number: usize) -> Vec<Setting> {
        let mut settings: Vec<&[Setting]> = Vec::new();
        for alternatives in self.choices.iter().rev() {
            settings.push(&alternatives[number % alternatives.len()]);
            number /= alternatives.len();
        }
        settings.reverse();
        settings.concat()
    }
}

/// A mechanism that is hardware.
fn candidate(name: &Value) -> Result<Mechanism, Fault> {
    let name = name.as_str().unwrap_or_default();
    let found = Mechanism::ALL.into_iter().find(|m| m.name() == name);
    let candidates = || {
        let all = Mechanism::ALL.into_iter().filter(|m| is_hardware(*m));
        let names: Vec<&str> = all.map(Mechanism::name).collect();
        format!("there are: {}", names.join(", "))
    };
    match found {
        None => Err(Fault::new(
            format!("no mechanism is called `{name}`"),
            candidates(),
        )),
        // EXP-2: what has no units is a bound or a reconstruction.
        Some(mechanism) if !is_hardware(mechanism) => Err(Fault::new(
            format!("`{name}` is no hardware, but a bound"),
            candidates(),
        )),
        Some(mechanism) => Ok(mechanism),
    }
}

fn is_hardware(mechanism: Mechanism) -> bool {
    matches!(mechanism.about().hardware, Hardware::Units(_))
}

/// The alternatives of `together`.
fn together(alternatives: &Value) -> Result<Vec<Vec<Setting>>, Fault> {
    let fault = || {
        let remedy = "write together = [{ core.warp_size = 16, core.warps = 48 }, ...]";
        Fault::new("`together` is no list of tables", remedy)
    };
    let alternatives = alternatives.as_array().filter(|list| !list.is_empty());
    let alternatives = alternatives.ok_or_else(fault)?.iter().map(|alternative| {
        let mut settings = Vec::new();
        for (section, keys) in alternative.as_table().ok_or_else(fault)? {
            for choice in of_section(section, keys)? {
                match <[Vec<Setting>; 1]>::try_from(choice) {
                    Ok([only]) => settings.extend(only),
                    Err(_) => {
                        return Err(Fault::new(
                            "a key of `together` has a list",
                            "give each key one value",
                        ));
                    }
                }
            }
        }
        Ok(settings)
    });
    alternatives.collect()
}

/// For each key of a section, an alternative for each of its values.
fn of_section(section: &str, keys: &Value) -> Result<Vec<Vec<Vec<Setting>>>, Fault> {
    if !SECTIONS.contains(&section) {
        let what = format!("`{section}` is no section whose cost is counted");
        return Err(Fault::new(
            what,
            format!("there are: {}", SECTIONS.join(", ")),
        ));
    }
    let keys = keys.as_table().ok_or_else(|| {
        let what = format!("`{section}` is no section");
        Fault::new(what, format!("write {section}.KEY = [VALUE, ...]"))
    })?;
    let choices = keys.iter().map(|(key, values)| {
        let key = format!("{section}.{key}");
        let values = match values {
            Value::Array(values) => values.as_slice(),
            only => std::slice::from_ref(only),
        };
        if values.is_empty() {
            return Err(Fault::new(
                format!("`{key}` has no value"),
                "list at least one",
            ));
        }
        let values = values.iter().map(|value| {
            let text = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            vec![(key.clone(), text)]
        });
        Ok(values.collect())
    });
    choices.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
        [[block]]
        mechanisms = ["pdom", "dwr"]
        together = [
            { core.warp_size = 16, core.warps = 48 },
            { core.warp_size = 32, core.warps = 24 },
        ]
        stack.depth = [6, 8, 12]
        compaction.mode = "scc"
        [[block]]
        mechanisms = ["dwf"]
    "#;

    #[test]
    fn a_space_is_every_combination() {
        let space = Space::parse(SMALL, "small.toml").unwrap();
        let all: Vec<_> = space.all().collect();
        assert_eq!(all.len(), 2 * 2 * 3 + 1);
        assert_eq!(all.len(), space.combinations());
        let unlike: std::collections::BTreeSet<String> =
            all.iter().map(|point| format!("{point:?}")).collect();
        assert_eq!(unlike.len(), all.len());
        let (mechanism, settings) = &all[0];
        assert_eq!(*mechanism, Mechanism::Pdom);
        let texts: Vec<String> = settings
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        assert_eq!(texts.len(), 4);
        for text in [
            "compaction.mode=scc",
            "stack.depth=6",
            "core.warp_size=16",
            "core.warps=48",
        ] {
            assert!(texts.iter().any(|t| t == text), "{texts:?}");
        }
        assert_eq!(all[12], (Mechanism::Dwf, Vec::new()));
    }

    #[test]
    fn faults_name_block_and_remedy() {
        let said = |text: &str| {
            let error = Space::parse(text, "f.toml").unwrap_err();
            format!("{error}; {}", error.remedy())
        };
        assert!(said("").starts_with("f.toml: it has no block"));
        assert!(said("x = 1").contains("`x` is no key"));
        assert!(said("[[block]]\nmechanisms = [").contains("line 2"));
        let block = |rest: &str| said(&format!("[[block]]\nmechanisms = [\"pdom\"]\n{rest}"));
        assert!(block("memory.mshrs = [1]").contains("block 1: `memory` is no section"));
        assert!(block("stack.depth = []").contains("`stack.depth` has no value"));
        assert!(block("together = 3").contains("no list of tables"));
        assert!(block("together = [{ core.warps = [1, 2] }]").contains("has a list"));
        assert!(said("[[block]]").contains("names no mechanisms"));
        let bound = said("[[block]]\nmechanisms = [\"mimd\"]");
        assert!(
            bound.contains("but a bound") && bound.contains("pdom"),
            "{bound}"
        );
        let many: Vec<String> = (0..400).map(|n| n.to_string()).collect();
        let many = many.join(",");
        assert!(
            block(&format!("stack.depth=[{many}]\nstack.pops=[{many}]")).contains("160000 points")
        );
    }

    #[test]
    fn the_standard_space_has_four_mechanisms_and_hundreds_of_points() {
        let space = Space::standard();
        assert!(space.mechanisms().len() >= 4);
        assert!(space.combinations() >= 400);
    }
}
