//! A comparison as a table and as lines.

use crate::output;
use heddle_study::{Comparison, Difference, MEAN, Results, Subject};
use std::path::Path;

/// Table with a row for each setting and subject, and a row of means; columns are IPC and speed-up of each mechanism.
pub fn table(comparison: &Comparison<'_>) -> String {
    let plan = comparison.plan();
    let mut heading = vec!["setting".to_owned(), "workload".into()];
    for (index, mechanism) in plan.mechanisms.iter().enumerate() {
        heading.push(mechanism.name().into());
        if index != plan.baseline {
            heading.push("speed-up".into());
        }
    }
    let varied = plan.settings.len() > 1;
    let heading = &heading[usize::from(!varied)..];
    let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
    let right: Vec<usize> = (1 + usize::from(varied)..heading.len()).collect();
    let mut table = output::table(&heading, &right);
    for setting in 0..plan.settings.len() {
        for row in rows(comparison, setting) {
            table.add_row(&row[usize::from(!varied)..]);
        }
    }
    table.to_string()
}

fn rows(comparison: &Comparison<'_>, setting: usize) -> Vec<Vec<String>> {
    let subjects = comparison.plan().subjects.iter().enumerate();
    let of_subject = |(index, subject): (usize, &Subject)| {
        let ipc = |mechanism| comparison.ipc([setting, index, mechanism]);
        row(comparison, setting, subject.name(), ipc)
    };
    let mut rows: Vec<Vec<String>> = subjects.map(of_subject).collect();
    if rows.len() > 1 {
        let mean = |mechanism| comparison.mean(setting, mechanism);
        rows.push(row(comparison, setting, MEAN, mean));
    }
    rows
}

fn row(
    comparison: &Comparison<'_>,
    setting: usize,
    name: &str,
    ipc: impl Fn(usize) -> Option<f64>,
) -> Vec<String> {
    let plan = comparison.plan();
    let mut row = vec![plan.settings[setting].clone(), name.into()];
    for mechanism in 0..plan.mechanisms.len() {
        row.push(ipc(mechanism).map_or("failed".into(), |ipc| format!("{ipc:.3}")));
        if mechanism != plan.baseline {
            let speedup = comparison.over_baseline(&ipc, mechanism);
            row.push(speedup.map_or(String::new(), |ratio| format!("{ratio:.2}x")));
        }
    }
    row
}

/// The number of runs, and where they are kept.
pub fn summary(results: &Results, folder: &Path) -> String {
    format!(
        "IPC: thread instructions per cycle. {} runs, {} of them simulated now; charts and \
         runs/ in {}",
        results.len(),
        results.simulated,
        folder.display()
    )
}

/// A line for each run that left other memory contents than the first mechanism.
pub fn disagreement(comparison: &Comparison<'_>) -> Vec<String> {
    let line = |difference: &Difference| match comparison.setting(difference.run) {
        "" => difference.in_words(),
        setting => format!("{setting}: {}", difference.in_words()),
    };
    comparison.differences().iter().map(line).collect()
}
