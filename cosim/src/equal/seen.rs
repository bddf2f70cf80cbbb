//! What unit mode shows of a unit before its proof.

use super::counters;
use crate::Checked;
use crate::stimuli::Stimuli;
use heddle_contract::terms::Watch;
use heddle_contract::{Border, Golden, Properties, Values, Words};

/// Cycles that are run.
pub(super) const CYCLES: u64 = 50_000;

/// What unit mode shows.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// For each word of the state, the bits that change, and all bits below the highest of them; of counters, all.
    pub changing: Vec<u64>,
    /// For each corner of the contract, whether it is reached (EQU-4).
    pub corners: Vec<bool>,
    /// For each assumption of a proof, those of the contract before those about [`counters`], whether it is broken.
    pub broken: Vec<bool>,
}

impl Seen {
    /// Runs the golden unit, whose words have these names, under its stimuli.
    pub fn of<U: Checked>(params: &U::Params, names: &[String], seed: u64) -> Self {
        let mut golden = U::Golden::new(params);
        let reset = golden.to_words();
        let Properties {
            assumptions,
            corners,
            ..
        } = Properties::of::<U>(params);
        let mut changing = vec![0; reset.len()];
        let (mut reached, mut broken) =
            (vec![false; corners.len()], vec![false; assumptions.len()]);
        let mut ended = vec![false; counters::names(U::NAME).len()];
        let mut watch = Watch::<U>::new(params, corners.iter().chain(&assumptions));
        let mut stimuli = U::Stimuli::new(params, seed);
        let mut input = U::In::<Values>::zero(params);
        let mut output = U::Out::<Values>::zero(params);
        for _ in 0..CYCLES {
            golden.out(&input, &mut output);
            stimuli.next(&output, &mut input);
            golden.out(&input, &mut output);
            stimuli.seen(&input, &output);
            watch.cycle(&input, &output);
            golden.clock(&input);
            for (at, is_reached) in reached.iter_mut().enumerate() {
                *is_reached |= watch.holds(at);
            }
            for (at, is_broken) in (corners.len()..).zip(&mut broken) {
                *is_broken |= !watch.holds(at);
            }
            let words = golden.to_words();
            counters::end(U::NAME, names, &words, &mut ended);
            for (bits, (now, reset)) in changing.iter_mut().zip(words.iter().zip(&reset)) {
                *bits |= now ^ reset;
            }
        }
        for (bits, name) in changing.iter_mut().zip(names) {
            *bits = match counters::counts(U::NAME, name) {
                true => u64::MAX,
                false => u64::MAX.checked_shr(bits.leading_zeros()).unwrap_or(0),
            };
        }
        broken.extend(ended);
        Self {
            changing,
            corners: reached,
            broken,
        }
    }
}
