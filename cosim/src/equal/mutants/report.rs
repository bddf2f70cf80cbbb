//! What proofs say of mutants.

use crate::Vectors;
use crate::equal::Answer;
use crate::verilated::Verilog;
use serde::Serialize;

/// What is known of one mutant.
pub(super) struct Verdict {
    /// The mutant, for people.
    pub mutant: String,
    /// Whether simulation tells it from the golden unit.
    pub told: bool,
    /// What the proof says.
    pub answer: Answer,
    /// Whether a run with the proof's inputs shows the difference; `true` if there are none, or somebody else runs them.
    pub is_shown: bool,
}

/// Mutants of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// Number of mutants.
    pub tried: usize,
    /// Those that simulation tells from the golden unit.
    pub told: usize,
    /// Those that differ: by the proof, or by simulation where the proof is open.
    pub differs: usize,
    /// Among them those that the proof leaves open.
    pub only_simulated: usize,
    /// Those that are proven equal.
    pub equal: usize,
    /// Those of which neither is known.
    pub open: Vec<String>,
    /// Those that are proven equal, although simulation tells them from the golden unit.
    pub wrong: Vec<String>,
    /// Those that differ by the proof, but not in a run with its inputs.
    pub unshown: Vec<String>,
}

impl Judged {
    pub(super) fn of(verdicts: Vec<Verdict>) -> Self {
        let mut judged = Self::default();
        verdicts.into_iter().for_each(|verdict| judged.add(verdict));
        judged
    }

    fn add(&mut self, verdict: Verdict) {
        self.tried += 1;
        self.told += usize::from(verdict.told);
        match (&verdict.answer, verdict.told) {
            (Answer::Equal { .. } | Answer::EqualUntil { .. }, true) => {
                self.wrong.push(verdict.mutant.clone())
            }
            (Answer::Equal { .. } | Answer::EqualUntil { .. }, false) => self.equal += 1,
            (Answer::Differs { .. }, _) => self.differs += 1,
            (Answer::EqualFor { .. }, true) => {
                self.differs += 1;
                self.only_simulated += 1;
            }
            (Answer::EqualFor { .. }, false) => self.open.push(verdict.mutant.clone()),
        }
        if !verdict.is_shown {
            self.unshown.push(verdict.mutant);
        }
    }

    /// Whether simulation and proofs agree.
    pub fn agrees(&self) -> bool {
        self.wrong.is_empty() && self.unshown.is_empty()
    }
}

/// A mutant of the RTL that differs, and a run that shows it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Number of the mutant.
    pub id: usize,
    /// The mutant, for people.
    pub mutant: String,
    /// The RTL with this mistake alone.
    pub verilog: Verilog,
    /// Inputs, with the outputs of the golden unit.
    pub vectors: Vectors,
}

/// What proofs say of a unit's mutants.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the unit.
    pub unit: &'static str,
    /// Seed of the choice of mutants and of the stimuli.
    pub seed: u64,
    /// Mutants of the RTL.
    pub rtl: Judged,
    /// Mutants of the golden unit's gates.
    pub gates: Judged,
    /// Time in seconds.
    pub seconds: f64,
    /// The mutants of the RTL that differ.
    #[serde(skip)]
    pub shown: Vec<Shown>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equal::Method;

    fn judged(told: bool, answer: Answer) -> Judged {
        Judged::of(vec![Verdict {
            mutant: "m".into(),
            told,
            answer,
            is_shown: true,
        }])
    }

    #[test]
    fn what_simulation_tells_apart_is_not_equal() {
        let equal = || Answer::Equal {
            method: Method::Induction,
        };
        assert!(judged(false, equal()).agrees());
        let wrong = judged(true, equal());
        assert!(!wrong.agrees());
        assert_eq!((wrong.equal, wrong.wrong), (0, vec!["m".into()]));
    }

    #[test]
    fn simulation_settles_what_a_proof_leaves_open() {
        let open = || Answer::EqualFor {
            cycles: 7,
            open: Vec::new(),
        };
        let told = judged(true, open());
        assert_eq!((told.differs, told.only_simulated), (1, 1));
        let untold = judged(false, open());
        assert_eq!((untold.differs, untold.open.len()), (0, 1));
    }
}
