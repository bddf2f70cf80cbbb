//! `heddle prove`: what contracts guarantee, proven of the Verilog.

use super::of_units;
use crate::cli::{Global, Prove as Options};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use heddle_contract::Config;
use heddle_cosim::by_name;
use heddle_cosim::prove::{Prove, Proven, Verdict};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// The guarantees of a unit.
#[derive(Serialize)]
struct Report {
    unit: &'static str,
    guarantees: Vec<Proven>,
}

/// Proves what units guarantee, prints what came of it, fails if something does not hold.
pub fn execute(global: &Global, options: &Options) -> Result<(), Failure> {
    let config = global.machine()?;
    let make = |name: &str| prove(global, options, &config, name);
    let reports = of_units::reports(global, options.unit.as_deref(), make, show)?;
    hold(&reports)
}

fn prove(
    global: &Global,
    options: &Options,
    config: &Config,
    name: &str,
) -> Result<Report, Failure> {
    let unit = by_name(name).expect("clap knows the names");
    let prove = Prove {
        verilog: unit.verilog(config)?,
        patience: Duration::from_secs(options.proof_seconds.into()),
        mutants: options.mutants as usize,
        seed: global.seed,
        done: Arc::default(),
    };
    let progress = Progress::new(global, "guarantees", None);
    let guarantees = progress.watch(&prove.done, || unit.prove(&prove, config))?;
    Ok(Report {
        unit: unit.name,
        guarantees,
    })
}

fn show(report: &Report) -> Result<(), Failure> {
    let proven = report.guarantees.iter();
    let proven = proven
        .filter(|proven| proven.verdict == Verdict::Proven)
        .count();
    output::line(&format!(
        "{}: {} guarantees, {proven} proven",
        report.unit,
        report.guarantees.len(),
    ))?;
    if report.guarantees.is_empty() {
        return Ok(());
    }
    let mut table = output::table(&["guarantee", "verdict", "seconds", "violated by"], &[2]);
    for proven in &report.guarantees {
        table.add_row([
            proven.guarantee.to_owned(),
            said(proven.verdict),
            format!("{:.1}", proven.seconds),
            proven.violated_by.clone().unwrap_or("no mutant".into()),
        ]);
    }
    output::line(&table.to_string())
}

fn said(verdict: Verdict) -> String {
    match verdict {
        Verdict::Proven => "proven".into(),
        Verdict::Bounded { cycles } => format!("not violated in {cycles} cycles"),
        Verdict::Violated { cycle } => format!("violated in cycle {cycle}"),
        Verdict::Vacuous => "vacuous".into(),
    }
}

/// A failure that names what does not hold, or says nothing.
fn hold(reports: &[Report]) -> Result<(), Failure> {
    let wrong = reports.iter().flat_map(|report| {
        let wrong = report.guarantees.iter().filter(|proven| is_wrong(proven));
        wrong.map(move |proven| format!("{}: {}", report.unit, proven.guarantee))
    });
    let wrong: Vec<String> = wrong.collect();
    if wrong.is_empty() {
        return Ok(());
    }
    let what = format!(
        "not as guaranteed, or nothing is guaranteed by it:\n{}",
        wrong.join("\n")
    );
    Err(Failure::ran(what)
        .help("the table says which is violated, and when; or try more mutants (--mutants)"))
}

fn is_wrong(proven: &Proven) -> bool {
    let holds = matches!(proven.verdict, Verdict::Proven | Verdict::Bounded { .. });
    !holds || proven.violated_by.is_none()
}
