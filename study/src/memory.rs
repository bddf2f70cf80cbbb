//! Comparison of what the user's kernels leave in memory in different runs, by digests of whole buffers (GPU-21).

use crate::error::Error;
use crate::method::Method;
use crate::planned::PlannedRun;
use crate::result::RunResult;
use crate::subject::Subject;
use crate::worker_pool::Results;
use heddle_system::kept::digest;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A run that left other memory contents than the first run of its kernel.
pub struct Difference<'a> {
    /// The run.
    pub run: &'a PlannedRun,
    /// The first run of the kernel.
    pub first: &'a PlannedRun,
    /// Names of the buffers that differ.
    pub buffers: Vec<String>,
}

impl Difference<'_> {
    /// The difference in a sentence.
    pub fn in_words(&self) -> String {
        let Difference {
            run,
            first,
            buffers,
        } = self;
        let names: Vec<String> = buffers.iter().map(|name| format!("`{name}`")).collect();
        let (buffers, title) = (names.join(", "), run.title());
        let first = first.method.name();
        format!("{title} leaves other memory than under {first}: {buffers}")
    }
}

/// The runs in which the user's kernels leave other memory contents than in their first completed run on the same machine.
/// `machine` gives the part of the machine that has to be the same. A program without races leaves the same memory contents
/// under every mechanism.
pub fn differences<'a>(
    runs: &'a [PlannedRun],
    results: &Results,
    machine: impl Fn(&PlannedRun) -> Value,
) -> Vec<Difference<'a>> {
    let mut firsts: BTreeMap<String, &PlannedRun> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut differences = Vec::new();
    for run in runs {
        let is_own = matches!(run.subject, Subject::Own(_));
        let has_memory = matches!(run.method, Method::Gpu(_));
        let result = results.of(run);
        if !is_own || !has_memory || result.failure.is_some() || !seen.insert(run.name()) {
            continue;
        }
        let alike = digest(json!([run.subject.identity(), machine(run)]).to_string());
        let first = *firsts.entry(alike).or_insert(run);
        let buffers = differing(results.of(first), result);
        if !buffers.is_empty() {
            differences.push(Difference {
                run,
                first,
                buffers,
            });
        }
    }
    differences
}

/// Names of the buffers that differ between two runs.
fn differing(one: &RunResult, other: &RunResult) -> Vec<String> {
    let buffers = |result: &RunResult| -> BTreeMap<String, Value> {
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

/// Whether no run differs.
///
/// # Errors
/// [`Error::Differ`], which names the first difference.
pub fn agreement<'d, 'a: 'd>(
    differences: impl IntoIterator<Item = &'d Difference<'a>>,
) -> Result<(), Error> {
    let mut differences = differences.into_iter().peekable();
    let Some(first) = differences.peek().map(|first| first.in_words()) else {
        return Ok(());
    };
    // A run may be compared in several settings.
    let runs: BTreeSet<String> = differences
        .map(|difference| difference.run.name())
        .collect();
    Err(Error::Differ {
        count: runs.len(),
        first,
    })
}
