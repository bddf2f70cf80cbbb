//! `vload` and `vstore` in every address space, at addresses that are aligned only to an element.

use super::moves::{Moves, OWN, Text, elements};
use crate::functions::arguments::arguments;
use crate::functions::call::{BLOCK, Type};
use crate::functions::expected::Expected;
use crate::functions::value::{Kind, Value};

const WIDTHS: [usize; 5] = [2, 3, 4, 8, 16];

/// Loads and stores of a type.
pub fn moves(kind: Kind, count: usize) -> Moves {
    let name = kind.name();
    let inputs = format!("__global const {name} *a0, __constant {name} *a1");
    let mut text = Text::new(&inputs);
    text.body = format!(
        "    __local {name} shared[{0}], stored[{0}]; {name} own[{OWN}], kept[{OWN}];
    for (int j = 0; j < {OWN}; j++) shared[{OWN} * l + j] = own[j] = a0[{OWN} * i + j];\n",
        OWN * BLOCK
    );
    for width in WIDTHS {
        loads(&mut text, name, width);
        stores(&mut text, name, width);
    }
    let (kernel, names) = text.kernel(kind);
    let values = arguments(&[Type::vector(kind)], count).remove(0);
    // Each width has loads and stores.
    let each = names.len() / WIDTHS.len();
    let expected = |function: usize| {
        let width = WIDTHS[function / each];
        let element = |(at, &value)| match at % OWN < width {
            true => Expected::Exactly(value),
            false => Expected::Exactly(zero(kind)),
        };
        values.iter().enumerate().map(element).collect()
    };
    let functions = names.into_iter().enumerate();
    Moves {
        kernel,
        parameters: vec![Type::vector(kind); 2],
        functions: functions.map(|(at, name)| (name, expected(at))).collect(),
        arguments: vec![values.clone(); 2],
    }
}

fn zero(kind: Kind) -> Value {
    match kind {
        Kind::Float => Value::Float(0.0),
        Kind::Double => Value::Double(0.0),
        _ => Value::Whole(0),
    }
}

fn loads(text: &mut Text, name: &'static str, width: usize) {
    let rest = OWN - width;
    let places = [
        format!("i, a0 + {rest} * i"),
        format!("i, a1 + {rest} * i"),
        format!("l, shared + {rest} * l"),
        "0, own".to_owned(),
    ];
    for place in places {
        let kept = elements(width, |at, element| format!("#[{at}] = v{element}; "));
        let statement = format!("{name}{width} v = vload{width}({place}); {kept}");
        text.add(&format!("vload{width}"), name, &statement);
    }
}

fn stores(text: &mut Text, name: &'static str, width: usize) {
    let rest = OWN - width;
    let vector = elements(width, |at, element| format!("v{element} = own[{at}]; "));
    let vector = format!("{name}{width} v; {vector}");
    let function = format!("vstore{width}");
    text.add(
        &function,
        name,
        &format!("{vector} {function}(v, i, # - {width} * i);"),
    );
    let copied = |from: &str| format!("for (int j = 0; j < {width}; j++) #[j] = {from};");
    let shared = copied(&format!("stored[{OWN} * l + j]"));
    let own = copied("kept[j]");
    text.add(
        &function,
        name,
        &format!("{vector} {function}(v, l, stored + {rest} * l); {shared}"),
    );
    text.add(
        &function,
        name,
        &format!("{vector} {function}(v, 0, kept); {own}"),
    );
}
