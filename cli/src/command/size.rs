//! `heddle size`: how large the structures of mechanisms must be for programs.

use super::compare::subjects;
use crate::cli::{Global, Sizing};
use crate::failure::Failure;
use crate::output;
use heddle_study::Error;
use heddle_study::sizes::{Half, ProgramRun, Question, Sizes, StructureSize, sizes};
use serde_json::json;

/// Searches the sizes by running the programs, and prints a table.
pub fn execute(global: &Global, options: &Sizing) -> Result<(), Failure> {
    let subjects = subjects::of(global, &options.named, &options.own, options.size)?;
    subjects::unique("mechanism", options.mechanism.iter().map(|m| m.name()))?;
    let machine = global.machine()?;
    let question = Question {
        machine: &machine,
        subjects: &subjects,
        mechanisms: &options.mechanism,
        max_cycles: options.effort.max_cycles,
    };
    let found = sizes(&question, options.effort.jobs(), global)?;
    match global.json {
        true => output::json(&json!({ "machine": global.said(), "mechanisms": found }))?,
        false => output::text(&table(&found))?,
    }
    verdict(&found, subjects.len())
}

/// A failure if a program fails although every structure has room.
fn verdict(found: &[Sizes], programs: usize) -> Result<(), Failure> {
    let failed = |sizes: &Sizes| {
        let (program, failure) = sizes.failure()?;
        Some(format!("{program} under {}: {failure}", sizes.mechanism))
    };
    let failures: Vec<String> = found.iter().filter_map(failed).collect();
    match failures.first() {
        None => Ok(()),
        Some(first) => Err(Failure::from(Error::Failed {
            failed: failures.len(),
            runs: found.len() * programs,
            first: first.clone(),
        })),
    }
}

/// A row for each structure of each mechanism.
fn table(found: &[Sizes]) -> String {
    let heading = [
        "mechanism",
        "key",
        "machine",
        "peak",
        "size",
        "half",
        "cost of half",
    ];
    let mut table = output::table(&heading, &[2, 3, 4, 5]);
    for sizes in found {
        if sizes.structures.is_empty() {
            table.add_row([
                sizes.mechanism,
                "no structure with a size",
                "",
                "",
                "",
                "",
                "",
            ]);
        }
        for structure in &sizes.structures {
            table.add_row(row(sizes.mechanism, structure));
        }
    }
    format!("{table}\n")
}

fn row(mechanism: &str, structure: &StructureSize) -> [String; 7] {
    let half = structure.half.as_ref();
    [
        mechanism.into(),
        structure.key.into(),
        structure.machine.to_string(),
        structure.peak.to_string(),
        structure
            .size
            .map_or("none".into(), |size| size.to_string()),
        half.map_or(String::new(), |half| half.size.to_string()),
        half.map_or("cannot be built".into(), cost),
    ]
}

/// The worst of the programs: a failure, or the most cycles.
fn cost(half: &Half) -> String {
    let failed = half
        .programs
        .iter()
        .find_map(|run| Some((run, run.failure.as_ref()?)));
    if let Some((ProgramRun { program, .. }, failure)) = failed {
        return format!("{program}: {failure}");
    }
    let slower = |one: &&ProgramRun, other: &&ProgramRun| one.relative.total_cmp(&other.relative);
    match half.programs.iter().max_by(slower) {
        Some(run) => format!("{:.3} of the cycles ({})", run.relative, run.program),
        None => String::new(),
    }
}
