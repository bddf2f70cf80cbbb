//! The tables of ports: when inputs may change, and when outputs are valid.

use super::table::table;
use heddle_contract::{Direction, Kind, Path, Port, UnitInfo};
use std::collections::BTreeSet;

/// The inputs, by group.
///
/// An input is sampled at the clock edge. Before the edge it may change, unless an output depends on it within the cycle: a
/// reader of that output sees the change. It may follow all outputs but those, which would close a loop; it must follow those
/// that it answers.
pub(super) fn inputs(info: &UnitInfo) -> String {
    groups(&info.inputs, |ports| {
        let rows = ports.iter().map(|port| {
            let followed = followers(info, port);
            [
                name(port, Direction::In),
                shape(port.kind),
                port.doc.into(),
                change(&followed) + &answered(info, port),
                read(info, port),
            ]
        });
        table(
            [
                "input",
                "shape",
                "meaning",
                "may change",
                "rules that read it",
            ],
            rows,
        )
    })
}

/// The outputs, by group.
pub(super) fn outputs(info: &UnitInfo) -> String {
    groups(&info.outputs, |ports| {
        let rows = ports.iter().map(|port| {
            [
                name(port, Direction::Out),
                shape(port.kind),
                port.doc.into(),
                valid(info, port),
                settled(info, port),
            ]
        });
        table(["output", "shape", "meaning", "valid", "settled"], rows)
    })
}

/// A table for each group of ports, below its heading.
fn groups(ports: &[Port], rows: impl Fn(&[Port]) -> String) -> String {
    let groups = ports.chunk_by(|one, next| one.group == next.group);
    let tables: Vec<String> = groups
        .map(|ports| format!("### {}\n\n{}", ports[0].group, rows(ports)))
        .collect();
    tables.join("\n\n")
}

fn name(port: &Port, direction: Direction) -> String {
    format!("`{}{}`", port.name, direction.suffix())
}

fn shape(kind: Kind) -> String {
    match kind {
        Kind::Bit => "1".into(),
        Kind::Bits(width) => width.to_string(),
        Kind::Array { width, length } => format!("{length} x {width}"),
    }
}

/// The outputs that depend on an input within the cycle.
fn followers(info: &UnitInfo, input: &Port) -> Vec<String> {
    let paths = info
        .combinational
        .iter()
        .filter(|path| path.inputs.contains(&input.name));
    paths.map(|path| format!("`{}_o`", path.output)).collect()
}

fn change(followed: &[String]) -> String {
    match followed {
        [] => "until the clock edge".into(),
        outputs => format!("until {} is read in the cycle", outputs.join(", ")),
    }
}

/// What the environment answers with an input within the cycle.
fn answered(info: &UnitInfo, input: &Port) -> String {
    let answers = info
        .answers
        .iter()
        .filter(|answer| answer.input == input.name);
    let outputs = answers.flat_map(|answer| answer.outputs);
    let outputs: Vec<String> = outputs.map(|output| format!("`{output}_o`")).collect();
    match outputs.is_empty() {
        true => String::new(),
        false => format!("; answers {} of the same cycle", outputs.join(", ")),
    }
}

/// The assumptions that read an input.
fn read(info: &UnitInfo, input: &Port) -> String {
    let rules = info
        .assumptions
        .iter()
        .filter(|rule| rule.inputs.contains(input.name));
    let names: Vec<&str> = rules.map(|rule| rule.name).collect();
    match names.is_empty() {
        true => "none: any value".into(),
        false => names.join("; "),
    }
}

/// While which ports are high an output has a meaning.
fn valid(info: &UnitInfo, output: &Port) -> String {
    let mut needed = Vec::new();
    let mut port = output;
    // A qualifier has a meaning only while its own qualifier is high.
    while let Some((qualifier, direction)) = port.qualifier.and_then(|name| find(info, name)) {
        needed.push(name(qualifier, direction));
        port = qualifier;
    }
    match needed.is_empty() {
        true => "in every cycle".into(),
        false => format!("while {}", needed.join(" and ")),
    }
}

fn find<'a>(info: &'a UnitInfo, name: &str) -> Option<(&'a Port, Direction)> {
    let of = |ports: &'a [Port], direction| {
        let port = ports.iter().find(|port| port.name == name);
        port.map(|port| (port, direction))
    };
    of(&info.outputs, Direction::Out).or_else(|| of(&info.inputs, Direction::In))
}

/// From when on in the cycle an output has its value.
fn settled(info: &UnitInfo, output: &Port) -> String {
    let paths = info
        .combinational
        .iter()
        .filter(|path| path.output == output.name);
    let inputs: BTreeSet<&str> = paths
        .flat_map(|Path { inputs, .. }| inputs.iter().copied())
        .collect();
    let inputs: Vec<String> = inputs.iter().map(|input| format!("`{input}_i`")).collect();
    match inputs.is_empty() {
        true => "from the clock edge on".into(),
        false => format!("after {}", inputs.join(", ")),
    }
}
