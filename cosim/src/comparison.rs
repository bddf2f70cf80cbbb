//! Which words of two rows of outputs must be equal, determined before the first cycle.

use crate::verilated::Pin;
use heddle_contract::{Direction, Port, Unit, Values, port_list};
use std::ops::Range;

/// A one-bit port, given by its word at the Rust/C++ border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Qualifier {
    Input(usize),
    Output(usize),
}

/// Port and element of an output word, for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OutputWord {
    /// Name of the port.
    port: &'static str,
    /// Element of an array; `None` for a scalar.
    element: Option<usize>,
}

/// Neighbouring output words that are valid under the same conditions (COS-1).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    words: Range<usize>,
    /// The ports that must all be high.
    qualifiers: Vec<Qualifier>,
}

impl Group {
    /// All ones if the words are valid, else zero. The golden model's outputs decide whether they are.
    #[inline]
    fn mask(&self, inputs: &[u64], expected: &[u64]) -> u64 {
        let high = |qualifier: &Qualifier| match *qualifier {
            Qualifier::Input(word) => inputs[word] != 0,
            Qualifier::Output(word) => expected[word] != 0,
        };
        // No early exit, because the processor could not predict it.
        let all = self
            .qualifiers
            .iter()
            .map(high)
            .fold(true, |all, high| all & high);
        u64::from(all).wrapping_neg()
    }
}

/// The comparison of a unit's outputs under their qualifiers.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    groups: Vec<Group>,
    /// One for each output word.
    places: Vec<OutputWord>,
}

impl Comparison {
    /// The comparison that the contract of `U` requires.
    pub fn new<U: Unit>(params: &U::Params) -> Self {
        Self::of(
            &port_list::<U::In<Values>>(params),
            &port_list::<U::Out<Values>>(params),
        )
    }

    fn of(inputs: &[Port], outputs: &[Port]) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        let mut places = Vec::new();
        for port in outputs {
            let words = port.kind.words();
            let qualifiers = qualifiers(port, inputs, outputs);
            let end = places.len() + words;
            match groups.last_mut() {
                Some(group) if group.qualifiers == qualifiers => group.words.end = end,
                _ => groups.push(Group {
                    words: places.len()..end,
                    qualifiers,
                }),
            }
            places.extend((0..words).map(|word| OutputWord {
                port: port.name,
                element: (words > 1).then_some(word),
            }));
        }
        Self { groups, places }
    }

    /// The first valid word that differs, and the number of such words.
    #[inline]
    pub fn compare(&self, inputs: &[u64], expected: &[u64], found: &[u64]) -> Option<Difference> {
        let mut different = 0;
        for group in &self.groups {
            let words = group.words.clone();
            let pairs = expected[words.clone()].iter().zip(&found[words]);
            let bits = pairs.fold(0, |bits, (expected, found)| bits | (expected ^ found));
            if bits != 0 {
                different |= bits & group.mask(inputs, expected);
            }
        }
        (different != 0).then(|| self.difference(inputs, expected, found))
    }

    /// Whether each output word is valid, in order. The groups cover all words.
    pub fn compared(&self, inputs: &[u64], expected: &[u64]) -> impl Iterator<Item = bool> {
        let groups = self.groups.iter().map(move |group| {
            let means_something = group.mask(inputs, expected) != 0;
            std::iter::repeat_n(means_something, group.words.len())
        });
        groups.flatten()
    }

    #[cold]
    fn difference(&self, inputs: &[u64], expected: &[u64], found: &[u64]) -> Difference {
        let telling = self
            .groups
            .iter()
            .filter(|group| group.mask(inputs, expected) != 0);
        let words = telling.flat_map(|group| group.words.clone());
        let mut words = words.filter(|&word| expected[word] != found[word]);
        Difference {
            first_word: words.next().expect("called when there is one"),
            words: 1 + words.count() as u64,
        }
    }

    /// Port and element of a word.
    pub fn place(&self, word: usize) -> (&'static str, Option<usize>) {
        (self.places[word].port, self.places[word].element)
    }
}

/// How two rows of outputs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The first word that differs.
    pub first_word: usize,
    /// Number of words that differ.
    pub words: u64,
}

/// The qualifier of an output, the qualifier of that qualifier, and so on. If an input and an output have the same
/// name, the output is the qualifier.
fn qualifiers(port: &Port, inputs: &[Port], outputs: &[Port]) -> Vec<Qualifier> {
    let Some(name) = port.qualifier else {
        return Vec::new();
    };
    let output = position(name, outputs).map(|(word, port)| (Qualifier::Output(word), port));
    let input = || position(name, inputs).map(|(word, port)| (Qualifier::Input(word), port));
    let (qualifier, port) = output
        .or_else(input)
        .unwrap_or_else(|| panic!("contract: `{}` is qualified by no port `{name}`", port.name));
    let mut all = qualifiers(port, inputs, outputs);
    all.push(qualifier);
    all
}

