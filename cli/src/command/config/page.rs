//! The page of the book with every key of the machine file.

use super::explained::{Explained, in_words};
use heddle_contract::config::{SECTIONS, Values};

const HEAD: &str = "\
# Machines

A machine is a TOML file. It needs only the keys that differ from a preset, after a line such as `preset = \"tiny\"`; `--set
SECTION.KEY=VALUE` overrides one key. `heddle config` prints a machine with every key, `heddle config --explain KEY` what is below,
and `heddle config --schema` a JSON schema, with which editors complete and check machine files. The schema knows the limits of each
key by itself. Limits that depend on other keys stand in its descriptions, and are checked when the machine is read.

A test writes this page from the declarations of the keys (`contract/src/config`). **Read by** names the mechanisms (`heddle
mechanisms`) and the limit study `oracle` whose runs depend on the key. For all others a run is the same whatever its value is.
";

/// The page.
pub fn page(keys: &[Explained]) -> String {
    let section = |name: &str| {
        let own: Vec<&Explained> = keys.iter().filter(|key| key.section.name == name).collect();
        let heading = match name {
            "" => "The machine".to_owned(),
            name => format!("`{name}`"),
        };
        let doc = own.first().map(|key| key.section.doc).unwrap_or_default();
        let rows: String = own.iter().map(|key| row(key)).collect();
        let names: String = own.iter().filter_map(|key| names(key)).collect();
        format!("\n## {heading}\n\n{doc}\n\n{TABLE}{rows}{names}")
    };
    let sections = SECTIONS.iter().map(|own| section(own.name));
    HEAD.to_owned() + &sections.collect::<String>()
}

const TABLE: &str = "\
| key | meaning | unit | accepts | presets | read by |
| --- | --- | --- | --- | --- | --- |
";

fn row(key: &Explained) -> String {
    let unit = match (key.key.values, key.key.measure) {
        (Values::Number, measure) => measure,
        _ => "none",
    };
    format!(
        "| `{}` | {} | {unit} | {} | {} | {} |\n",
        key.path(),
        key.key.doc,
        key.accepts(),
        presets(key),
        key.read_by()
    )
}

/// The values of the presets: the one that most of them have, then the others with their presets.
fn presets(key: &Explained) -> String {
    let mut values: Vec<(String, Vec<&str>)> = Vec::new();
    for (preset, value) in &key.presets {
        let value = in_words(value);
        match values.iter_mut().find(|(known, _)| *known == value) {
            Some((_, presets)) => presets.push(preset),
            None => values.push((value, vec![preset])),
        }
    }
    // Stable: of equally many, the first stays first.
    values.sort_by_key(|(_, presets)| std::cmp::Reverse(presets.len()));
    let shown = values.iter().enumerate().map(|(at, (value, presets))| {
        match at == 0 && (presets.len() > 1 || values.len() == 1) {
            true => value.clone(),
            false => format!("`{}` {value}", presets.join("`, `")),
        }
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// The names that a key accepts, with their meaning.
fn names(key: &Explained) -> Option<String> {
    let Values::Names(names) = key.key.values else {
        return None;
    };
    let path = key.path();
    let named = names
        .iter()
        .map(|named| format!("* `{}`: {}\n", named.name, named.doc));
    Some(format!("\n`{path}`:\n\n{}", named.collect::<String>()))
}
