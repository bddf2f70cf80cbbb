//! The PCs at which a run lost most lanes, for people.

use crate::failure::Failure;
use crate::output;
use comfy_table::ColumnConstraint;
use heddle_sim::Report;
use heddle_sim::report::{ProfileRow, Source};

/// Maximum number of rows that are shown.
const SHOWN: usize = 20;

/// Prints the table, if it was requested.
pub fn show(report: &Report) -> Result<(), Failure> {
    match &report.profile {
        Some(rows) => output::line(&table(rows)),
        None => Ok(()),
    }
}

const HEADING: [&str; 9] = [
    "place",
    "source",
    "instruction",
    "issued",
    "lanes",
    "lost",
    "diverged",
    "lines",
    "misses",
];
/// Index of the source column.
const SOURCE: usize = 1;

fn table(rows: &[ProfileRow]) -> String {
    let mut table = output::table(&HEADING, &[3, 4, 5, 6, 7, 8]);
    for row in rows.iter().take(SHOWN) {
        table.add_row(cells(row));
    }
    if rows.iter().all(|row| row.source.is_none())
        && let Some(column) = table.column_mut(SOURCE)
    {
        column.set_constraint(ColumnConstraint::Hidden);
    }
    let left = rows.len().saturating_sub(SHOWN);
    match left {
        0 => table.to_string(),
        _ => format!("{table}\nand {left} more"),
    }
}

fn cells(row: &ProfileRow) -> [String; HEADING.len()] {
    let place = row.place.function.clone();
    let diverged = row.branches.map(|branches| branches.diverged.to_string());
    let lines = row
        .lines
        .map(|lines| format!("{:.1}", lines.per_instruction));
    let misses = row.lines.map(|lines| lines.misses.to_string());
    [
        place.unwrap_or_else(|| format!("0x{:08x}", row.place.pc)),
        row.source.as_ref().map(line).unwrap_or_default(),
        row.place.instruction.clone(),
        row.issued.to_string(),
        format!("{:.1}", row.mean_active_lanes),
        row.lost_lanes.to_string(),
        diverged.unwrap_or_default(),
        lines.unwrap_or_default(),
        misses.unwrap_or_default(),
    ]
}

/// File and line, without the folders.
fn line(source: &Source) -> String {
    let name = source.file.rsplit('/').next().unwrap_or_default();
    format!("{name}:{}", source.line)
}
