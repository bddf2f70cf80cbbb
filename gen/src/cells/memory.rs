//! What kernels of the user's leave in memory, compared between runs.

use super::{Cell, CellResult, Results, Subject};
use crate::digest;
use crate::failure::Failure;
use crate::method::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A run that left other memory than the first one of its kernel.
pub struct Difference<'a> {
    /// The run.
    pub cell: &'a Cell,
    /// The first one.
    pub first: &'a Cell,
    /// Names of the buffers that differ.
    pub buffers: Vec<String>,
}

impl Difference<'_> {
    /// In a sentence.
    pub fn in_words(&self) -> String {
        let Difference {
            cell,
            first,
            buffers,
        } = self;
        let names: Vec<String> = buffers.iter().map(|name| format!("`{name}`")).collect();
        let (buffers, title) = (names.join(", "), cell.title());
        let first = first.method.name();
        format!("{title} leaves other memory than under {first}: {buffers}")
    }
}

/// Where kernels of the user's leave other memory than in the first of their runs that completed on the same machine. `machine`
/// says what of it has to be the same. Threads of a program without races leave the same under every mechanism.
pub fn differences<'a>(
    cells: &'a [Cell],
    results: &Results,
    machine: impl Fn(&Cell) -> Value,
) -> Vec<Difference<'a>> {
    let mut firsts: BTreeMap<String, &Cell> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut differences = Vec::new();
    for cell in cells {
        let is_own = matches!(cell.subject, Subject::Own(_));
        let has_memory = matches!(cell.method, Method::Gpu(_));
        let result = results.of(cell);
        if !is_own || !has_memory || result.failure.is_some() || !seen.insert(cell.name()) {
            continue;
        }
        let alike = digest::of_value(&json!([cell.subject.identity(), machine(cell)]));
        let first = *firsts.entry(alike).or_insert(cell);
        let buffers = differing(results.of(first), result);
        if !buffers.is_empty() {
            differences.push(Difference {
                cell,
                first,
                buffers,
            });
        }
    }
    differences
}

/// Names of the buffers that are not the same in two runs.
fn differing(one: &CellResult, other: &CellResult) -> Vec<String> {
    let buffers = |result: &CellResult| -> BTreeMap<String, Value> {
        let buffers = result.value("buffers").and_then(Value::as_array);
        let named = buffers.into_iter().flatten().filter_map(|buffer| {
            let name = buffer["name"].as_str()?;
            Some((name.to_owned(), buffer["sha256"].clone()))
        });
        named.collect()
    };
    let one = buffers(one);
    let other = buffers(other).into_iter();
    let differs = |(name, digest): (String, Value)| {
        let is_other = one.get(&name).is_some_and(|own| *own != digest);
        is_other.then_some(name)
    };
    other.filter_map(differs).collect()
}

/// A failure that names the first difference, if there is one.
///
/// # Errors
/// This failure.
pub fn agreement(differences: &[Difference<'_>]) -> Result<(), Failure> {
    let Some(first) = differences.first() else {
        return Ok(());
    };
    let what = match differences.len() {
        1 => first.in_words(),
        all => format!(
            "{all} runs leave other memory than the first of their kernel; one of them: {}",
            first.in_words()
        ),
    };
    let remedy = "look for races: heddle sim --check-races; memory of a program without any is the same in all runs";
    Err(Failure::ran(what).code("heddle::differs").help(remedy))
}
