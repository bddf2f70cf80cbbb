//! Unit mode: a unit alone, under constrained-random stimuli.

mod check;
mod coverage;
mod shrink;

pub use check::Check;
pub use coverage::{ENOUGH_HITS, Hits};
pub use shrink::Shrunk;

use crate::stimuli::Stimuli;
use crate::verilated::Library;
use crate::{Checked, Lockstep, Mismatch};
use coverage::Coverage;
use heddle_contract::{Border, Golden, Values};
use std::sync::Arc;

/// Runs golden model, RTL and stimuli of a unit cycle by cycle.
pub struct UnitMode<U: Checked> {
    params: U::Params,
    seed: u64,
    stimuli: U::Stimuli,
    lockstep: Lockstep<U, U::Golden>,
    coverage: Coverage<U>,
    input: U::In<Values>,
    output: U::Out<Values>,
}

impl<U: Checked> UnitMode<U> {
    /// A run that starts at reset, with a seed. The library must have been made for `U` and `params`.
    pub fn new(params: &U::Params, library: &Arc<Library>, seed: u64) -> Self {
        Self::with(params, Lockstep::new(params, library), seed)
    }

    /// As [`UnitMode::new`], with the caller's own lockstep, such as one that is recorded.
    pub fn with(params: &U::Params, lockstep: Lockstep<U, U::Golden>, seed: u64) -> Self {
        Self {
            params: params.clone(),
            seed,
            stimuli: U::Stimuli::new(params, seed),
            lockstep,
            coverage: Coverage::new(params),
            input: Border::zero(params),
            output: Border::zero(params),
        }
    }

    /// Resets both sides and begins the stimuli again. Registers that the RTL forgot to reset now contain values that the
    /// same inputs left there, so the stimuli are likely to reach them.
    pub fn restart(&mut self) {
        self.lockstep.reset(&self.params, self.seed as u32);
        self.stimuli = U::Stimuli::new(&self.params, self.seed);
        self.input = Border::zero(&self.params);
        self.output = Border::zero(&self.params);
    }

    /// Runs `cycles` cycles, or fewer if a mismatch occurs, and returns the first mismatch.
    pub fn run(&mut self, cycles: u64) -> Option<&Mismatch> {
        for _ in 0..cycles {
            self.cycle();
            if self.lockstep.first_mismatch().is_some() {
                break;
            }
        }
        self.lockstep.finish()
    }

    #[inline]
    fn cycle(&mut self) {
        if U::Stimuli::REACTIVE {
            let golden = self.lockstep.golden();
            golden.out_of_state(&self.input, &mut self.output);
        }
        self.stimuli.next(&self.output, &mut self.input);
        self.lockstep.cycle(&self.input, &mut self.output);
        self.stimuli.seen(&self.input, &self.output);
        let (inputs, outputs) = self.lockstep.last();
        self.coverage.cycle(&self.params, inputs, outputs);
    }

    /// The comparison.
    pub fn lockstep(&self) -> &Lockstep<U, U::Golden> {
        &self.lockstep
    }

    /// How often each corner of the contract was reached.
    pub fn corners(&self) -> Vec<Hits> {
        self.coverage.report()
    }
}
