//! What a headline asks for after its change: runs, workloads, measures.

use super::Change;
use crate::report::data::{Claim, Data, Headline};
use crate::report::lab::Added;
use crate::report::measure::Measure;

/// A headline with its change, for one input of each program.
pub struct Asked<'a> {
    pub data: &'static Data,
    pub headline: &'a Headline,
    pub change: &'a Change<'a>,
    /// Number of the input of programs that have several.
    pub input: usize,
}

impl<'a> Asked<'a> {
    /// The headline for each input of the change: once, or more often if one of its programs has several (REP-11).
    pub fn for_inputs(
        data: &'static Data,
        headline: &'a Headline,
        change: &'a Change<'a>,
    ) -> Vec<Asked<'a>> {
        let asked = |input| Asked {
            data,
            headline,
            change,
            input,
        };
        let programs = asked(0).programs(headline.workloads.as_deref());
        let kept = programs
            .iter()
            .filter(|p| !change.replace.contains_key(**p));
        let inputs = kept
            .map(|program| data.inputs(program))
            .max_by_key(Vec::len);
        let inputs = inputs.unwrap_or_default();
        let named = |input: usize| change.inputs.iter().any(|name| name == inputs[input]);
        let of_change =
            |input: &usize| change.inputs.is_empty() || inputs.len() < 2 || named(*input);
        (0..inputs.len().max(1))
            .filter(of_change)
            .map(asked)
            .collect()
    }

    /// The run or reduction of the headline.
    pub fn of(&self) -> String {
        changed_to(self.change.of, &self.headline.of)
    }

    /// What it is compared with.
    pub fn over(&self) -> Option<String> {
        let over = self.headline.over.as_deref()?;
        Some(changed_to(self.change.over, over))
    }

    /// The measures of both sides.
    pub fn measures(&self) -> [Measure; 2] {
        let measure = self.change.measure;
        measure.map_or(self.headline.measures, |measure| [measure; 2])
    }

    /// What is added to the machines of both sides.
    pub fn added(&self) -> Added<'a> {
        Added {
            column: self.change.column,
            set: self.change.set,
        }
    }

    /// The workloads to average.
    pub fn workloads(&self) -> Vec<String> {
        self.changed(self.headline.workloads.as_deref())
    }

    /// The workloads to average for `over`.
    pub fn workloads_over(&self) -> Vec<String> {
        let own = self.headline.over_workloads.as_deref();
        own.map_or_else(|| self.workloads(), |own| self.changed(Some(own)))
    }

    /// The programs to average.
    pub fn programs(&self, named: Option<&'a [String]>) -> Vec<&'a str> {
        let names = self.data.workloads(self.change.workloads.or(named));
        let without = |name: &&str| Some(*name) != self.change.without;
        names.into_iter().filter(without).collect()
    }

    fn changed(&self, named: Option<&'a [String]>) -> Vec<String> {
        let workload = |program: &str| match self.change.replace.get(program) {
            Some(other) => (*other).to_owned(),
            None => {
                let inputs = self.data.inputs(program);
                inputs[self.input.min(inputs.len() - 1)].to_owned()
            }
        };
        let programs = self.programs(named).into_iter();
        programs.map(workload).collect()
    }

    /// The runs of both sides, at each point if the headline has points, with their workloads.
    pub fn runs(&self) -> Vec<(String, Vec<String>)> {
        let over = self.over().map(|over| (over, self.workloads_over()));
        let sides = [(self.of(), self.workloads())].into_iter().chain(over);
        let runs = sides.flat_map(|(side, workloads)| {
            let runs = self.runs_of(&side).into_iter();
            runs.map(move |run| (run, workloads.clone()))
        });
        runs.collect()
    }

    fn runs_of(&self, side: &str) -> Vec<String> {
        match (self.headline.claim, self.headline.points.as_slice()) {
            (Claim::Reductions(_), _) => self.data.reduction(side).runs().map(Into::into).into(),
            (Claim::Runs(_), []) => vec![side.into()],
            (Claim::Runs(_), points) => points.iter().map(|p| at(side, Some(p))).collect(),
        }
    }
}

/// The run of a change at the point of the headline's run, if it names no other; the headline's run without a change.
fn changed_to(change: Option<&str>, run: &str) -> String {
    match (change, run.split_once('@')) {
        (None, _) => run.to_owned(),
        (Some(change), Some((_, point))) if !change.contains('@') => at(change, Some(point)),
        (Some(change), _) => change.to_owned(),
    }
}

/// The name of a run, at a point if one is given.
pub fn at(run: &str, point: Option<&str>) -> String {
    match point {
        Some(point) => format!("{run}@{point}"),
        None => run.to_owned(),
    }
}
