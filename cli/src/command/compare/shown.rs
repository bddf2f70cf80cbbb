//! A comparison as a table and as lines.

use crate::output;
use heddle_study::{Comparison, Difference, MEAN, Mean, Results, Subject};
use std::path::Path;

/// At most so many failed runs are listed; the page, the CSV and the JSON have all of them.
const MOST_FAILED: usize = 10;

/// Table with a row for each setting and subject, and a row of means; columns are the keys that vary, and IPC and speed-up of each
/// mechanism.
pub fn table(comparison: &Comparison<'_>) -> String {
    let plan = comparison.plan();
    let mut heading: Vec<&str> = plan.keys.iter().map(String::as_str).collect();
    heading.push("workload");
    let left = heading.len();
    for (index, mechanism) in plan.mechanisms.iter().enumerate() {
        heading.push(mechanism.name());
        if index != plan.baseline {
            heading.push("speed-up");
        }
    }
    let keys = 0..plan.keys.len();
    let right: Vec<usize> = keys.chain(left..heading.len()).collect();
    let mut table = output::table(&heading, &right);
    for setting in 0..plan.settings.len() {
        for row in rows(comparison, setting) {
            table.add_row(row);
        }
    }
    table.to_string()
}

fn rows(comparison: &Comparison<'_>, setting: usize) -> Vec<Vec<String>> {
    let subjects = comparison.plan().subjects.iter().enumerate();
    let of_subject = |(index, subject): (usize, &Subject)| {
        let place = |mechanism| [setting, index, mechanism];
        let ipc = |mechanism| comparison.ipc(place(mechanism));
        let ipc = |mechanism| ipc(mechanism).map_or("failed".into(), |ipc| format!("{ipc:.3}"));
        let speedup = |mechanism| comparison.speedup(place(mechanism));
        let speedup = |mechanism| speedup(mechanism).map_or(String::new(), times);
        row(comparison, setting, subject.name(), ipc, speedup)
    };
    let mut rows: Vec<Vec<String>> = subjects.map(of_subject).collect();
    if comparison.has_means() {
        let ipc = |index| mean(comparison.mean(setting, index), &|ipc| format!("{ipc:.3}"));
        let speedup = |index| mean(comparison.mean_speedup(setting, index), &times);
        rows.push(row(comparison, setting, MEAN, ipc, speedup));
    }
    rows
}

fn times(ratio: f64) -> String {
    format!("{ratio:.2}x")
}

/// A mean, with the number of programs if it is not over all of them (REP-19).
fn mean(mean: Mean, shown: &dyn Fn(f64) -> String) -> String {
    match mean.value {
        None => "failed".into(),
        Some(value) if mean.is_partial() => {
            format!("{} ({} of {})", shown(value), mean.over, mean.of)
        }
        Some(value) => shown(value),
    }
}

fn row(
    comparison: &Comparison<'_>,
    setting: usize,
    name: &str,
    ipc: impl Fn(usize) -> String,
    speedup: impl Fn(usize) -> String,
) -> Vec<String> {
    let plan = comparison.plan();
    let mut row = plan.values[setting].clone();
    row.push(name.into());
    for mechanism in 0..plan.mechanisms.len() {
        row.push(ipc(mechanism));
        if mechanism != plan.baseline {
            row.push(speedup(mechanism));
        }
    }
    row
}

/// The number of runs, and where they are kept.
pub fn summary(comparison: &Comparison<'_>, results: &Results, folder: &Path) -> String {
    format!(
        "IPC: thread instructions per cycle. {} rows of {} distinct runs, {} of them simulated now; \
         compare.html, charts and runs/ in {}",
        comparison.plan().planned_runs.len(),
        comparison.runs(),
        results.simulated,
        folder.display()
    )
}

/// Lines for failed runs, with the commands that repeat them, and for each run that left other memory contents than the first
/// mechanism.
pub fn below(comparison: &Comparison<'_>) -> Vec<String> {
    let failed = comparison.failed();
    let mut lines = Vec::new();
    for row in failed.iter().take(MOST_FAILED) {
        let failure = row.result.failure.as_deref().unwrap_or_default();
        lines.push(format!("failed: {}: {failure}", row.title()));
        lines.extend(row.command.iter().map(|command| format!("  {command}")));
    }
    if failed.len() > MOST_FAILED {
        let more = failed.len() - MOST_FAILED;
        lines.push(format!(
            "{more} more runs failed; compare.html has all of them"
        ));
    }
    let line = |(setting, difference): (&str, &Difference<'_>)| match setting {
        "" => difference.in_words(),
        setting => format!("{setting}: {}", difference.in_words()),
    };
    lines.extend(comparison.differences().map(line));
    lines
}
