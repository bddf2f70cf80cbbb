//! Mutants of the RTL.

use super::Mutants;
use super::report::{Judged, Shown, Verdict};
use crate::equal::Answer;
use crate::equal::asked::Asked;
use crate::error::Error;
use crate::mutation::{Choice, Mutant, Netlist, SELECT, Trial};
use crate::prove::equality::Sides;
use crate::prove::probes;
use crate::{Checked, Vectors};
use heddle_system::parallel;
use std::sync::atomic::Ordering;

/// Cycles in which lockstep compares a mutant, behind some short runs.
const CYCLES: u64 = 20_000;

/// The mutants of a unit.
struct OfRtl<'a, U: Checked> {
    mutants: &'a Mutants,
    params: &'a U::Params,
    asked: &'a Asked,
    netlist: Netlist,
    trial: Trial<'a, U>,
    /// The gates of all mutants, and those of the golden unit.
    sides: Sides,
}

impl Mutants {
    /// Asks about mutants of the RTL.
    pub(super) fn of_rtl<U: Checked>(
        &self,
        params: &U::Params,
        asked: &Asked,
    ) -> Result<(Judged, Vec<Shown>), Error> {
        let (check, limits) = (&self.equal.check, self.equal.limits());
        let probes = probes::commands(&asked.checker);
        let choice = Choice::anywhere(self.count, check.seed);
        let netlist = Netlist::new(&check.verilog, &probes, choice)?;
        let trial = Trial::<U>::new(params, &netlist, &check.cache, check.seed)?;
        if let Some(mismatch) = trial.start(0, 0).run(CYCLES) {
            return Err(Error::Unmutated(Box::new(mismatch.clone())));
        }
        let (verilog, select) = (netlist.verilog()?, Some(netlist.select_bits));
        let sides = Sides::new::<U>(&verilog, params, &asked.checker, limits, select)?;
        let of_rtl = OfRtl {
            mutants: self,
            params,
            asked,
            trial,
            sides: sides.with(|blif| asked.link(blif, &asked.golden)),
            netlist,
        };
        let verdicts = parallel::map(&of_rtl.netlist.mutants, |mutant| of_rtl.judge(mutant));
        let verdicts: Vec<_> = verdicts.into_iter().collect::<Result<_, Error>>()?;
        let (verdicts, shown): (Vec<Verdict>, Vec<Option<Shown>>) = verdicts.into_iter().unzip();
        Ok((Judged::of(verdicts), shown.into_iter().flatten().collect()))
    }
}

impl<U: Checked> OfRtl<'_, U> {
    fn judge(&self, mutant: &Mutant) -> Result<(Verdict, Option<Shown>), Error> {
        let killed = self.trial.killed(mutant.id, CYCLES);
        let sides = self.sides.with(|blif| blif.fix(SELECT, mutant.id));
        let engine = self.asked.about(sides, &self.mutants.equal.asked)?;
        let answer = engine.answer_of_mutant(killed.is_some())?;
        let vectors = match (&answer, killed) {
            (
                Answer::Differs {
                    in_reset, inputs, ..
                },
                _,
            ) if !inputs.is_empty() => Some(Vectors::of_inputs::<U>(self.params, in_reset, inputs)),
            (Answer::Equal { .. } | Answer::EqualUntil { .. }, _) => None,
            (_, Some(killed)) => {
                let seed = self.mutants.equal.check.seed;
                Some(killed.vectors::<U>(self.params, seed))
            }
            (_, None) => None,
        };
        let named = format!("{}: {mutant}: {}", mutant.place, mutant.verilog);
        let shown = match vectors {
            Some(vectors) => Some(Shown {
                id: mutant.id,
                mutant: named.clone(),
                verilog: self.netlist.alone(mutant)?,
                vectors,
            }),
            None => None,
        };
        self.mutants.done.fetch_add(1, Ordering::Relaxed);
        let is_shown = shown.is_some() || !matches!(answer, Answer::Differs { .. });
        let verdict = Verdict {
            mutant: named,
            told: killed.is_some(),
            answer,
            is_shown,
        };
        Ok((verdict, shown))
    }
}
