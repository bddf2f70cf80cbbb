//! Short runs that reproduce the mismatch of a long run.

use crate::stimuli::Stimuli;
use crate::verilated::Library;
use crate::{Checked, Lockstep, Mismatch, Start};
use heddle_contract::{Border, Golden, Unit, Values};
use std::collections::VecDeque;
use std::sync::Arc;

/// Number of cycles before the mismatch in which a short run is searched for.
const LONGEST: usize = 4096;

/// A short run from reset that ends in a mismatch.
pub struct Shrunk<U: Unit> {
    /// The inputs, cycle by cycle.
    pub inputs: Vec<U::In<Values>>,
    /// The mismatch in the last cycle.
    pub mismatch: Mismatch,
    /// What the RTL starts from.
    pub start: Start,
}

impl<U: Checked> Shrunk<U> {
    /// Searches for a short run that fails as the run with `seed` does in cycle `cycle`; `None` if the
    /// last cycles alone, from reset, do not fail.
    ///
    /// Halves, quarters, and so on down to single cycles are left out where the rest still fails.
    /// Inputs that become illegal are withdrawn.
    pub fn find(params: &U::Params, library: &Arc<Library>, seed: u64, cycle: u64) -> Option<Self> {
        let mut best = replay::<U>(params, library, last_inputs::<U>(params, seed, cycle))?;
        let mut size = best.inputs.len() / 2;
        while size > 0 {
            best = best.without(params, library, size);
            size /= 2;
        }
        Some(best)
    }

    /// Leaves out pieces of `size` cycles where possible, starting with the last.
    fn without(self, params: &U::Params, library: &Arc<Library>, size: usize) -> Self {
        let mut best = self;
        let mut end = best.inputs.len();
        while end >= size && size > 0 {
            let start = end - size;
            let mut rest = best.inputs.clone();
            rest.drain(start..end.min(rest.len()));
            if let Some(shorter) = replay::<U>(params, library, rest) {
                best = shorter;
            }
            end = start.min(best.inputs.len());
        }
        best
    }
}

/// The inputs of the last cycles up to `cycle` of the run with `seed`.
fn last_inputs<U: Checked>(params: &U::Params, seed: u64, cycle: u64) -> Vec<U::In<Values>> {
    let mut golden = U::Golden::new(params);
    let mut stimuli = U::Stimuli::new(params, seed);
    let mut input = U::In::<Values>::zero(params);
    let mut output = U::Out::<Values>::zero(params);
    let mut last = VecDeque::with_capacity(LONGEST);
    for _ in 0..=cycle {
        golden.out(&input, &mut output);
        stimuli.next(&output, &mut input);
        golden.out(&input, &mut output);
        stimuli.seen(&input, &output);
        golden.clock(&input);
        if last.len() == LONGEST {
            last.pop_front();
        }
        last.push_back(input.clone());
    }
    last.into()
}

/// Runs from reset; if that fails, returns the run up to the failure, with the inputs made legal.
fn replay<U: Checked>(
    params: &U::Params,
    library: &Arc<Library>,
    mut inputs: Vec<U::In<Values>>,
) -> Option<Shrunk<U>> {
    let mut lockstep = Lockstep::<U, U::Golden>::new(params, library);
    let mut output = U::Out::<Values>::zero(params);
    for input in &mut inputs {
        lockstep.golden().out(input, &mut output);
        U::Stimuli::legalise(&output, input);
        lockstep.cycle(input, &mut output);
    }
    let mismatch = lockstep.finish()?.clone();
    inputs.truncate(mismatch.cycle as usize + 1);
    Some(Shrunk {
        inputs,
        mismatch,
        start: Start::default(),
    })
}
