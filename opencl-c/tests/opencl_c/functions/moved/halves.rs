//! Halves in memory: loaded as floats, and stored with every rounding.

use super::moves::{Moves, OWN, Text, elements, suffix};
use crate::functions::arguments::arguments;
use crate::functions::call::{BLOCK, Type, stride};
use crate::functions::expected::Expected;
use crate::functions::rounding::{Rounding, half};
use crate::functions::value::{Kind, Value};

const WIDTHS: [usize; 6] = [1, 2, 3, 4, 8, 16];

const ROUNDINGS: [(&str, Rounding); 5] = [
    ("", Rounding::Nearest),
    ("_rte", Rounding::Nearest),
    ("_rtz", Rounding::Zero),
    ("_rtp", Rounding::Up),
    ("_rtn", Rounding::Down),
];

/// Names of the functions that move vectors with the alignment of an element or of the whole vector, each with the distance
/// from one vector to the next in elements. Scalars have one function.
fn functions(verb: &str, width: usize) -> Vec<(String, usize)> {
    let suffix = suffix(width);
    let element = (format!("v{verb}_half{suffix}"), width);
    let vector = (format!("v{verb}a_half{suffix}"), stride(width));
    if width == 1 {
        vec![element]
    } else {
        vec![element, vector]
    }
}

/// Loads of all halves, as many as fit.
pub fn loads(count: usize) -> Moves {
    let mut text = Text::new("__global const half *a0, __constant half *a1");
    text.body = format!(
        "    __local ushort words[{}] __attribute__((aligned(32))); ushort own_words[{OWN}] __attribute__((aligned(32)));
    for (int j = 0; j < {OWN}; j++) words[{OWN} * l + j] = own_words[j] = ((__global const ushort *)a0)[{OWN} * i + j];
    __local half *shared = (__local half *)words; half *own = (half *)own_words;\n",
        OWN * BLOCK
    );
    let mut widths = Vec::new();
    for width in WIDTHS {
        for (name, stride) in functions("load", width) {
            let rest = OWN - stride;
            let places = [
                format!("i, a0 + {rest} * i"),
                format!("i, a1 + {rest} * i"),
                format!("l, shared + {rest} * l"),
                "0, own".to_owned(),
            ];
            for place in places {
                let kept = elements(width, |at, element| format!("#[{at}] = v{element}; "));
                let statement = format!("float{} v = {name}({place}); {kept}", suffix(width));
                text.add(&name, "float", &statement);
                widths.push(width);
            }
        }
    }
    let bits: Vec<u16> = (0..count)
        .map(|at| (at * (1 << 16) / count) as u16)
        .collect();
    let floats = bits.iter().map(|&bits| Value::Float(float(bits)));
    let floats: Vec<Value> = floats.collect();
    let (kernel, names) = text.kernel(Kind::Float);
    let expected = |&width: &usize| in_place(&floats, width, Value::Float(0.0));
    let words: Vec<Value> = bits.iter().map(|&bits| Value::Whole(bits.into())).collect();
    Moves {
        kernel,
        parameters: vec![Type::vector(Kind::Ushort); 2],
        functions: names.into_iter().zip(widths.iter().map(expected)).collect(),
        arguments: vec![words.clone(), words],
    }
}

/// Stores of floats: a kernel for each rounding.
pub fn stores(count: usize) -> Vec<Moves> {
    let floats = around_halves(count);
    ROUNDINGS
        .map(|(name, rounding)| stores_rounded(&floats, name, rounding))
        .into()
}

fn stores_rounded(floats: &[Value], suffix_of_rounding: &str, rounding: Rounding) -> Moves {
    let mut text = Text::new("__global const float *a0");
    text.body = format!(
        "    __local ushort words[{}] __attribute__((aligned(32))); ushort own_words[{OWN}] __attribute__((aligned(32)));
    __local half *shared = (__local half *)words; half *own = (half *)own_words;\n",
        OWN * BLOCK
    );
    let mut widths = Vec::new();
    for width in WIDTHS {
        for (name, stride) in functions("store", width) {
            let name = format!("{name}{suffix_of_rounding}");
            let rest = OWN - stride;
            let vector = elements(width, |at, element| {
                format!("v{element} = a0[{OWN} * i + {at}]; ")
            });
            let vector = format!("float{} v; {vector}", suffix(width));
            let copied = |from: &str| format!("for (int j = 0; j < {width}; j++) #[j] = {from};");
            let global = format!("{name}(v, i, (__global half *)# - {stride} * i);");
            let shared = format!(
                "{name}(v, l, shared + {rest} * l); {}",
                copied(&format!("words[{OWN} * l + j]"))
            );
            let own = format!("{name}(v, 0, own); {}", copied("own_words[j]"));
            for way in [global, shared, own] {
                text.add(&name, "ushort", &format!("{vector} {way}"));
                widths.push(width);
            }
        }
    }
    let (kernel, names) = text.kernel(Kind::Ushort);
    let halves = floats
        .iter()
        .map(|x| Value::Whole(rounding.of_float(x.float()).into()));
    let halves: Vec<Value> = halves.collect();
    let expected = |&width: &usize| in_place(&halves, width, Value::Whole(0));
    Moves {
        kernel,
        parameters: vec![Type::vector(Kind::Float)],
        functions: names.into_iter().zip(widths.iter().map(expected)).collect(),
        arguments: vec![floats.to_vec()],
    }
}

/// The expected buffer: the first `width` elements of each thread are written, the others keep their old value.
fn in_place(values: &[Value], width: usize, before: Value) -> Vec<Expected> {
    let element = |(at, &value)| match at % OWN < width {
        true => Expected::Exactly(value),
        false => Expected::Exactly(before),
    };
    values.iter().enumerate().map(element).collect()
}

/// The float equal to a half.
fn float(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    match (bits >> 10 & 31, bits & 0x3ff) {
        (31, 0) => f32::INFINITY * sign,
        (31, _) => f32::NAN,
        _ => half(bits) as f32,
    }
}

/// Halves, midpoints between two halves, their neighbours, and floats of all sizes. NaNs are left out, as their bits are open.
fn around_halves(count: usize) -> Vec<Value> {
    let any = arguments(&[Type::vector(Kind::Float)], count).remove(0);
    let values = any.into_iter().enumerate().map(|(at, any)| {
        let bits = (at * (1 << 16) / count) as u16;
        let (low, high) = (float(bits), float(bits.wrapping_add(1)));
        let middle = (low + high) / 2.0;
        let value = match at % 5 {
            0 => any.float(),
            1 => low,
            2 => middle,
            3 => middle.next_up(),
            _ => middle.next_down(),
        };
        Value::Float(if value.is_nan() { 1.0 } else { value })
    });
    values.collect()
}
