//! The change of a headline's runs: nothing, another machine, an ablation, or a program left out.

use crate::report::data::{Ablation, Column};
use crate::report::measure::Measure;
use std::collections::BTreeMap;
use std::fmt;

/// The change of a headline's runs; nothing by default.
#[derive(Clone, Default)]
pub struct Change<'a> {
    pub(super) of: Option<&'a str>,
    pub(super) over: Option<&'a str>,
    pub(super) set: &'a [String],
    pub(super) workloads: Option<&'a [String]>,
    pub(super) replace: BTreeMap<&'a str, &'a str>,
    pub(super) measure: Option<Measure>,
    pub(super) column: Option<&'a Column>,
    pub(super) without: Option<&'a str>,
    pub(super) inputs: &'a [String],
}

impl<'a> Change<'a> {
    /// The machine of a second column.
    pub fn column(column: &'a Column) -> Self {
        Change {
            column: Some(column),
            ..Change::default()
        }
    }

    /// Nothing, but with some inputs only of a program that has several; with all if none is named.
    pub fn inputs(inputs: &'a [String]) -> Self {
        Change {
            inputs,
            ..Change::default()
        }
    }

    /// A program left out of the means.
    pub fn without(program: &'a str) -> Self {
        Change {
            without: Some(program),
            ..Change::default()
        }
    }
}

impl<'a> From<&'a Ablation> for Change<'a> {
    fn from(ablation: &'a Ablation) -> Self {
        let replace = ablation.replace.iter();
        Change {
            of: ablation.of.as_deref(),
            over: ablation.over.as_deref(),
            set: &ablation.set,
            workloads: ablation.workloads.as_deref(),
            replace: replace.map(|(a, b)| (a.as_str(), b.as_str())).collect(),
            measure: ablation.measure,
            without: ablation.without.as_deref(),
            column: None,
            inputs: &ablation.inputs,
        }
    }
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = [("of", self.of), ("over", self.over)];
        let sides = sides
            .into_iter()
            .filter_map(|(side, run)| Some(format!("{side}: {}", run?)));
        let set = self.set.iter().cloned();
        let only = self
            .workloads
            .map(|names| format!("only {}", names.join(" ")));
        let replaced = self.replace.iter();
        let replaced = replaced.map(|(workload, other)| format!("{other} for {workload}"));
        let measured = self
            .measure
            .map(|measure| format!("measured: {}", measure.in_words()));
        let column = self.column.map(|column| column.label.clone());
        let without = self.without.map(|program| format!("without {program}"));
        let all = sides.chain(set).chain(only).chain(replaced).chain(measured);
        let all: Vec<String> = all.chain(column).chain(without).collect();
        f.write_str(&all.join(", "))
    }
}
