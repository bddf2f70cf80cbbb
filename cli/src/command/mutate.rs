//! `heddle mutate`: how many small mistakes in the RTL are found by co-simulation.

use super::{cosim, of_units};
use crate::cli::{Global, Mutate};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use heddle_contract::Config;
use heddle_cosim::by_name;
use heddle_cosim::mutation::{Mutation, Proof, Report};
use std::sync::Arc;
use std::time::Duration;

/// Mutates units, prints the results, fails if a score is too low.
pub fn execute(global: &Global, options: &Mutate) -> Result<(), Failure> {
    let config = global.machine()?;
    let make = |name: &str| mutate(global, options, &config, name);
    let reports = of_units::reports(global, options.unit.as_deref(), make, show)?;
    enough(&reports, options.min_score)
}

/// Mutates one unit.
fn mutate(
    global: &Global,
    options: &Mutate,
    config: &Config,
    name: &str,
) -> Result<Report, Failure> {
    let unit = by_name(name).expect("clap knows the names");
    let mutation = Mutation {
        verilog: unit.verilog(config)?,
        cache: cosim::cache()?,
        seed: global.seed,
        mutants: options.mutants as usize,
        cycles: options.cycles,
        patience: Duration::from_secs(options.proof_seconds.into()),
        done: Arc::default(),
    };
    let progress = Progress::new(global, "mutants", Some(mutation.mutants as u64));
    Ok(progress.watch(&mutation.done, || unit.mutate(&mutation, config))?)
}

fn show(report: &Report) -> Result<(), Failure> {
    output::line(&format!(
        "{}: {} mutants, {} killed, {} equivalent, {} survived, score {:.1} %, seed {}",
        report.unit,
        report.mutants,
        report.killed,
        report.equivalent,
        report.survived.len(),
        report.score,
        report.seed
    ))?;
    if report.survived.is_empty() {
        return Ok(());
    }
    let mut table = output::table(&["id", "survivor", "where", "Verilog", "proof"], &[0]);
    for survivor in &report.survived {
        let mutant = &survivor.mutant;
        table.add_row([
            mutant.id.to_string(),
            mutant.to_string(),
            mutant.place.clone(),
            mutant.verilog.clone(),
            said(survivor.proof).into(),
        ]);
    }
    output::line(&table.to_string())
}

fn said(proof: Proof) -> &'static str {
    match proof {
        Proof::Equivalent => "equivalent",
        Proof::Differs => "inputs that show it exist, legal or not",
        Proof::Undecided => "undecided",
    }
}

/// A failure that names the units whose score is too low.
fn enough(reports: &[Report], min_score: f64) -> Result<(), Failure> {
    let low = reports.iter().filter(|report| report.score < min_score);
    let low: Vec<String> = low
        .map(|report| format!("{} {:.1} %", report.unit, report.score))
        .collect();
    if low.is_empty() {
        return Ok(());
    }
    let what = format!("mutation score below {min_score} %: {}", low.join(", "));
    Err(Failure::ran(what).help(
        "reach the survivors with better stimuli, or look longer for proofs (--proof-seconds)",
    ))
}
