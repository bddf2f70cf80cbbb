//! What has to hold if a golden unit and its Verilog are equal.

use super::golden::Gates;
use heddle_contract::terms::{self, Is, Row, Terms, Word, all};
use heddle_contract::{Bundle, Direction, Kind, Port, Property, Unit, Values, Visit, port_list};
use internment::Intern;

/// The word of one bit that says that the golden unit panics.
pub(super) const PANICS: &str = "panics";

/// The word of one bit that says that a collection grows beyond what `new` gave it.
pub(super) const GROWS: &str = "grows";

/// Words of one bit that say how a path of the golden unit ends, and that the state leaves its bits.
pub(super) const NEVER: [(&str, &str); 4] = [
    (PANICS, "the golden unit does not panic"),
    (GROWS, "no collection of the golden unit grows"),
    (
        "impossible",
        "the golden unit does nothing that the compiler took for impossible",
    ),
    (
        "escapes",
        "bits of the golden unit's state that are taken for constant do not change",
    ),
];

/// For each output port, that it is what the golden unit shows, where its qualifiers are high; and that no path of the golden
/// unit ends in something else than outputs.
pub(super) fn claims<U: Unit>(params: &U::Params, golden: &Gates) -> Vec<Property> {
    let ports = Ports::of::<U>(params);
    let outputs = ports
        .all
        .iter()
        .filter(|(direction, ..)| *direction == Direction::Out);
    let equal = outputs.map(|(_, port, words)| {
        let equal = words.iter().enumerate().map(|(at, word)| {
            let element = matches!(port.kind, Kind::Array { .. }).then_some(at);
            Word::eq(*word, golden.word(&out(port.name, element)))
        });
        let what = "the output is that of the golden unit";
        Property::given(label(port.name), what, ports.qualified(port), all(equal))
    });
    let never = NEVER.map(|(name, what)| Property::new(name, what, golden.word(name).none()));
    equal.chain(never).collect()
}

/// An assumption that is kept if it is kept given the outputs of one of both sides (EQU-10).
pub(super) fn by_either(assumption: Property, golden: &Gates) -> Property {
    let by_golden = terms::with_outputs(assumption.is, |leaf| {
        golden.word(&out(leaf.name, leaf.element))
    });
    Property {
        is: assumption.is | by_golden,
        ..assumption
    }
}

/// The name of an output's word, or of an element's.
fn out(port: &str, element: Option<usize>) -> String {
    match element {
        Some(element) => format!("out.{port}[{element}]"),
        None => format!("out.{port}"),
    }
}

/// The label of a port's claim, which no property of a contract has.
fn label(port: &str) -> &'static str {
    Intern::new(format!("same_{port}")).as_ref()
}

/// The ports of a unit, with the words of each.
struct Ports {
    all: Vec<(Direction, Port, Vec<Word>)>,
}

impl Ports {
    fn of<U: Unit>(params: &U::Params) -> Self {
        let ins = terms::ports::<U::In<Terms>>(params, Direction::In);
        let outs = terms::ports::<U::Out<Terms>>(params, Direction::Out);
        let ins = rows(port_list::<U::In<Values>>(params), &ins);
        let outs = rows(port_list::<U::Out<Values>>(params), &outs);
        let ins = ins.map(|(port, words)| (Direction::In, port, words));
        let outs = outs.map(|(port, words)| (Direction::Out, port, words));
        Self {
            all: ins.chain(outs).collect(),
        }
    }

    /// Whether the qualifiers of a port are high.
    fn qualified(&self, port: &Port) -> Is {
        let Some(name) = port.qualifier else {
            return Is::from(true);
        };
        let qualifier = self.all.iter().find(|(_, port, _)| port.name == name);
        let (_, port, words) = qualifier.expect("a qualifier is a port");
        words[0].any() & self.qualified(port)
    }
}

fn rows<B: Bundle<Terms>>(ports: Vec<Port>, of: &B) -> impl Iterator<Item = (Port, Vec<Word>)> {
    let mut words = Collected(Vec::new());
    of.visit(&mut words);
    ports.into_iter().zip(words.0)
}

/// The words of each port.
struct Collected(Vec<Vec<Word>>);

impl Visit<Terms> for Collected {
    fn bit(&mut self, signal: &Is) {
        self.0.push(vec![signal.word()]);
    }

    fn bits(&mut self, signal: &Word) {
        self.0.push(vec![*signal]);
    }

    fn array(&mut self, signal: &Row) {
        self.0.push(signal.to_vec());
    }
}
