//! A comparison as a table for other programs.

use super::{Comparison, Row};
use crate::csv::line;

/// The columns before and after the keys.
const BEFORE: [&str; 2] = ["program", "mechanism"];
const AFTER: [&str; 9] = [
    "cycles",
    "ipc",
    "instructions",
    "simd_efficiency",
    "speedup",
    "outcome",
    "failure",
    "run",
    "command",
];

/// A heading and a line for each run. Numbers are written so that reading them gives the same bits; those of a failed run are empty.
pub(super) fn text(comparison: &Comparison<'_>) -> String {
    let keys = comparison.plan().keys.iter().map(String::as_str);
    let heading = BEFORE.into_iter().chain(keys).chain(AFTER);
    let mut text = line(heading);
    for row in comparison.rows() {
        let after = after(&row);
        let before = [row.program, row.mechanism].into_iter();
        let values = row.values.iter().map(String::as_str);
        let after = after.iter().map(String::as_str);
        text += &line(before.chain(values).chain(after));
    }
    text
}

fn after(row: &Row<'_>) -> [String; AFTER.len()] {
    let count = |path| {
        row.count(path)
            .map_or(String::new(), |count| count.to_string())
    };
    let shown = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    [
        count("cycles"),
        shown(row.ipc),
        count("instructions"),
        shown(row.number("simd_efficiency")),
        shown(row.speedup),
        row.outcome().into(),
        row.result.failure.clone().unwrap_or_default(),
        row.run.clone(),
        row.command.clone().unwrap_or_default(),
    ]
}
