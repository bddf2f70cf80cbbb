//! The state of a golden unit as words: in every cycle there are as many as at reset, and the unit that is made of them goes on as the
//! unit does.

use crate::configurations::Configured;
use heddle_contract::words::Put;
use heddle_contract::{Border, Golden, Values, Words};
use heddle_cosim::stimuli::Stimuli;
use std::collections::BTreeSet;

const CYCLES: u64 = 1000;
const SEED: u64 = 7;

/// Writes the words of a state over those of a state before.
fn put(state: &impl Words, words: &mut [u64]) {
    let mut to = Put::new(words);
    state.put(&mut to);
    to.end();
}

fn state<U: Configured>() {
    for params in U::configurations() {
        let mut golden = U::Golden::new(&params);
        let names = golden.word_names();
        let mut words = golden.to_words();
        let mut again = words.clone();
        let mut stimuli = U::Stimuli::new(&params, SEED);
        let mut input = U::In::<Values>::zero(&params);
        let mut output = U::Out::<Values>::zero(&params);
        for cycle in 0..CYCLES {
            let at = format!("{}: {params:?}, cycle {cycle}", U::NAME);
            assert_eq!(golden.count(), words.len(), "{at}");
            put(&golden, &mut words);
            let mut made = U::Golden::from_words(&words);
            assert!(made == golden, "{at}: {golden:?} became {made:?}");
            put(&made, &mut again);
            assert!(again == words, "{at}: {golden:?}");
            golden.out(&input, &mut output);
            stimuli.next(&output, &mut input);
            golden.out(&input, &mut output);
            stimuli.seen(&input, &output);
            golden.clock(&input);
            made.clock(&input);
            assert!(made == golden, "{at}: {golden:?} went on as {made:?}");
        }
        assert_eq!(golden.word_names(), names, "{}: {params:?}", U::NAME);
        assert_eq!(names.len(), words.len(), "{}: {params:?}", U::NAME);
        let once: BTreeSet<&String> = names.iter().collect();
        assert_eq!(once.len(), names.len(), "{}: {names:?}", U::NAME);
    }
}

crate::for_every_unit!(state);
