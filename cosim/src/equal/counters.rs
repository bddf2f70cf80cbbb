//! Numbers of golden units that only grow (EQU-3).
//!
//! Where RTL holds an order, a golden unit may number events instead, with a counter that overflows after 2^64 of them. A
//! proof is about the cycles before the highest bit of the counter is set: 2^63 events take 292 years at one each nanosecond.

use heddle_contract::Property;
use heddle_contract::terms::Word;

/// A counter of a golden unit.
struct Counter {
    unit: &'static str,
    /// The name of the counter's word.
    word: &'static str,
    /// How the names of words end that hold former values of the counter.
    former: &'static str,
    /// The label of the assumption that the counter is not near its end.
    label: &'static str,
}

const COUNTERS: [Counter; 4] = [
    Counter {
        unit: "pc_warp_lut",
        word: "now",
        former: ".used",
        label: "counter_lasts",
    },
    Counter {
        unit: "mheap_lut",
        word: "now",
        former: ".used",
        label: "counter_lasts",
    },
    Counter {
        unit: "majority_scheduler",
        word: "lut.now",
        former: ".used",
        label: "counter_lasts",
    },
    Counter {
        unit: "majority_scheduler",
        word: "given_up",
        former: "given_up",
        label: "groups_counter_lasts",
    },
];

fn of(unit: &str) -> impl Iterator<Item = &'static Counter> {
    COUNTERS.iter().filter(move |counter| counter.unit == unit)
}

/// The words of a unit that are counters.
pub(super) fn names(unit: &str) -> Vec<&'static str> {
    of(unit).map(|counter| counter.word).collect()
}

/// Whether a word is a counter or holds a value of one: all its bits change in the end.
pub(super) fn counts(unit: &str, word: &str) -> bool {
    of(unit).any(|counter| word == counter.word || word.ends_with(counter.former))
}

/// Notes which counters of a unit are near their ends, given the names and the values of its words.
pub(super) fn end(unit: &str, names: &[String], words: &[u64], ended: &mut [bool]) {
    for (counter, ended) in of(unit).zip(ended) {
        let mut values = names.iter().zip(words);
        *ended |= values.any(|(name, value)| name == counter.word && value >> 63 != 0);
    }
}

/// That the counters of a unit are not near their ends; `word` gives the term of a word.
pub(super) fn last(unit: &str, word: impl Fn(&str) -> Word) -> Vec<Property> {
    let below = |counter: &Counter| {
        Property::new(
            counter.label,
            "the golden unit's counter is not near its end",
            word(counter.word).lt(1_u64 << 63),
        )
    };
    of(unit).map(below).collect()
}