/// The outputs of a unit, each with the ports that must be high for the output to be valid.
pub(crate) fn qualified<U: Unit>(params: &U::Params) -> Vec<(Pin, Vec<Pin>)> {
    let inputs = port_list::<U::In<Values>>(params);
    let outputs = port_list::<U::Out<Values>>(params);
    let pin = |qualifier| match qualifier {
        Qualifier::Input(word) => Pin::of(at(word, &inputs), Direction::In),
        Qualifier::Output(word) => Pin::of(at(word, &outputs), Direction::Out),
    };
    let conditions = |port| qualifiers(port, &inputs, &outputs).into_iter().map(pin);
    let pair = |port| (Pin::of(port, Direction::Out), conditions(port).collect());
    outputs.iter().map(pair).collect()
}

/// The port that contains a word.
fn at(word: usize, ports: &[Port]) -> &Port {
    let mut first = 0;
    let found = ports.iter().find(|port| {
        first += port.kind.words();
        first > word
    });
    found.expect("a word of these ports")
}

/// A port by name, and its first word.
fn position<'a>(name: &str, ports: &'a [Port]) -> Option<(usize, &'a Port)> {
    let at = ports.iter().position(|port| port.name == name)?;
    Some((heddle_contract::words(&ports[..at]), &ports[at]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::Kind;

    fn port(name: &'static str, kind: Kind, qualifier: Option<&'static str>) -> Port {
        Port {
            name,
            kind,
            width: None,
            doc: "",
            group: "",
            qualifier,
        }
    }

    /// Input `ask`; outputs `valid`, `good` under `valid`, `data` (two words) under `good`,
    /// `answer` under `ask`.
    fn comparison() -> Comparison {
        let array = Kind::Array {
            width: 8,
            length: 2,
        };
        Comparison::of(
            &[port("noise", array, None), port("ask", Kind::Bit, None)],
            &[
                port("valid", Kind::Bit, None),
                port("good", Kind::Bit, Some("valid")),
                port("data", array, Some("good")),
                port("answer", Kind::Bits(8), Some("ask")),
            ],
        )
    }

    fn first(inputs: [u64; 3], expected: [u64; 5], found: [u64; 5]) -> Option<usize> {
        let difference = comparison().compare(&inputs, &expected, &found);
        difference.map(|difference| difference.first_word)
    }

    #[test]
    fn a_payload_counts_only_if_its_whole_chain_is_high() {
        assert_eq!(first([0; 3], [1, 1, 5, 6, 0], [1, 1, 5, 7, 0]), Some(3));
        assert_eq!(first([0; 3], [1, 0, 5, 6, 0], [1, 0, 5, 7, 0]), None);
        assert_eq!(first([0; 3], [0, 1, 5, 6, 0], [0, 1, 5, 7, 0]), None);
    }

    #[test]
    fn a_qualifier_that_differs_is_itself_the_difference() {
        assert_eq!(first([0; 3], [1, 0, 0, 0, 0], [0, 0, 0, 0, 0]), Some(0));
    }

    #[test]
    fn an_input_may_qualify() {
        assert_eq!(first([0, 0, 1], [0, 0, 0, 0, 1], [0; 5]), Some(4));
        assert_eq!(first([0, 0, 0], [0, 0, 0, 0, 1], [0; 5]), None);
    }

    #[test]
    fn an_output_is_meant_before_an_input_of_the_same_name() {
        let valid = port("valid", Kind::Bit, None);
        let outputs = [valid.clone(), port("data", Kind::Bits(8), Some("valid"))];
        let comparison = Comparison::of(&[valid], &outputs);
        assert_eq!(comparison.compare(&[1], &[0, 5], &[0, 6]), None);
        assert!(comparison.compare(&[0], &[1, 5], &[1, 6]).is_some());
    }

    #[test]
    fn every_word_is_counted_and_has_a_place() {
        let comparison = comparison();
        let all = comparison.compare(&[0; 3], &[1, 1, 5, 6, 0], &[1, 1, 6, 7, 0]);
        let expected = Difference {
            first_word: 2,
            words: 2,
        };
        assert_eq!(all, Some(expected));
        assert_eq!(comparison.place(3), ("data", Some(1)));
        assert_eq!(comparison.place(4), ("answer", None));
    }
}
