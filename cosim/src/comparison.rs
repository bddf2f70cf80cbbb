//! Which words of two rows of outputs must be equal, worked out before the first cycle.

use heddle_contract::{Port, Unit, Values, port_list};

/// A one-bit port, by its word at the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Qualifier {
    Input(usize),
    Output(usize),
}

/// One word of the outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Check {
    /// Name of the port.
    port: &'static str,
    /// Element of an array; nothing for a scalar.
    element: Option<usize>,
    /// All must be high for the word to mean anything.
    qualifiers: Vec<Qualifier>,
}

/// The comparison of a unit's outputs under their qualifiers.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    /// One per word of the outputs.
    checks: Vec<Check>,
}

impl Comparison {
    /// The comparison that the contract of `U` asks for.
    pub fn new<U: Unit>(params: &U::Params) -> Self {
        Self::of(
            &port_list::<U::In<Values>>(params),
            &port_list::<U::Out<Values>>(params),
        )
    }

    fn of(inputs: &[Port], outputs: &[Port]) -> Self {
        let checks = outputs.iter().flat_map(|port| {
            let qualifiers = qualifiers(port, inputs, outputs);
            let words = port.kind.words();
            (0..words).map(move |word| Check {
                port: port.name,
                element: (words > 1).then_some(word),
                qualifiers: qualifiers.clone(),
            })
        });
        Self {
            checks: checks.collect(),
        }
    }

    /// The first word that differs though it means something, and the number of such words.
    /// Whether it means anything is the golden model's word.
    #[inline]
    pub fn compare(&self, inputs: &[u64], expected: &[u64], found: &[u64]) -> Option<Difference> {
        let mut difference = None;
        for word in 0..self.checks.len() {
            if expected[word] != found[word] && self.means_something(word, inputs, expected) {
                difference
                    .get_or_insert(Difference {
                        first_word: word,
                        words: 0,
                    })
                    .words += 1;
            }
        }
        difference
    }

    fn means_something(&self, word: usize, inputs: &[u64], outputs: &[u64]) -> bool {
        let high = |qualifier: &Qualifier| match *qualifier {
            Qualifier::Input(word) => inputs[word] != 0,
            Qualifier::Output(word) => outputs[word] != 0,
        };
        self.checks[word].qualifiers.iter().all(high)
    }

    /// Port and element of a word.
    pub fn place(&self, word: usize) -> (&'static str, Option<usize>) {
        (self.checks[word].port, self.checks[word].element)
    }
}

/// How two rows of outputs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The first word that differs.
    pub first_word: usize,
    /// Words that differ.
    pub words: u64,
}

/// The qualifier of an output, that one's qualifier, and so on. Of an input and an output with one
/// name the output is meant.
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
