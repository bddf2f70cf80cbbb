//! The manifest of the generated files, for programs.

use super::checkers::Files;
use crate::cli::{Gen, Global};
use crate::failure::Failure;
use heddle_contract::{Direction, Param};
use heddle_hdl::{Contract, Module, ModulePort};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The text of the manifest.
///
/// # Errors
/// A machine that cannot be read.
pub fn text(modules: &[Module], global: &Global, options: &Gen) -> Result<String, Failure> {
    let manifest = json!({
        "heddle": env!("CARGO_PKG_VERSION"),
        "options": global.arguments(),
        "prefix": options.package.prefix,
        "name_by_config": options.package.name_by_config,
        "timescale": options.package.timescale,
        "machine": global.machine()?,
        "modules": self::modules(modules, options),
    });
    Ok(serde_json::to_string_pretty(&manifest).expect("string keys") + "\n")
}

/// Descriptions of modules, in the order of the file list. A memory wrapper, which has no contract, has only its files
/// and bits.
pub fn modules(modules: &[Module], options: &Gen) -> Vec<Value> {
    let row = |module: &Module| self::module(module, options.checkers);
    modules.iter().map(row).collect()
}

fn module(module: &Module, checker: bool) -> Value {
    let mut all = Map::new();
    all.insert("name".into(), json!(module.name));
    all.insert("file".into(), json!(module.file_name()));
    if let Some(contract) = &module.contract {
        all.extend(of_contract(contract));
        all.insert("ports".into(), module.ports.iter().map(port).collect());
        all.insert("instances".into(), instances(module));
        if checker {
            all.insert("checker".into(), json!(Files::of(&module.name)));
        }
    }
    all.insert("register_bits".into(), json!(module.register_bits()));
    all.insert("memory_bits".into(), json!(module.memory_bits()));
    all.insert("overhead_bits".into(), json!(module.overhead_bits()));
    all.into()
}

fn of_contract(contract: &Contract) -> Map<String, Value> {
    let keys = [
        ("unit", json!(contract.name)),
        ("summary", json!(contract.summary)),
        ("source", json!(contract.source)),
        ("timing", json!(contract.timing.to_string())),
        (
            "parameters",
            contract.params.iter().map(parameter).collect(),
        ),
    ];
    keys.map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}

fn parameter(param: &Param) -> Value {
    json!({ "name": param.name, "value": param.value, "doc": param.doc })
}

fn port(port: &ModulePort) -> Value {
    json!({
        "name": port.name,
        "direction": match port.direction {
            Direction::In => "in",
            Direction::Out => "out",
        },
        "width": port.width,
        "group": port.group,
        "doc": port.doc,
    })
}

/// Number of instances of each module, by name.
fn instances(module: &Module) -> Value {
    let mut counts = BTreeMap::new();
    for instance in &module.instances {
        *counts.entry(instance).or_insert(0) += 1;
    }
    let row = |(module, count)| json!({ "module": module, "count": count });
    counts.into_iter().map(row).collect()
}
