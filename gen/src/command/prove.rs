//! `heddle prove`: what contracts guarantee and RTL says of its registers, proven of the Verilog.

use super::of_units;
use crate::cli::{Global, Prove as Options};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use heddle_contract::Config;
use heddle_cosim::by_name;
use heddle_cosim::prove::{Kind, Method, Prove, Proven, Verdict};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

/// The properties of a unit.
#[derive(Serialize)]
struct Report {
    unit: &'static str,
    properties: Vec<Proven>,
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
    let progress = Progress::new(global, "properties", None);
    let properties = progress.watch(&prove.done, || unit.prove(&prove, config))?;
    Ok(Report {
        unit: unit.name,
        properties,
    })
}

fn show(report: &Report) -> Result<(), Failure> {
    let proven = report.properties.iter();
    let proven = proven
        .filter(|proven| matches!(proven.verdict, Verdict::Proven { .. }))
        .count();
    output::line(&format!(
        "{}: {} properties, {proven} proven",
        report.unit,
        report.properties.len(),
    ))?;
    if report.properties.is_empty() {
        return Ok(());
    }
    let mut table = output::table(&["property", "", "verdict", "seconds", "violated by"], &[3]);
    for proven in &report.properties {
        table.add_row([
            proven.property.to_owned(),
            kind(proven.kind).to_owned(),
            said(proven.verdict),
            format!("{:.1}", proven.seconds),
            proven.violated_by.clone().unwrap_or("no mutant".into()),
        ]);
    }
    output::line(&table.to_string())
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Guarantee => "guarantee",
        Kind::Invariant => "invariant",
    }
}

fn said(verdict: Verdict) -> String {
    match verdict {
        Verdict::Proven {
            method: Method::Reachability,
        } => "proven".into(),
        Verdict::Proven {
            method: Method::Induction,
        } => "proven by induction".into(),
        Verdict::Bounded { cycles } => format!("not violated in {cycles} cycles"),
        Verdict::Violated { cycle } => format!("violated in cycle {cycle}"),
        Verdict::Vacuous => "vacuous".into(),
    }
}

/// A failure that names what does not hold, or says nothing.
fn hold(reports: &[Report]) -> Result<(), Failure> {
    let wrong = reports.iter().flat_map(|report| {
        let wrong = report.properties.iter().filter(|proven| is_wrong(proven));
        wrong.map(move |proven| format!("{}: {}", report.unit, proven.property))
    });
    let wrong: Vec<String> = wrong.collect();
    if wrong.is_empty() {
        return Ok(());
    }
    let what = format!("not so, or nothing is said by it:\n{}", wrong.join("\n"));
    Err(Failure::ran(what)
        .help("the table says which is violated, and when; or try more mutants (--mutants)"))
}

fn is_wrong(proven: &Proven) -> bool {
    let holds = matches!(
        proven.verdict,
        Verdict::Proven { .. } | Verdict::Bounded { .. }
    );
    !holds || proven.violated_by.is_none()
}
