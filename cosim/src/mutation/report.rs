//! What came of the mutants of a unit.

use super::mutant::Mutant;
use serde::Serialize;

/// What came of one mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The comparison found it in this cycle.
    Killed(u64),
    /// No sequence of inputs shows it.
    Equivalent,
    /// Neither killed nor proven equivalent.
    Survived,
}

/// What came of the mutants of a unit.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Unit.
    pub unit: &'static str,
    /// Seed of the choice of mutants and of the stimuli.
    pub seed: u64,
    /// Cycles after which a mutant that was not killed has survived.
    pub cycles: u64,
    /// Mutants tried.
    pub mutants: usize,
    /// Mutants that the comparison found.
    pub killed: usize,
    /// Mutants proven to do what the unit does.
    pub equivalent: usize,
    /// Killed mutants among those not proven equivalent, in percent; 100 if there are none.
    pub score: f64,
    /// The cycle in which the last mutant was killed.
    pub last_kill_cycle: Option<u64>,
    /// Mutants neither killed nor proven equivalent.
    pub survived: Vec<Mutant>,
    /// Mutants proven equivalent.
    pub proven: Vec<Mutant>,
}

impl Report {
    pub(super) fn new(
        unit: &'static str,
        seed: u64,
        cycles: u64,
        verdicts: Vec<(Mutant, Verdict)>,
    ) -> Self {
        let of = |wanted: Verdict| {
            let found = verdicts.iter().filter(|(_, verdict)| *verdict == wanted);
            found.map(|(mutant, _)| mutant.clone()).collect::<Vec<_>>()
        };
        let (survived, proven) = (of(Verdict::Survived), of(Verdict::Equivalent));
        let killed = verdicts.len() - survived.len() - proven.len();
        let counted = verdicts.len() - proven.len();
        let kill_cycle = |(_, verdict): &(Mutant, Verdict)| match verdict {
            Verdict::Killed(cycle) => Some(*cycle),
            _ => None,
        };
        Self {
            unit,
            seed,
            cycles,
            mutants: verdicts.len(),
            killed,
            equivalent: proven.len(),
            score: if counted == 0 { 100.0 } else { 100.0 * killed as f64 / counted as f64 },
            last_kill_cycle: verdicts.iter().filter_map(kill_cycle).max(),
            survived,
            proven,
        }
    }
}
