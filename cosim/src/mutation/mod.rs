//! Mutation.
mod blif;
mod mutant;
mod netlist;
mod proof;
mod report;
mod trial;

pub use mutant::{Change, Mutant};
pub use report::Report;

use crate::Checked;
use crate::error::Error;
use crate::verilated::{Cache, Verilog};
use netlist::Netlist;
use proof::Prover;
use report::Verdict;
use std::sync::atomic::{AtomicUsize, Ordering};
use trial::Trial;

/// What to mutate and how.
#[derive(Clone, Debug)]
pub struct Mutation {
    /// The RTL.
    pub verilog: Verilog,
    /// Where compiled models are kept.
    pub cache: Cache,
    /// Seed of the choice of mutants and of the stimuli.
    pub seed: u64,
    /// Mutants to make; a small unit has fewer.
    pub mutants: usize,
    /// Cycles to try each of them.
    pub cycles: u64,
    /// Seconds to look for a proof that a survivor is equivalent.
    pub proof_seconds: u32,
}

impl Mutation {
    pub fn run<U: Checked>(&self, params: &U::Params) -> Result<Report, Error> {
        let netlist = Netlist::new(&self.verilog, self.mutants, self.seed)?;
        let trial = Trial::<U>::new(params, &netlist, &self.cache, self.seed, self.cycles)?;
        if let Some(mismatch) = trial.run(0) {
            return Err(Error::Unmutated(Box::new(mismatch)));
        }
        let prover = Prover::new::<U>(params, &netlist, self.proof_seconds)?;
        let verdict = |at: usize| {
            let mutant = netlist.mutants[at].id;
            Ok(match trial.run(mutant) {
                Some(mismatch) => Verdict::Killed(mismatch.cycle),
                None if prover.proves(mutant)? => Verdict::Equivalent,
                None => Verdict::Survived,
            })
        };
        let verdicts: Result<Vec<Verdict>, Error> =
            in_parallel(netlist.mutants.len(), verdict).into_iter().collect();
        let verdicts = netlist.mutants.into_iter().zip(verdicts?).collect();
        Ok(Report::new(U::NAME, self.seed, self.cycles, verdicts))
    }
}

/// `work` for all numbers below `count`, on all processors; results in order.
fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return done;
            }
            done.push((at, work(at)));
        }
    };
    let mut results: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let done = workers.into_iter().map(|worker| worker.join().expect("no panic"));
        done.flatten().collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}
