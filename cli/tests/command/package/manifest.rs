//! The manifest describes each module as its contract does.

use super::generated::{Generated, word};
use serde_json::{Value, json};

fn units() -> Vec<Value> {
    let output = crate::program::heddle()
        .args(["units", "--preset", "tiny", "--json"])
        .output()
        .expect("it starts");
    serde_json::from_slice(&output.stdout).expect("a list of units")
}

/// A port in the form of `heddle units`.
fn listed(port: &Value) -> Value {
    json!({ "name": port["name"], "dir": port["direction"], "width": port["width"], "doc": port["doc"] })
}

#[test]
fn it_has_ports_and_parameters_of_every_unit() {
    let generated = Generated::new(&["--all", "--preset", "tiny"]);
    for unit in units() {
        let mut modules = generated.modules.iter();
        let module = modules.find(|module| module["name"] == unit["unit"]);
        let module = module.expect("a unit's module has its name");
        let ports = module["ports"].as_array().unwrap();
        let ports: Vec<Value> = ports[2..].iter().map(listed).collect();
        assert_eq!(Value::from(ports), unit["ports"], "{}", unit["unit"]);
        assert_eq!(module["timing"], unit["timing"]);
        for parameter in module["parameters"].as_array().unwrap() {
            let name = word(parameter, "name");
            assert_eq!(parameter["value"], unit["params"][name], "{name}");
            assert!(!word(parameter, "doc").is_empty(), "{name}");
        }
    }
}

#[test]
fn it_counts_instances() {
    let unit = ["--unit", "stackless_front_end", "--preset", "tiny"];
    let generated = Generated::new(&[&unit[..], &["--memory", "wrapper"]].concat());
    let expected = json!([
        { "module": "heddle_ram_1r1w", "count": 3 },
        { "module": "unified_arbiter", "count": 1 },
    ]);
    assert_eq!(generated.top()["instances"], expected);
    let group = |port: &Value| word(port, "group").to_owned();
    let groups: Vec<String> = generated.top()["ports"]
        .as_array()
        .unwrap()
        .iter()
        .map(group)
        .collect();
    assert_eq!(groups[0], "clock and reset");
    assert!(groups.iter().all(|group| !group.is_empty()), "{groups:?}");
}
