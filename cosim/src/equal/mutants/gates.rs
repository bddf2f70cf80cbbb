//! Mutants of a golden unit's gates.

use super::report::{Judged, Verdict};
use super::{CYCLES, Mutants};
use crate::Checked;
use crate::equal::asked::Asked;
use crate::equal::recorded::Recorded;
use crate::equal::{Answer, Mistake};
use crate::error::Error;
use crate::prove::equality::Sides;
use heddle_system::parallel;
use std::sync::atomic::Ordering;

impl Mutants {
    /// Asks about mutants of the gates.
    pub(super) fn of_gates<U: Checked>(
        &self,
        params: &U::Params,
        asked: &Asked,
    ) -> Result<Judged, Error> {
        let (check, limits) = (&self.equal.check, self.equal.limits());
        let rtl = Sides::new::<U>(&check.verilog, params, &asked.checker, limits, None)?;
        let recorded = Recorded::new::<U>(params, &asked.golden, check.seed, CYCLES);
        let judge = |mistake: &Mistake| {
            let wrong = asked.golden.with(*mistake);
            let engine = asked.engine(rtl.clone(), &wrong, &self.equal.asked)?;
            let told = recorded.difference(&wrong).is_some();
            let answer = engine.answer_of_mutant(told)?;
            let is_shown = match &answer {
                Answer::Differs { inputs, .. } => {
                    let run = Recorded::with::<U>(params, &asked.golden, inputs);
                    run.difference(&wrong).is_some()
                }
                _ => true,
            };
            self.done.fetch_add(1, Ordering::Relaxed);
            Ok(Verdict {
                mutant: mistake.to_string(),
                told,
                answer,
                is_shown,
            })
        };
        let mistakes = asked.golden.mistakes(self.count, check.seed);
        let verdicts = parallel::map(&mistakes, judge).into_iter();
        Ok(Judged::of(verdicts.collect::<Result<_, Error>>()?))
    }
}
