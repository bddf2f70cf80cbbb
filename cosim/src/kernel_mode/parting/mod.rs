//! Where two runs of a job part (COS-5): the first instruction that they do not issue alike.
//!
//! A run may have billions of instructions. So a first pair of runs takes digests of the instructions issued so far, in even
//! distances ([`Prefixes`]), which say in which window the runs part; a second pair keeps the instructions of that window
//! ([`Window`]). Instructions are compared in the order in which cores are simulated, one core after the other within a quantum
//! of cycles.

mod prefixes;
mod runs;
mod window;

use prefixes::Prefixes;
use window::Window;

use super::Step;
use heddle_sim::Report;
use serde::Serialize;
use serde_json::Value;
use std::fmt;

/// Where two runs part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Parting {
    /// At an instruction; `None` for a run that issues no more.
    Instruction {
        /// What the golden run issues.
        golden: Option<Step>,
        /// What the run with the RTL issues.
        found: Option<Step>,
    },
    /// All instructions are issued alike, and an entry of the reports differs.
    Report {
        /// The JSON key of the first entry that differs, with the keys around it.
        key: String,
        /// Its value in the golden run.
        golden: Value,
        /// Its value in the run with the RTL.
        found: Value,
    },
}

impl Parting {
    /// The first entry in which reports differ; `None` if they are equal.
    fn of_reports(golden: &Report, found: &Report) -> Option<Self> {
        let json = |report| serde_json::to_value(report).expect("reports have string keys");
        differing("", json(golden), json(found))
    }

    /// The first difference within a window of both runs; `None` if there is none.
    fn of_windows(golden: Window, found: Window) -> Option<Self> {
        let (mut golden, mut found) = (golden.steps().into_iter(), found.steps().into_iter());
        loop {
            match (golden.next(), found.next()) {
                (None, None) => return None,
                (golden, found) if golden != found => {
                    return Some(Parting::Instruction { golden, found });
                }
                _ => {}
            }
        }
    }
}

/// The first leaf in which two JSON values differ.
fn differing(key: &str, golden: Value, found: Value) -> Option<Parting> {
    let inside = |name: &str| match key {
        "" => name.to_string(),
        _ => format!("{key}.{name}"),
    };
    match (golden, found) {
        (golden, found) if golden == found => None,
        (Value::Object(golden), Value::Object(mut found)) if golden.keys().eq(found.keys()) => {
            golden
                .into_iter()
                .find_map(|(name, value)| differing(&inside(&name), value, found[&name].take()))
        }
        (Value::Array(golden), Value::Array(found)) if golden.len() == found.len() => {
            let pairs = golden.into_iter().zip(found).enumerate();
            pairs.into_iter().find_map(|(at, (golden, found))| {
                differing(&inside(&at.to_string()), golden, found)
            })
        }
        (golden, found) => Some(Parting::Report {
            key: key.into(),
            golden,
            found,
        }),
    }
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_end = |step: &Option<Step>| match step {
            Some(step) => step.to_string(),
            None => "the end of the run".into(),
        };
        match self {
            Parting::Instruction {
                golden: Some(golden),
                found: Some(found),
            } if golden.is_at(found) => {
                write!(f, "the runs part at {golden}: it reads other values")
            }
            Parting::Instruction { golden, found } => {
                write!(
                    f,
                    "the runs part at {}, where the golden run has {}",
                    or_end(found),
                    or_end(golden)
                )
            }
            Parting::Report { key, golden, found } => {
                write!(
                    f,
                    "the runs issue the same, and part in `{key}` of their reports, which is {found}, expected {golden}"
                )
            }
        }
    }
}
