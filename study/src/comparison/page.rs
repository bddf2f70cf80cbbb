//! A comparison as one page that needs no other file.

use super::charts;
use super::{Comparison, Row};
use crate::planned::MODEL;
use crate::plot::panel::STYLE;
use minijinja::AutoEscape;
use minijinja::value::Serde;
use serde::Serialize;

/// Everything that the template shows.
#[derive(Serialize)]
struct Page {
    machine: String,
    version: &'static str,
    model: &'static str,
    baseline: &'static str,
    programs: usize,
    rows: usize,
    runs: usize,
    charts: Vec<Shown>,
    failed: Vec<Failed>,
    differences: Vec<String>,
    keys: Vec<String>,
    table: Vec<Line>,
}

/// A chart.
#[derive(Serialize)]
struct Shown {
    title: String,
    panels: Vec<String>,
}

/// A failed run.
#[derive(Serialize)]
struct Failed {
    run: String,
    failure: String,
    command: Option<String>,
}

/// A line of the table.
#[derive(Serialize)]
struct Line {
    program: String,
    mechanism: &'static str,
    numbers: Vec<String>,
    outcome: &'static str,
}

/// The page. It depends on the results alone, not on which of them were simulated now.
pub(super) fn page(comparison: &Comparison<'_>) -> String {
    let plan = comparison.plan();
    let charts = charts::all(comparison).into_iter().map(|chart| Shown {
        title: chart.title,
        panels: chart.panels.iter().map(|panel| panel.svg()).collect(),
    });
    let differences = comparison.differences();
    let differences = differences.map(|(setting, difference)| match setting {
        "" => difference.in_words(),
        setting => format!("{setting}: {}", difference.in_words()),
    });
    render(&Page {
        machine: plan.options(),
        version: env!("CARGO_PKG_VERSION"),
        model: MODEL,
        baseline: plan.mechanisms[plan.baseline].name(),
        programs: plan.subjects.len(),
        rows: plan.planned_runs.len(),
        runs: comparison.runs(),
        charts: charts.collect(),
        failed: comparison.failed().into_iter().map(failed).collect(),
        differences: differences.collect(),
        keys: plan.keys.clone(),
        table: comparison.rows().map(line).collect(),
    })
}

fn failed(row: Row<'_>) -> Failed {
    Failed {
        run: row.title(),
        failure: row.result.failure.clone().unwrap_or_default(),
        command: row.command,
    }
}

fn line(row: Row<'_>) -> Line {
    let count = |path| {
        row.count(path)
            .map_or("–".into(), |count| count.to_string())
    };
    let number = |number: Option<f64>| number.map_or("–".into(), |number| format!("{number:.3}"));
    let of_run = [
        count("cycles"),
        number(row.ipc),
        count("instructions"),
        number(row.number("simd_efficiency")),
        number(row.speedup),
    ];
    Line {
        program: row.program.into(),
        mechanism: row.mechanism,
        numbers: [row.values, &of_run].concat(),
        outcome: row.outcome(),
    }
}

fn render(page: &Page) -> String {
    let mut environment = heddle_template::environment();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment
        .add_template("style.css", include_str!("../report/style.css"))
        .and_then(|()| environment.add_template("panel.css", STYLE))
        .and_then(|()| environment.render_str(include_str!("page.html.jinja"), Serde(page)))
        .unwrap_or_else(|error| panic!("the template of a comparison: {error:#}"))
}
