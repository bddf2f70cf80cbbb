//! The counts of runs, as committed in `tests/data/reports`: a change that only makes the golden GPU faster must not alter them.
//!
//! A file has the runs of a preset; a line has a mechanism, a workload and every whole number of the run's report, in the columns
//! that the first line names. What is in a list has two columns: the sum of its numbers, and the sum of each times its place, which tells
//! a count that moved within the list. Fractions are not there, as they follow from the counts. If a change is meant to alter
//! counts, the command in the failure message writes the files again.

use heddle_sim::{Mechanism, Report};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::env::var_os;
use std::fs;
use std::path::{Path, PathBuf};

const BLESS: &str =
    "HEDDLE_THOROUGH=1 HEDDLE_BLESS=1 cargo test --workspace --test across -- shipped::results";

/// What stands in the column of a count that a run does not have.
const NONE: &str = "-";

/// The counts of a run, by their place in the report.
type Counts = BTreeMap<String, u64>;

/// Mechanism and workload.
type Run = (String, String);

/// The counts of the runs on one preset.
pub(super) struct Reports {
    preset: String,
    runs: BTreeMap<Run, Counts>,
}

impl Reports {
    /// An empty set of reports.
    pub fn of(preset: &str) -> Self {
        Reports {
            preset: preset.into(),
            runs: BTreeMap::new(),
        }
    }

    /// Adds the counts of a run.
    pub fn add(&mut self, mechanism: Mechanism, workload: &'static str, report: &Report) {
        let json = serde_json::to_value(report).expect("a report has a JSON");
        let mut counts = Counts::new();
        count(&json, "", 1, &mut counts);
        let run = (mechanism.name().into(), workload.into());
        self.runs.insert(run, counts);
    }

    fn file(&self) -> PathBuf {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reports");
        folder.join(format!("{}.txt", self.preset))
    }

    /// Fails unless all added counts are as committed; with `all`, also unless all committed runs were added.
    pub fn assert_committed(&self, all: bool) {
        let file = self.file();
        if all && var_os("HEDDLE_BLESS").is_some() {
            return fs::write(file, table(&self.runs)).unwrap();
        }
        let committed = runs(&fs::read_to_string(&file).unwrap());
        let changes: Vec<String> = self
            .runs
            .iter()
            .flat_map(|(run, counts)| changes(run, committed.get(run), counts))
            .collect();
        assert!(
            changes.is_empty() && (!all || self.runs.len() == committed.len()),
            "{}: {changes:#?}; if that is meant: {BLESS}",
            file.display()
        );
    }
}

/// Adds the whole numbers within a value; `place` is the value's number within its list, from 1.
fn count(value: &Value, path: &str, place: u64, counts: &mut Counts) {
    match value {
        Value::Number(number) => {
            let Some(number) = number.as_u64() else {
                return;
            };
            *counts.entry(path.into()).or_default() += number;
            if path.contains("[]") {
                *counts.entry(format!("{path}*")).or_default() += place * number;
            }
        }
        Value::Array(values) => {
            for (value, place) in values.iter().zip(1..) {
                count(value, &format!("{path}[]"), place, counts);
            }
        }
        Value::Object(values) => {
            for (key, value) in values {
                count(
                    value,
                    format!("{path}.{key}").trim_start_matches('.'),
                    place,
                    counts,
                );
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// What differs between the committed counts of a run and the present ones.
fn changes(
    (mechanism, workload): &Run,
    committed: Option<&Counts>,
    counts: &Counts,
) -> Vec<String> {
    let Some(committed) = committed else {
        return vec![format!("{mechanism} {workload}: not committed")];
    };
    let names: BTreeSet<&String> = committed.keys().chain(counts.keys()).collect();
    let differs = names
        .into_iter()
        .filter(|name| committed.get(*name) != counts.get(*name));
    differs
        .map(|name| {
            let [was, is] = [committed, counts].map(|of| shown(of.get(name)));
            format!("{mechanism} {workload}: {name} {is}, was {was}")
        })
        .collect()
}

fn shown(count: Option<&u64>) -> String {
    count.map_or(NONE.into(), u64::to_string)
}

/// The text of a file.
fn table(runs: &BTreeMap<Run, Counts>) -> String {
    let names: BTreeSet<&String> = runs.values().flat_map(Counts::keys).collect();
    let mut text = String::from("mechanism workload");
    for name in &names {
        text = text + " " + name;
    }
    for ((mechanism, workload), counts) in runs {
        text = text + "\n" + mechanism + " " + workload;
        for name in &names {
            text = text + " " + &shown(counts.get(*name));
        }
    }
    text + "\n"
}

/// The runs of a file.
fn runs(text: &str) -> BTreeMap<Run, Counts> {
    let mut lines = text.lines().map(str::split_whitespace);
    let names: Vec<&str> = lines.next().expect("a line of names").skip(2).collect();
    let run = |mut words: std::str::SplitWhitespace<'_>| {
        let [mechanism, workload] =
            [(); 2].map(|()| words.next().expect("a run's name").to_owned());
        let counts = names.iter().zip(words).filter(|(_, count)| *count != NONE);
        let counts = counts.map(|(name, count)| ((*name).into(), count.parse().expect("a count")));
        ((mechanism, workload), counts.collect())
    };
    lines.map(run).collect()
}
