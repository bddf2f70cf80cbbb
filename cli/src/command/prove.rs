//! `heddle prove`: proves the guarantees of contracts and the invariants that RTL states about its registers.

mod counterexample;
mod equal;
mod mutants;
#[cfg(test)]
mod tests;

use super::of_units;
use crate::cli::{Global, Prove as Options};
use crate::failure::Failure;
use crate::output::{self, Planned};
use crate::progress::Progress;
use heddle_contract::Config;
use heddle_cosim::prove::{Kind, Method, Prove, Proven, Verdict};
use heddle_cosim::verilated::Verilog;
use heddle_cosim::{Entry, by_name};
use heddle_gen::counterexample::Bench;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Mutants of a unit, unless the user says how many.
const MUTANTS: u32 = 500;

/// The properties of a unit.
#[derive(Serialize)]
struct Report {
    unit: &'static str,
    properties: Vec<Row>,
}

/// A property, and where its counterexample was written.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    proven: Proven,
    /// The waveform of a run that violates the property.
    waveform: Option<PathBuf>,
    /// A folder in which `make` simulates that run.
    test: Option<PathBuf>,
    /// Why these files do not exist, if they were requested and the property is not proven.
    unwritten: Option<String>,
}

/// Proves the properties of units, prints the results, fails if a property does not hold.
pub fn execute(global: &Global, options: &Options) -> Result<(), Failure> {
    let config = global.machine()?;
    Planned::new()
        .folder("--out", options.out.as_ref())
        .check()?;
    match options.mutants {
        Some(count) if options.equal => {
            return mutants::execute(global, options, &config, count as usize);
        }
        _ if options.equal => return equal::execute(global, options, &config),
        _ => (),
    }
    let make = |name: &str| prove(global, options, &config, name);
    let reports = of_units::reports(global, options.unit.as_deref(), make, show)?;
    hold(&reports, options)
}

fn prove(
    global: &Global,
    options: &Options,
    config: &Config,
    name: &str,
) -> Result<Report, Failure> {
    let unit = by_name(name).expect("clap knows the names");
    prove_verilog(global, options, config, unit, unit.verilog(config)?)
}

/// Proves the properties for given Verilog of the unit.
fn prove_verilog(
    global: &Global,
    options: &Options,
    config: &Config,
    unit: &Entry,
    verilog: Verilog,
) -> Result<Report, Failure> {
    let prove = Prove {
        verilog,
        patience: Duration::from_secs(options.proof_seconds.into()),
        unsettled: options.unsettled as usize,
        mutants: options.mutants.unwrap_or(MUTANTS) as usize,
        seed: global.seed,
        done: Arc::default(),
    };
    let progress = Progress::new(global, "properties", None);
    let properties = progress.watch(&prove.done, || unit.prove(&prove, config))?;
    let properties = properties.into_iter();
    let row = |proven| Row::of(global, options.out.as_deref(), &prove.verilog, proven);
    Ok(Report {
        unit: unit.name,
        properties: properties.map(row).collect::<Result<_, _>>()?,
    })
}

impl Row {
    /// Writes the counterexample of a property into a folder, if both exist.
    fn of(
        global: &Global,
        folder: Option<&Path>,
        verilog: &Verilog,
        proven: Proven,
    ) -> Result<Self, Failure> {
        let written = match (folder, &proven.counterexample) {
            (Some(folder), Some(counterexample)) => {
                let origin = &global.arguments();
                let bench = Bench {
                    origin,
                    verilog,
                    counterexample,
                };
                counterexample::write(&bench, folder)?
            }
            _ => None,
        };
        let unwritten = match (folder, &written) {
            (Some(_), None) => reason(&proven),
            _ => None,
        };
        let (waveform, test) = written
            .map(|written| (written.waveform, written.test))
            .unzip();
        Ok(Self {
            proven,
            waveform,
            test,
            unwritten,
        })
    }

    /// A note for people about the counterexample.
    fn note(&self) -> Option<String> {
        let property = self.proven.property;
        match (&self.test, &self.unwritten) {
            (Some(test), _) => Some(format!("{property}: make -C {}", test.display())),
            (None, Some(reason)) => Some(format!("{property}: nothing is written: {reason}")),
            (None, None) => None,
        }
    }
}

/// Why no counterexample exists, or none that can be shown.
fn reason(proven: &Proven) -> Option<String> {
    match proven.verdict {
        Verdict::Proven { .. } => None,
        Verdict::Bounded { cycles, .. } => Some(format!(
            "it is not proven, and no legal inputs violate it within {cycles} cycles of a reset"
        )),
        Verdict::Vacuous => Some("no legal inputs lead to a cycle of which it speaks".into()),
        Verdict::Violated { .. } if proven.counterexample.is_none() => {
            Some("its inputs were not found again in time; try a longer --proof-seconds".into())
        }
        Verdict::Violated { .. } => Some(
            "simulation does not show it: it depends on bits that registers without names start with"
                .into(),
        ),
    }
}

fn show(report: &Report) -> Result<(), Failure> {
    let proven = report.properties.iter();
    let proven = proven
        .filter(|row| matches!(row.proven.verdict, Verdict::Proven { .. }))
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
    for Row { proven, .. } in &report.properties {
        table.add_row([
            proven.property.to_owned(),
            kind(proven.kind).to_owned(),
            said(proven.verdict),
            format!("{:.1}", proven.seconds),
            violated_by(proven),
        ]);
    }
    output::line(&table.to_string())?;
    let mut notes = report.properties.iter().filter_map(Row::note);
    notes.try_for_each(|line| output::line(&line))
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Guarantee => "guarantee",
        Kind::Invariant => "invariant",
    }
}

fn violated_by(proven: &Proven) -> String {
    proven.violated_by.clone().unwrap_or("no mutant".into())
}

fn said(verdict: Verdict) -> String {
    match verdict {
        Verdict::Proven {
            method: Method::Reachability,
        } => "proven".into(),
        Verdict::Proven {
            method: Method::Induction,
        } => "proven by induction".into(),
        Verdict::Bounded {
            cycles,
            given_up: false,
        } => format!("not violated in {cycles} cycles"),
        Verdict::Bounded { cycles, .. } => {
            format!("not violated in {cycles} cycles; its unit was given up")
        }
        Verdict::Violated { cycle } => format!("violated in cycle {cycle}"),
        Verdict::Vacuous => "vacuous".into(),
    }
}

/// A failure that names the properties that do not hold, or say nothing.
fn hold(reports: &[Report], options: &Options) -> Result<(), Failure> {
    let wrong = reports.iter().flat_map(|report| {
        let wrong = report.properties.iter().map(|row| &row.proven);
        let wrong = wrong.filter(|proven| is_wrong(proven));
        wrong.map(move |proven| format!("{}: {}", report.unit, proven.property))
    });
    let wrong: Vec<String> = wrong.collect();
    if wrong.is_empty() {
        return Ok(());
    }
    let what = format!("not so, or nothing is said by it:\n{}", wrong.join("\n"));
    let remedy = match options.out {
        Some(_) => "the table says which is violated, and when; or try more mutants (--mutants)",
        None => {
            "the table says which is violated, --out DIR writes how; or try more mutants (--mutants)"
        }
    };
    Err(Failure::ran(what).help(remedy))
}

fn is_wrong(proven: &Proven) -> bool {
    let holds = matches!(
        proven.verdict,
        Verdict::Proven { .. } | Verdict::Bounded { .. }
    );
    // Nothing is claimed about a unit that was given up: the table shows which of its properties have no mutant.
    let tells = proven.violated_by.is_some() || proven.verdict.is_given_up();
    !(holds && tells)
}
