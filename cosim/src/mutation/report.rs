//! The results of a unit's mutants.

use super::mutant::Mutant;
use super::proof::Proof;
use serde::Serialize;

/// The result of one mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The comparison found it in this cycle.
    Killed(u64),
    /// Proven to be equivalent to the unit.
    Equivalent,
    /// Neither; with the result of the proof attempt.
    Survived(Proof),
}

/// A mutant that is neither killed nor proven equivalent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survivor {
    /// The mutant.
    #[serde(flatten)]
    pub mutant: Mutant,
    /// The result of the proof attempt.
    pub proof: Proof,
}

/// The results of a unit's mutants.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Unit.
    pub unit: &'static str,
    /// Seed of the choice of mutants and of the stimuli.
    pub seed: u64,
    /// Cycles after which a mutant has survived.
    pub cycles: u64,
    /// Number of mutants tried.
    pub mutants: usize,
    /// Number of mutants that the comparison found.
    pub killed: usize,
    /// Number of mutants proven to be equivalent to the unit.
    pub equivalent: usize,
    /// Killed mutants among those not proven equivalent, in percent; 100 if there are none.
    pub score: f64,
    /// The latest cycle in which a mutant was killed.
    pub last_kill_cycle: Option<u64>,
    /// Mutants neither killed nor proven equivalent.
    pub survived: Vec<Survivor>,
    /// Mutants proven equivalent.
    pub proven: Vec<Mutant>,
}

impl Report {
    pub(super) fn new(
        unit: &'static str,
        seed: u64,
        cycles: u64,
        verdicts: impl Iterator<Item = (Mutant, Verdict)>,
    ) -> Self {
        let mut report = Self {
            unit,
            seed,
            cycles,
            mutants: 0,
            killed: 0,
            equivalent: 0,
            score: 100.0,
            last_kill_cycle: None,
            survived: Vec::new(),
            proven: Vec::new(),
        };
        verdicts.for_each(|(mutant, verdict)| report.add(mutant, verdict));
        report
    }

    fn add(&mut self, mutant: Mutant, verdict: Verdict) {
        self.mutants += 1;
        match verdict {
            Verdict::Killed(cycle) => {
                self.killed += 1;
                self.last_kill_cycle = self.last_kill_cycle.max(Some(cycle));
            }
            Verdict::Equivalent => {
                self.equivalent += 1;
                self.proven.push(mutant);
            }
            Verdict::Survived(proof) => self.survived.push(Survivor { mutant, proof }),
        }
        if self.mutants > self.equivalent {
            self.score = 100.0 * self.killed as f64 / (self.mutants - self.equivalent) as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalent_mutants_do_not_count() {
        let mutant = Mutant::example();
        let verdicts = [
            Verdict::Equivalent,
            Verdict::Killed(70),
            Verdict::Killed(3),
            Verdict::Survived(Proof::Undecided),
            Verdict::Killed(1),
        ];
        let verdicts = verdicts.map(|verdict| (mutant.clone(), verdict));
        let report = Report::new("unit", 1, 100, verdicts.into_iter());
        assert_eq!(
            (report.mutants, report.killed, report.equivalent),
            (5, 3, 1)
        );
        assert_eq!((report.score, report.last_kill_cycle), (75.0, Some(70)));
        assert_eq!((report.survived.len(), report.proven.len()), (1, 1));
    }

    #[test]
    fn without_mutants_that_count_nothing_is_missed() {
        let verdicts = [(Mutant::example(), Verdict::Equivalent)];
        assert_eq!(
            Report::new("unit", 1, 100, verdicts.into_iter()).score,
            100.0
        );
        assert_eq!(Report::new("unit", 1, 100, std::iter::empty()).score, 100.0);
    }
}
