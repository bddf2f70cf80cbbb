//! Mutation: puts small mistakes into the emitted Verilog and counts how many of them unit mode finds.
//!
//! * Yosys chooses the mutants (`mutate -list`): a bit of a cell's port is inverted, stuck at a
//!   value, or inverted depending on another bit of the port. It spreads them evenly over modules,
//!   cells and lines of source.
//! * The *flattened* design is mutated (COS-12), so that the whole hierarchy counts and one instance of a module
//!   may be wrong while the other instances are right, which is harder to find than a mistake in all of
//!   them. Names and source lines tell where a mutant belongs.
//! * Clocks are not mutated, because they are wiring, not logic of a unit. Memories are mutated: each is a cell
//!   with enables, addresses and data as ports.
//! * All mutants are in one model, compiled once. An input that is held from before reset selects
//!   one. First each mutant runs some short runs with other stimuli, from other states before reset, each
//!   twice with a reset between. Then it runs the comparison of [`unit_mode`](crate::unit_mode) with the same
//!   stimuli and seed, until it is *killed* or its cycles are over.
//! * A mutant that is alive after a tenth of the cycles may be *equivalent*. The unit and its mutant, side by
//!   side, start in the same arbitrary state, are reset, and get the same inputs for ever. ABC (register and
//!   signal correspondence, then property-directed reachability) searches for a proof that no output
//!   ever differs while its qualifiers are high. Hence a mutant that changes only payload without a high qualifier is
//!   equivalent.
//! * For the proof, memories of up to 64 words are registers. Larger ones are outside of both
//!   sides, which must write and read them alike: more than equivalence requires.
//! * The proof does not use the contract's assumptions. A mutant that only illegal inputs expose
//!   *survives*, and so does one whose proof takes too long: survivors are listed.
//!
//! Everything except the time limit of proofs is deterministic.

mod choice;
mod memories;
mod miter;
mod mutant;
mod netlist;
mod proof;
mod report;
mod trial;

pub use mutant::{Change, Mutant};
pub(crate) use netlist::SELECT;
pub use proof::Proof;
pub use report::{Report, Survivor};

use crate::Checked;
use crate::error::Error;
use crate::verilated::{Cache, Verilog};
pub(crate) use choice::Choice;
use heddle_system::parallel;
pub(crate) use netlist::Netlist;
use proof::Prover;
use report::Verdict;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
pub(crate) use trial::Trial;

/// A proof is tried after `1 / BEFORE_PROOF` of the cycles: most mutants have been killed by then, and proving most of
/// the others takes less time than running them to the end.
const BEFORE_PROOF: u64 = 10;

/// The options of mutation.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// The RTL.
    pub verilog: Verilog,
    /// Where compiled models are kept.
    pub cache: Cache,
    /// Seed of the choice of mutants and of the stimuli.
    pub seed: u64,
    /// Number of mutants to make; a small unit has fewer.
    pub mutants: usize,
    /// Cycles to run each mutant.
    pub cycles: u64,
    /// Processor time for a proof that a mutant is equivalent.
    pub patience: Duration,
    /// Number of finished mutants, for progress displays.
    pub done: Arc<AtomicU64>,
}

impl Mutation {
    /// Makes mutants and tries to kill them, on all processors.
    ///
    /// # Errors
    /// [`Error`] when a tool fails, a file cannot be written, or the unit itself is wrong.
    pub fn run<U: Checked>(&self, params: &U::Params) -> Result<Report, Error> {
        let netlist = Netlist::new(&self.verilog, "", Choice::anywhere(self.mutants, self.seed))?;
        let trial = Trial::<U>::new(params, &netlist, &self.cache, self.seed)?;
        if let Some(mismatch) = trial.start(0, 0).run(self.cycles) {
            return Err(Error::Unmutated(Box::new(mismatch.clone())));
        }
        let prover = Prover::new::<U>(params, &netlist, self.patience)?;
        let verdicts = parallel::map(&netlist.mutants, |mutant| {
            let verdict = self.verdict(&trial, &prover, mutant.id);
            self.done.fetch_add(1, Ordering::Relaxed);
            verdict
        });
        let verdicts: Result<Vec<Verdict>, Error> = verdicts.into_iter().collect();
        let verdicts = netlist.mutants.iter().cloned().zip(verdicts?);
        Ok(Report::new(U::NAME, self.seed, self.cycles, verdicts))
    }

    fn verdict<U: Checked>(
        &self,
        trial: &Trial<U>,
        prover: &Prover,
        mutant: usize,
    ) -> Result<Verdict, Error> {
        if let Some(killed) = trial.killed_soon(mutant) {
            return Ok(Verdict::Killed(killed.cycle));
        }
        let mut run = trial.start(mutant, 0);
        let before_proof = self.cycles / BEFORE_PROOF;
        if let Some(mismatch) = run.run(before_proof) {
            return Ok(Verdict::Killed(mismatch.cycle));
        }
        let proof = prover.prove(mutant)?;
        if proof == Proof::Equivalent {
            return Ok(Verdict::Equivalent);
        }
        Ok(match run.run(self.cycles - before_proof) {
            Some(mismatch) => Verdict::Killed(mismatch.cycle),
            None => Verdict::Survived(proof),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::units::UnifiedArbiter;
    use heddle_contract::{Config, Unit};

    /// Proofs are tried on all mutants, not only on survivors, so that a wrong proof would show.
    #[test]
    fn nothing_that_is_killed_is_proven_equivalent() {
        let tiny = Config::preset("tiny").expect("a preset");
        let params = UnifiedArbiter::params(&tiny).expect("a unit of the preset");
        let verilog = crate::emit::<UnifiedArbiter>(&params).expect("no mistakes");
        let cache = Cache::user().expect("a cache");
        let netlist = Netlist::new(&verilog, "", Choice::anywhere(60, 3)).expect("Yosys");
        let trial = Trial::<UnifiedArbiter>::new(&params, &netlist, &cache, 3).expect("Verilator");
        let prover = Prover::new::<UnifiedArbiter>(&params, &netlist, Duration::from_secs(20));
        let prover = prover.expect("gates");
        let outcomes = parallel::map(&netlist.mutants, |mutant| {
            let killed = trial.start(mutant.id, 0).run(20_000).is_some();
            (killed, prover.prove(mutant.id).expect("ABC"))
        });
        let count = |outcome| outcomes.iter().filter(|found| **found == outcome).count();
        assert_eq!(count((true, Proof::Equivalent)), 0);
        assert!(count((true, Proof::Differs)) > 50, "{outcomes:?}");
        assert!(count((false, Proof::Equivalent)) > 0, "{outcomes:?}");
    }
}
