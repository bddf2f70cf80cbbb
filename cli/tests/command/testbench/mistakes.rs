//! Mistakes in Verilog: one operator replaced by another.

use super::kit::{Kit, Simulator};

/// Pairs of a text and its replacement.
const CHANGES: [(&str, &str); 5] = [
    (" & ", " | "),
    (" == ", " != "),
    (" < ", " > "),
    (" ? ", " == 0 ? "),
    ("~", ""),
];

/// Number of mistakes that are tried in a unit, because not every mistake changes the unit's behaviour.
const TRIES: usize = 4;

/// Puts the first mistake into a unit that its testbench finds in Icarus Verilog.
///
/// # Panics
/// If the testbench finds none of several mistakes.
pub fn put_in(kit: &Kit, unit: &str) {
    let found = mistaken(&kit.verilog(unit))
        .into_iter()
        .take(TRIES)
        .any(|text| {
            kit.write(unit, &text);
            !kit.run(Simulator::Icarus, unit).success()
        });
    assert!(
        found,
        "{unit}: the testbench finds none of {TRIES} mistakes"
    );
}

/// Texts with one mistake each, after the list of ports.
fn mistaken(verilog: &str) -> Vec<String> {
    let body = verilog.find("\n);\n").expect("a list of ports");
    let (ports, body) = verilog.split_at(body);
    let changed = |(from, to): (&str, &str)| {
        let places = body.match_indices(from);
        let places = places.filter(|(at, _)| !line(body, *at).contains("//"));
        places
            .map(|(at, _)| format!("{ports}{}{to}{}", &body[..at], &body[at + from.len()..]))
            .collect::<Vec<String>>()
    };
    CHANGES.into_iter().flat_map(changed).collect()
}

/// The line of a text that contains a position.
fn line(text: &str, at: usize) -> &str {
    let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[begin..].lines().next().unwrap_or_default()
}
