//! A JSON schema of machine files, from the declarations of the keys.

use heddle_contract::config::{Form, Limits, MachineKey, PRESETS, SECTIONS, Section, Values};
use serde_json::{Map, Value, json};

/// The schema: every key is known, has its type and its limits. Limits that depend on other keys stand in the descriptions.
pub fn schema() -> Value {
    let presets: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
    let mut properties = Map::new();
    properties.insert(
        "preset".into(),
        json!({ "description": "The machine that the file builds on.", "enum": presets }),
    );
    for section in &SECTIONS {
        let keys = section
            .keys
            .iter()
            .map(|key| (key.name.to_owned(), property(section, key)));
        match section.name {
            "" => properties.extend(keys),
            name => {
                let inside: Map<String, Value> = keys.collect();
                properties.insert(
                    name.into(),
                    json!({
                        "description": section.doc,
                        "type": "object",
                        "properties": inside,
                        "additionalProperties": false,
                    }),
                );
            }
        }
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A machine of Heddle",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

fn property(section: &Section, key: &MachineKey) -> Value {
    let mut property = match key.values {
        Values::Switch => json!({ "type": "boolean" }),
        Values::Number => number(&key.limits),
        Values::Names(names) => {
            let also = names.iter().filter_map(|named| named.or.map(Value::from));
            let names = names.iter().map(|named| Value::from(named.name));
            json!({ "enum": also.chain(names).collect::<Vec<_>>() })
        }
    };
    property["title"] = section.path(key).into();
    property["description"] = description(key).into();
    property
}

fn number(limits: &Limits) -> Value {
    let mut number = json!({ "type": "integer", "minimum": limits.least });
    if let Some(most) = limits.most {
        number["maximum"] = most.into();
    }
    match (limits.form, limits.most) {
        (Form::PowerOfTwo, Some(most)) => {
            let powers = (0..64).map(|power| 1u64 << power);
            let within = powers.filter(|value| (limits.least..=most).contains(value));
            json!({ "enum": within.collect::<Vec<_>>() })
        }
        (Form::OneOf(values), _) => json!({ "enum": values }),
        (Form::MultipleOf(of), _) => {
            number["multipleOf"] = of.into();
            number
        }
        (Form::Any | Form::PowerOfTwo, _) => number,
    }
}

/// Meaning, unit, the limits that the schema cannot check, and the meaning of each name.
fn description(key: &MachineKey) -> String {
    let mut lines = vec![key.doc.to_owned()];
    if !key.measure.is_empty() {
        lines.push(format!("Unit: {}.", key.measure));
    }
    if !key.limits.also.is_empty() {
        lines.push(format!("Also: {}.", key.limits.also));
    }
    if let Values::Names(names) = key.values {
        let named = names
            .iter()
            .map(|named| format!("{}: {}", named.name, named.doc));
        lines.extend(named);
    }
    lines.join("\n")
}
