//! The fields of a line of vectors: one for each port, in hexadecimal, separated by underscores.

use heddle_contract::{Direction, Kind, Port};
use heddle_cosim::{Vector, Vectors};
use serde::Serialize;

/// Bits of a hexadecimal digit.
const DIGIT: usize = 4;

/// A port and its position in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Name in Verilog.
    pub name: String,
    group: &'static str,
    input: bool,
    width: usize,
    is_array: bool,
    /// Number of elements; 1 for a scalar.
    elements: usize,
    element_bits: u32,
    /// Position of the field's lowest bit, if the line is read as one number.
    low: usize,
}

/// Neighbouring ports of one group.
#[derive(Clone, Debug, Serialize)]
pub struct Group<'a> {
    name: &'static str,
    ports: Vec<&'a Field>,
}

impl<'a> Group<'a> {
    /// All groups, in order.
    pub fn all(fields: &'a [Field]) -> Vec<Self> {
        let groups = fields.chunk_by(|a, b| (a.input, a.group) == (b.input, b.group));
        groups
            .map(|fields| Self {
                name: fields[0].group,
                ports: fields.iter().collect(),
            })
            .collect()
    }
}

/// The fields of a line: reset, inputs, outputs.
pub fn of(reset: &str, vectors: &Vectors) -> Vec<Field> {
    let reset = field(reset.into(), "", true, Kind::Bit);
    let port = |direction: Direction| {
        move |port: &Port| {
            let name = format!("{}{}", port.name, direction.suffix());
            field(name, port.group, direction == Direction::In, port.kind)
        }
    };
    let inputs = vectors.inputs.iter().map(port(Direction::In));
    let outputs = vectors.outputs.iter().map(port(Direction::Out));
    let mut fields: Vec<Field> = std::iter::once(reset)
        .chain(inputs)
        .chain(outputs)
        .collect();
    let mut low = 0;
    for field in fields.iter_mut().rev() {
        field.low = low;
        low += DIGIT * digits(field.width);
    }
    fields
}

fn field(name: String, group: &'static str, input: bool, kind: Kind) -> Field {
    Field {
        name,
        group,
        input,
        width: kind.total_bits(),
        is_array: matches!(kind, Kind::Array { .. }),
        elements: kind.words(),
        element_bits: kind.word_bits(),
        low: 0,
    }
}

/// Bits of a whole line.
pub fn bits(fields: &[Field]) -> usize {
    let digits = fields.iter().map(|field| digits(field.width));
    DIGIT * digits.sum::<usize>()
}

fn digits(bits: usize) -> usize {
    bits.div_ceil(DIGIT)
}

/// The line of a cycle.
pub fn line(vectors: &Vectors, cycle: &Vector, reset_level: bool) -> String {
    let inputs: Vec<_> = cycle.inputs.iter().copied().map(Some).collect();
    let reset = u8::from(cycle.reset == reset_level).to_string();
    let ports = texts(&vectors.inputs, &inputs).chain(texts(&vectors.outputs, &cycle.outputs));
    std::iter::once(reset)
        .chain(ports)
        .collect::<Vec<String>>()
        .join("_")
}

/// The digits of each of these ports.
fn texts<'a>(ports: &'a [Port], mut words: &'a [Option<u64>]) -> impl Iterator<Item = String> + 'a {
    ports.iter().map(move |port| {
        let (own, rest) = words.split_at(port.kind.words());
        words = rest;
        let values: Option<Vec<u64>> = own.iter().copied().collect();
        match values {
            Some(values) => hexadecimal(&values, port.kind.word_bits()),
            None => "x".repeat(digits(port.kind.total_bits())),
        }
    })
}

/// Words of `width` bits as one number, the first word lowest.
fn hexadecimal(words: &[u64], width: u32) -> String {
    let width = width as usize;
    let total = words.len() * width;
    let bit = |at: usize| match at < total {
        true => (words[at / width] >> (at % width)) as u32 & 1,
        false => 0,
    };
    let digit = |at: usize| {
        let bits = (0..DIGIT).map(|place| bit(DIGIT * at + place) << place);
        char::from_digit(bits.sum(), 16).expect("four bits")
    };
    (0..digits(total)).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(name: &'static str, kind: Kind, group: &'static str) -> Port {
        let (doc, qualifier) = ("", None);
        Port {
            name,
            kind,
            width: None,
            doc,
            group,
            qualifier,
        }
    }

    fn vectors() -> Vectors {
        let array = Kind::Array {
            width: 5,
            length: 3,
        };
        Vectors {
            inputs: vec![
                port("ask", Kind::Bit, "request"),
                port("data", array, "request"),
            ],
            outputs: vec![
                port("ack", Kind::Bit, "answer"),
                port("word", Kind::Bits(9), "answer"),
                port("busy", Kind::Bit, "state"),
            ],
            cycles: Vec::new(),
        }
    }

    #[test]
    fn a_line_has_a_field_for_each_port() {
        let vectors = vectors();
        let mut cycle = Vector {
            reset: true,
            inputs: vec![1, 0x1f, 0, 0x11],
            outputs: vec![None; 3],
        };
        assert_eq!(line(&vectors, &cycle, true), "1_1_441f_x_xxx_x");
        assert_eq!(line(&vectors, &cycle, false), "0_1_441f_x_xxx_x");
        cycle.reset = false;
        cycle.outputs = vec![Some(0), Some(0x1a5), Some(1)];
        assert_eq!(line(&vectors, &cycle, true), "0_1_441f_0_1a5_1");
    }

    #[test]
    fn fields_have_the_places_of_their_digits() {
        let fields = of("rst_ni", &vectors());
        let places: Vec<_> = fields
            .iter()
            .map(|field| (field.name.as_str(), field.low, field.width))
            .collect();
        let expected = [
            ("rst_ni", 40, 1),
            ("ask_i", 36, 1),
            ("data_i", 20, 15),
            ("ack_o", 16, 1),
            ("word_o", 4, 9),
            ("busy_o", 0, 1),
        ];
        assert_eq!(places, expected);
        assert_eq!(bits(&fields), 44);
    }

    #[test]
    fn groups_are_those_of_the_contract() {
        let fields = of("rst_i", &vectors());
        let groups = Group::all(&fields[1..]);
        let groups: Vec<_> = groups
            .iter()
            .map(|group| (group.name, group.ports.len()))
            .collect();
        assert_eq!(groups, [("request", 2), ("answer", 2), ("state", 1)]);
    }
}
