//! `shuffle` and `shuffle2`, from every width to every width. Only the lower bits of a mask count.

use super::moves::{Moves, OWN, Text};
use crate::functions::arguments::arguments;
use crate::functions::call::Type;
use crate::functions::expected::Expected;
use crate::functions::value::{Kind, Value};

const WIDTHS: [usize; 4] = [2, 4, 8, 16];

/// Shuffles of a type.
pub fn moves(kind: Kind, count: usize) -> Moves {
    let mask = Kind::of_size(kind.bytes(), false);
    let (name, of_mask) = (kind.name(), mask.name());
    let inputs = format!(
        "__global const {name} *a0, __global const {name} *a1, __global const {of_mask} *a2"
    );
    let mut text = Text::new(&inputs);
    let parameters = [kind, kind, mask].map(Type::vector);
    let arguments = arguments(&parameters, count);
    let mut expected = Vec::new();
    for from in WIDTHS {
        for to in WIDTHS {
            let read = |buffer: &str, of: &str, width| {
                format!("*(__global const {of}{width} *)({buffer} + {OWN} * i)")
            };
            let [x, y] = ["a0", "a1"].map(|buffer| read(buffer, name, from));
            let mask = read("a2", of_mask, to);
            let result = format!("*(__global {name}{to} *)#");
            text.add(
                "shuffle",
                name,
                &format!("{result} = shuffle({x}, {mask});"),
            );
            expected.push(shuffled(&arguments, 1, from, to));
            text.add(
                "shuffle2",
                name,
                &format!("{result} = shuffle2({x}, {y}, {mask});"),
            );
            expected.push(shuffled(&arguments, 2, from, to));
        }
    }
    let (kernel, names) = text.kernel(kind);
    Moves {
        kernel,
        parameters: parameters.to_vec(),
        arguments,
        functions: names.into_iter().zip(expected).collect(),
    }
}

/// The elements of one or two vectors that the mask selects; the elements after the result are open.
fn shuffled(arguments: &[Vec<Value>], sources: usize, from: usize, to: usize) -> Vec<Expected> {
    let element = |(at, mask): (usize, &Value)| {
        let chosen = mask.whole() as usize % (sources * from);
        match at % OWN < to {
            true => Expected::Exactly(arguments[chosen / from][at / OWN * OWN + chosen % from]),
            false => Expected::Open,
        }
    };
    arguments[2].iter().enumerate().map(element).collect()
}
