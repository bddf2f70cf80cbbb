//! `heddle units`: lists the units, for the given machine.

use crate::cli::{Global, Units};
use crate::failure::Failure;
use crate::output;
use heddle_contract::{Direction, Kind, Port, Rule, UnitInfo, units};
use serde_json::{Map, Value, json};

/// Lists the units.
pub fn execute(global: &Global, options: &Units) -> Result<(), Failure> {
    // Another unit may not fit the machine.
    if let Some(unit) = &options.unit {
        return one(global, unit);
    }
    let units = units::all(&global.machine()?)?;
    if options.markdown {
        return output::text(&markdown(&units));
    }
    if global.json {
        return output::json(&units.iter().map(unit_json).collect::<Vec<_>>());
    }
    for unit in &units {
        show(unit)?;
    }
    Ok(())
}

/// Prints the page of a unit, or as JSON what its contract says.
fn one(global: &Global, unit: &str) -> Result<(), Failure> {
    let machine = global.machine()?;
    if global.json {
        let info = units::named(unit, &machine).expect("one of the names that are allowed")?;
        return output::json(&unit_json(&info));
    }
    output::text(&heddle_gen::page(&machine, &global.said(), unit)?)
}

/// The table that the book shows.
fn markdown(units: &[UnitInfo]) -> String {
    let row = |unit: &UnitInfo| {
        let UnitInfo {
            name,
            summary,
            source,
            ..
        } = unit;
        format!("| [`{name}`](units/{name}.md) | {summary} | {source} |\n")
    };
    let rows: String = units.iter().map(row).collect();
    format!("| unit | what it is | source |\n| --- | --- | --- |\n{rows}")
}

fn unit_json(unit: &UnitInfo) -> Value {
    let params: Map<String, Value> = unit
        .params
        .iter()
        .map(|param| (param.name.into(), param.value.into()))
        .collect();
    let ports: Vec<Value> = ports(unit)
        .map(|(port, direction)| port_json(port, direction))
        .collect();
    json!({
        "unit": unit.name,
        "summary": unit.summary,
        "system": unit.system,
        "source": unit.source,
        "timing": unit.timing.to_string(),
        "latency": unit.timing.latency,
        "throughput": unit.timing.throughput,
        "after_reset": unit.timing.after_reset,
        "params": params,
        "ports": ports,
        "combinational": unit.combinational.iter().map(|path| json!({
            "output": port_name(path.output, Direction::Out),
            "inputs": port_names(path.inputs, Direction::In),
        })).collect::<Vec<_>>(),
        "answers": unit.answers.iter().map(|answer| json!({
            "input": port_name(answer.input, Direction::In),
            "outputs": port_names(answer.outputs, Direction::Out),
        })).collect::<Vec<_>>(),
        "assumptions": rules_json(&unit.assumptions),
        "guarantees": rules_json(&unit.guarantees),
        "corners": rules_json(&unit.corners),
    })
}

fn port_name(name: &str, direction: Direction) -> String {
    format!("{name}{}", direction.suffix())
}

fn port_names(names: &[&str], direction: Direction) -> Vec<String> {
    names
        .iter()
        .map(|name| port_name(name, direction))
        .collect()
}

fn rules_json(rules: &[Rule]) -> Vec<Value> {
    let rule = |rule: &Rule| json!({ "property": rule.name, "inputs": rule.inputs, "outputs": rule.outputs });
    rules.iter().map(rule).collect()
}

fn ports(unit: &UnitInfo) -> impl Iterator<Item = (&Port, Direction)> {
    let inputs = unit.inputs.iter().map(|port| (port, Direction::In));
    inputs.chain(unit.outputs.iter().map(|port| (port, Direction::Out)))
}

fn port_json(port: &Port, direction: Direction) -> Value {
    json!({
        "name": port_name(port.name, direction),
        "dir": if direction == Direction::In { "in" } else { "out" },
        "width": port.kind.total_bits(),
        "doc": port.doc,
    })
}

fn show(unit: &UnitInfo) -> Result<(), Failure> {
    output::line(&format!("{}: {}", unit.name, unit.summary))?;
    output::line(&format!("  source  {}", unit.source))?;
    output::line(&format!("  timing  {}", unit.timing))?;
    let params: Vec<String> = unit
        .params
        .iter()
        .map(|param| format!("{} {}", param.name, param.value))
        .collect();
    output::line(&format!("  params  {}", params.join(", ")))?;
    let mut table = output::table(&["port", "bits", "shape", "meaning"], &[1]);
    for (port, direction) in ports(unit) {
        let name = port_name(port.name, direction);
        let bits = port.kind.total_bits().to_string();
        table.add_row([name, bits, shape(port.kind), port.doc.into()]);
    }
    output::line(&format!("{table}\n"))
}

fn shape(kind: Kind) -> String {
    match kind {
        Kind::Bit => "bit".into(),
        Kind::Bits(width) => format!("{width} bits"),
        Kind::Array { width, length } => format!("{length} x {width}"),
    }
}
