//! Everything that was measured, and what need not be measured because it is known.

use super::evaluator::Measured;
use super::search::Candidate;
use std::collections::BTreeMap;

/// Measurements by rung, point and program. The last rung is that of whole runs.
#[derive(Default)]
pub struct Ledger {
    measured: BTreeMap<(usize, usize, usize), Measured>,
}

impl Ledger {
    /// A measurement, if there is one.
    pub fn get(&self, rung: usize, point: usize, program: usize) -> Option<&Measured> {
        self.measured.get(&(rung, point, program))
    }

    /// Adds a measurement.
    pub fn add(&mut self, rung: usize, point: usize, program: usize, measured: Measured) {
        self.measured.insert((rung, point, program), measured);
    }

    /// The failure of a point on a rung, if it failed.
    pub fn failure(&self, rung: usize, point: usize, programs: usize) -> Option<String> {
        let mut all = (0..programs).filter_map(|program| self.get(rung, point, program));
        all.find_map(|measured| measured.failure.clone())
    }

    /// The logarithms of a point's speed-ups over the reference, by program; `None` if it did not run all of them on this rung.
    /// EXP-1: if both programs ended they are quotients of cycles, else of the rates within the window.
    pub fn logs(
        &self,
        rung: usize,
        point: usize,
        reference: usize,
        programs: usize,
    ) -> Option<Vec<f64>> {
        let log = |program| {
            let (of, to) = (
                self.get(rung, point, program)?,
                self.get(rung, reference, program)?,
            );
            Some(match of.is_complete && to.is_complete {
                true => to.cycles.max(1) as f64 / of.cycles.max(1) as f64,
                false => of.ipc() / to.ipc(),
            })
        };
        let ratios = (0..programs).map(log).collect::<Option<Vec<f64>>>()?;
        Some(ratios.into_iter().map(f64::ln).collect())
    }

    /// Takes what is known of a point on a program without a run: the program ended in a shorter window, or another point with
    /// sizes that suffice as well (EXP-6) was run. Returns whether anything is known.
    pub fn infer(
        &mut self,
        rung: usize,
        point: usize,
        program: usize,
        all: &[Candidate],
        sizes: &[String],
    ) -> bool {
        let known = self.ended(rung, point, program);
        let known = known.or_else(|| self.same_run(rung, point, program, all, sizes));
        let Some(known) = known.cloned() else {
            return false;
        };
        self.add(rung, point, program, known);
        true
    }

    /// The measurement of a shorter window in which the program ended.
    fn ended(&self, rung: usize, point: usize, program: usize) -> Option<&Measured> {
        let shorter = (0..rung).filter_map(|rung| self.get(rung, point, program));
        let mut ended = shorter.filter(|measured| measured.is_complete);
        ended.find(|measured| measured.failure.is_none())
    }

    /// The measurement of another point whose run is the same.
    fn same_run(
        &self,
        rung: usize,
        point: usize,
        program: usize,
        all: &[Candidate],
        sizes: &[String],
    ) -> Option<&Measured> {
        let of = all.get(point)?;
        let others = self.measured.range((rung, 0, 0)..(rung + 1, 0, 0));
        let mut others = others.filter(|((_, _, other), _)| *other == program);
        let same = others.find(|((_, other, _), measured)| {
            let other = all.get(*other);
            other.is_some_and(|other| of.is_same_run(other, measured, sizes))
        });
        same.map(|(_, measured)| measured)
    }
}
