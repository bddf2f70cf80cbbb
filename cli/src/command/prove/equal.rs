//! `heddle prove --equal`: proves that golden units and their Verilog are equal.

use crate::cli::{Global, Prove as Options};
use crate::command::{cosim, of_units};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use heddle_contract::Config;
use heddle_cosim::equal::{Answer, Assumed, Equal, Method, Report, Shown, Without};
use heddle_cosim::unit_mode::Check;
use heddle_cosim::{Entry, by_name};
use heddle_system::DraftFolder;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Proves equality of units, prints the results, fails if two sides differ.
pub fn execute(global: &Global, options: &Options, config: &Config) -> Result<(), Failure> {
    let make = |name: &str| prove(global, options, config, name);
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
    // Without --out the files that explain a difference go with this folder.
    let scratch = DraftFolder::temporary().map_err(|e| Failure::ran(e.to_string()))?;
    let folder = options.out.clone();
    let folder: PathBuf = folder.unwrap_or_else(|| scratch.path().into());
    let equal = asked(global, options, config, unit, folder)?;
    let progress = Progress::new(global, "questions", None);
    let mut report = progress.watch(&equal.asked, || unit.equal(&equal, config))?;
    if let (None, Some(replayed)) = (&options.out, &mut report.replayed) {
        replayed.artefacts = None;
    }
    Ok(report)
}

/// The question about a unit; files that explain a difference go into the folder.
pub fn asked(
    global: &Global,
    options: &Options,
    config: &Config,
    unit: &Entry,
    folder: PathBuf,
) -> Result<Equal, Failure> {
    Ok(Equal {
        check: Check {
            verilog: unit.verilog(config)?,
            cache: cosim::cache()?,
            seed: global.seed,
            cycles: 0,
            folder,
            command: format!("heddle prove {} --equal {}", unit.name, global.arguments()),
            clock: Arc::default(),
        },
        golden: options.golden.clone(),
        patience: Duration::from_secs(options.proof_seconds.into()),
        unsettled: options.unsettled as usize,
        needs: options.needs,
        asked: Arc::default(),
    })
}

fn show(report: &Report) -> Result<(), Failure> {
    output::line(&format!(
        "{}: {} ({:.1} s; golden unit: {} gates, {} registers; RTL: {} registers)",
        report.unit,
        said(&report.answer),
        report.seconds,
        report.golden_gates,
        report.golden_registers,
        report.rtl_registers,
    ))?;
    for corner in &report.unreached {
        output::line(&format!("not reached: {corner}"))?;
    }
    if let Some(shown) = &report.shown {
        output::line(&format!("replayed: {}", shown_as(shown)))?;
    }
    if let Some(replayed) = &report.replayed {
        output::line(&format!("replayed: {}", replayed_as(replayed)))?;
    }
    match report.assumptions.iter().any(|it| it.without.is_some()) {
        true => output::line(&needs(&report.assumptions)),
        false => Ok(()),
    }
}

/// A table of assumptions, and which of them the proof needs.
fn needs(assumptions: &[Assumed]) -> String {
    let mut table = output::table(&["assumption", "without it"], &[]);
    for it in assumptions {
        let without = match it.without {
            Some(Without::Equal) => "equal, too".into(),
            Some(Without::Differs { cycle }) => format!("differs in cycle {cycle}"),
            Some(Without::Open) | None => "not proven, and no difference found".into(),
        };
        table.add_row([it.assumption, &without]);
    }
    table.to_string()
}

fn shown_as(shown: &Shown) -> String {
    if let Some(broken) = shown.broken() {
        return format!("cycle {}: it does not hold that {broken}", shown.cycle);
    }
    let element = shown.element.map(|element| format!("[{element}]"));
    format!(
        "cycle {}: `{}{}` is {:#x}, and {:#x} in the golden unit of the file",
        shown.cycle,
        shown.port,
        element.unwrap_or_default(),
        shown.rtl,
        shown.golden,
    )
}

fn said(answer: &Answer) -> String {
    match answer {
        Answer::Equal { method } => format!("equal, by {}", name(*method)),
        Answer::EqualUntil { method, counters } => format!(
            "equal, by {}, until the golden unit's counter `{}` has counted 2^63 events",
            name(*method),
            counters.join("` or `")
        ),
        Answer::EqualFor { cycles, open } => {
            format!("equal for {cycles} cycles; open: {}", open.join(", "))
        }
        Answer::Differs { claim, cycle, .. } => format!("differs in cycle {cycle}: {}", claim),
    }
}

fn name(method: Method) -> &'static str {
    match method {
        Method::Signals => "signals",
        Method::Induction => "induction",
        Method::Reachability => "reachability",
    }
}

fn replayed_as(replayed: &heddle_cosim::Outcome) -> String {
    replayed
        .difference()
        .unwrap_or_else(|| "both sides agree".into())
}

/// The assumptions that the stimuli of unit mode break.
fn broken(report: &Report) -> Vec<&'static str> {
    let broken = report.assumptions.iter().filter(|it| it.broken);
    broken.map(|it| it.assumption).collect()
}

/// A failure that names the units that differ, or about which a proof says nothing.
fn hold(reports: &[Report]) -> Result<(), Failure> {
    for report in reports {
        let replayed = report.replayed.as_ref();
        let is_seen = report.shown.is_some() || replayed.is_some_and(|outcome| !outcome.passed());
        if matches!(report.answer, Answer::Differs { .. }) && !is_seen {
            let what = format!(
                "{}: the proof finds a difference that a run with its inputs does not show",
                report.unit
            );
            return Err(Failure::ran(what).help("a bug in Heddle: please report it"));
        }
    }
    let wrong = reports.iter().filter_map(|report| match &report.answer {
        Answer::Differs { .. } => Some(format!("{}: {}", report.unit, said(&report.answer))),
        _ if report.assumptions.iter().any(|it| it.broken) => Some(format!(
            "{}: a proof about too few states: inputs of unit mode break {}",
            report.unit,
            broken(report).join("; ")
        )),
        _ if !report.unreached.is_empty() => Some(format!(
            "{}: a proof about too few states: {} corners are not reached",
            report.unit,
            report.unreached.len()
        )),
        _ => None,
    });
    let wrong: Vec<String> = wrong.collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Failure::ran(wrong.join("\n"))
            .help("--out DIR writes a waveform of a difference, and a page about it")),
    }
}
