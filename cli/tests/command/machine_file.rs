//! `heddle config`: keys are explained, the schema accepts machines and refuses what is none, the page is as committed.

use heddle_contract::Config;
use heddle_contract::config::{self, PRESETS, Values};
use heddle_machines::shipped;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/machines.md");

fn output(arguments: &[&str]) -> std::process::Output {
    let mut command = crate::program::heddle();
    let command = command.arg("config").args(arguments);
    command.output().expect("it starts")
}

fn printed(arguments: &[&str]) -> String {
    let output = output(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("JSON")
}

/// Paths of all keys of a machine.
fn keys(machine: &Value) -> BTreeSet<String> {
    let sections = machine.as_object().expect("sections").iter();
    let of_section = |(name, section): (&String, &Value)| match section {
        Value::Object(keys) => keys.keys().map(|key| format!("{name}.{key}")).collect(),
        _ => vec![name.clone()],
    };
    sections.flat_map(of_section).collect()
}

fn explained() -> Vec<Value> {
    let all = json(&["--explain", "--json"]);
    all.as_array().expect("a list").clone()
}

#[test]
fn every_key_that_a_preset_has_is_explained() {
    let explained = explained();
    let names: BTreeSet<String> = explained
        .iter()
        .map(|own| own["key"].as_str().expect("a name").into())
        .collect();
    assert_eq!(names.len(), explained.len());
    let mut had = BTreeSet::new();
    for (preset, _) in PRESETS {
        let machine = json(&["--preset", preset, "--json"]);
        for key in keys(&machine) {
            let own = explained.iter().find(|own| own["key"] == *key);
            let own = own.unwrap_or_else(|| panic!("{key} is not explained"));
            let value = key.split('.').fold(&machine, |value, step| &value[step]);
            assert_eq!(own["presets"][preset], *value, "{preset} {key}");
            had.insert(key);
        }
    }
    // What no preset has may be left out.
    for key in names.difference(&had) {
        let own = explained.iter().find(|own| own["key"] == *key).unwrap();
        assert_eq!(own["optional"], true, "{key}");
    }
    for own in &explained {
        assert!(
            own["doc"].as_str().is_some_and(|doc| doc.len() > 7),
            "{own:#}"
        );
        let is_number = own["least"].is_u64();
        assert_eq!(own["unit"].is_string(), is_number, "{own:#}");
        assert!(own["read_by"].is_array(), "{own:#}");
    }
}

#[test]
fn a_key_is_found_by_its_name_or_section() {
    let names = |asked: &str| {
        let found = json(&["--explain", asked, "--json"]);
        let found = found.as_array().expect("a list").iter();
        found
            .map(|own| own["key"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("dwf.pool"), ["dwf.pool"]);
    assert_eq!(
        names("warp_size"),
        ["core.warp_size", "limit_study.warp_size"]
    );
    assert_eq!(names("host"), ["host.latency", "host.bytes_per_cycle"]);
    assert_eq!(names("cores"), ["cores"]);
    let text = printed(&["--explain", "dwf.pool", "--preset", "tiny"]);
    for said in [
        "Entries of the warp pool.",
        "4 to 1024, a power of two",
        "here     16",
        "read by  `dwf`",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    for (asked, said) in [("dwf.pools", "heap_lut_entries"), ("gpu", "limit_study")] {
        let output = output(&["--explain", asked]);
        assert_eq!(output.status.code(), Some(2), "{asked}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(said), "{errors}");
    }
}

/// Whether a value is what a schema says, of as much of JSON schema as is used. Written from its standard, not from the command:
/// a word that is not known here fails the test.
fn accepts(schema: &Value, value: &Value) -> bool {
    let rules = schema.as_object().expect("a schema");
    rules.iter().all(|(word, rule)| match word.as_str() {
        "$schema" | "title" | "description" => rule.is_string(),
        "properties" => value.as_object().is_none_or(|given| {
            let known = rule.as_object().expect("properties");
            given
                .iter()
                .all(|(key, value)| known.get(key).is_none_or(|own| accepts(own, value)))
        }),
        "additionalProperties" => {
            assert_eq!(*rule, json!(false));
            let known = schema["properties"].as_object().expect("properties");
            let given = value.as_object();
            given.is_none_or(|given| given.keys().all(|key| known.contains_key(key)))
        }
        "type" => match rule.as_str().expect("a type") {
            "object" => value.is_object(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            other => panic!("type {other}"),
        },
        "enum" => rule.as_array().expect("a list").contains(value),
        "minimum" => value
            .as_i64()
            .is_none_or(|value| value >= rule.as_i64().unwrap()),
        "maximum" => value
            .as_i64()
            .is_none_or(|value| value <= rule.as_i64().unwrap()),
        "multipleOf" => value
            .as_i64()
            .is_none_or(|value| value % rule.as_i64().unwrap() == 0),
        word => panic!("{word} is not known here"),
    })
}

#[test]
fn the_schema_accepts_every_preset() {
    let schema = json(&["--schema"]);
    for (preset, text) in PRESETS {
        let whole = serde_json::to_value(shipped(preset)).unwrap();
        assert!(accepts(&schema, &whole), "{preset}");
        let file: toml::Table = text.parse().unwrap();
        let file = serde_json::to_value(file).unwrap();
        assert!(accepts(&schema, &file), "{preset} as written");
    }
    assert!(accepts(
        &schema,
        &json!({ "preset": "tiny", "dwf": { "swizzle": "xor" } })
    ));
    assert!(accepts(&schema, &json!({ "dwr": { "sub_warp": 8 } })));
}

#[test]
fn the_schema_refuses_what_is_no_machine() {
    let schema = json(&["--schema"]);
    for wrong in [
        json!({ "preset": "fermi" }),
        json!({ "gpu": 1 }),
        json!({ "cores": 0 }),
        json!({ "cores": 1.5 }),
        json!({ "core": { "warp": 4 } }),
        json!({ "core": { "warp_size": 12 } }),
        json!({ "core": { "warp_size": "32" } }),
        json!({ "core": { "stack_bytes": 24 } }),
        json!({ "dwf": { "formation_latency": 2 } }),
        json!({ "dwf": { "sticky": 1 } }),
        json!({ "dwf": { "policy": "fifo" } }),
        json!([]),
    ] {
        assert!(!accepts(&schema, &wrong), "{wrong}");
    }
}

/// Every limit of the schema is one of the command: with another value a machine is refused by both.
#[test]
fn the_schema_has_the_limits_that_are_checked() {
    let schema = json(&["--schema"]);
    let mut tried = 0;
    for (section, key) in config::keys() {
        let (Values::Number, Some(most)) = (key.values, key.limits.most) else {
            continue;
        };
        let path = section.path(key);
        let mut beyond = vec![most + 1];
        beyond.extend(key.limits.least.checked_sub(1));
        for value in beyond {
            let machine = match section.name {
                "" => json!({ key.name: value }),
                section => json!({ section: { key.name: value } }),
            };
            assert!(!accepts(&schema, &machine), "{path} = {value}");
            // Sections of the memory are checked where the machine has them.
            let refused = PRESETS.iter().any(|(preset, _)| {
                let source = config::Source::Preset((*preset).into());
                Config::load(&source, &[format!("{path}={value}")]).is_err()
            });
            assert!(refused, "{path} = {value}");
            tried += 1;
        }
        // What is at a limit is accepted, if other keys allow it.
        assert!(key.limits.least <= most, "{path}");
    }
    assert!(tried > 130, "{tried}");
}

#[test]
fn the_page_is_as_committed() {
    let page = printed(&["--markdown"]);
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        fs::write(PAGE, &page).expect("the page can be written");
    }
    let committed = fs::read_to_string(PAGE).unwrap_or_default();
    assert!(committed == page, "{PAGE}: HEDDLE_BLESS=1 writes it");
    for (section, key) in config::keys() {
        let row = format!("| `{}` | ", section.path(key));
        assert_eq!(page.matches(&row).count(), 1, "{row}");
    }
}
