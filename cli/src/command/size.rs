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

/// A row for each structure of each mechanism, and what fails with half of it.
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
    format!("{table}\n{}", failures(found))
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

/// The worst of the programs: one that fails, or the most cycles.
fn cost(half: &Half) -> String {
    if let Some((program, _)) = failed(half) {
        return format!("a failure ({program})");
    }
    let slower = |one: &&ProgramRun, other: &&ProgramRun| one.relative.total_cmp(&other.relative);
    match half.programs.iter().max_by(slower) {
        Some(run) => format!("{:.3} of the cycles ({})", run.relative, run.program),
        None => String::new(),
    }
}

/// The first program that fails with half the size, and how.
fn failed(half: &Half) -> Option<(&str, &str)> {
    let mut programs = half.programs.iter();
    programs.find_map(|run| Some((run.program.as_str(), run.failure.as_deref()?)))
}

/// A line for each structure with half of which a program fails.
fn failures(found: &[Sizes]) -> String {
    let structures = found.iter().flat_map(|sizes| {
        let structures = sizes.structures.iter();
        structures.map(|structure| (sizes.mechanism, structure))
    });
    let lines = structures.filter_map(|(mechanism, structure)| {
        let half = structure.half.as_ref()?;
        let (program, failure) = failed(half)?;
        let (key, size) = (structure.key, half.size);
        Some(format!("{mechanism}, {key}={size}: {program}: {failure}\n"))
    });
    lines.collect()
}
