//! Arguments of a kernel as people write them, interpreted by the source's declarations.

use heddle_isa::signature::{Kind, Parameter};
use heddle_sim::launch::{Arg, Buffer, Init, MOST_BYTES};
use heddle_system::input::CONTENTS;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::path::Path;

/// An argument, and its buffer if it has one.
pub struct Given {
    pub arg: Arg,
    pub buffer: Option<Buffer>,
}

/// Reads an argument. Random contents come from the seed.
///
/// # Errors
/// What is wrong with the argument.
pub fn read(parameter: &Parameter, text: &str, seed: u64) -> Result<Given, String> {
    match parameter.kind {
        Kind::Global | Kind::Constant => buffer(parameter, text, seed),
        Kind::Local => local(text),
        Kind::Value { bytes, align } => value(parameter, text, bytes).map(|bytes| Given {
            arg: Arg::Bytes { bytes, align },
            buffer: None,
        }),
    }
}

fn buffer(parameter: &Parameter, text: &str, seed: u64) -> Result<Given, String> {
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let bytes = match kind {
        "file" => contents(rest)?,
        "zero" | "random" | "index" => {
            let count = rest.parse().ok().filter(|&count| count > 0);
            let count: usize = count.ok_or("expected a number of elements behind the colon")?;
            generated(kind, element(&parameter.type_name), count, seed)?
        }
        _ => return Err("expected zero:N, random:N, index:N or file:NAME".into()),
    };
    let size = u32::try_from(bytes.len()).map_err(|_| "more than 4 GiB")?;
    let name = parameter.name.clone();
    Ok(Given {
        arg: Arg::Buffer(name.clone()),
        buffer: Some(Buffer {
            name,
            bytes: size,
            init: Init::Bytes(bytes),
            out: true,
            address: None,
            part: None,
        }),
    })
}

fn local(text: &str) -> Result<Given, String> {
    let bytes = text
        .strip_prefix("local:")
        .and_then(|bytes| bytes.parse().ok());
    Ok(Given {
        arg: Arg::Local(bytes.ok_or("expected local:BYTES")?),
        buffer: None,
    })
}

fn contents(file: &str) -> Result<Vec<u8>, String> {
    let contents = heddle_system::input::read(Path::new(file), CONTENTS);
    contents.map_err(|error| format!("{file}: cannot be read: {error}"))
}

/// A numeric type.
#[derive(Clone, Copy)]
struct Number {
    bytes: usize,
    floating: bool,
}

/// The numeric type of a type's elements, and their number: 4 numbers of 4 bytes for `float4*`. Other types are bytes.
fn element(type_name: &str) -> (Number, usize) {
    const TYPES: [(&str, usize, bool); 10] = [
        ("uchar", 1, false),
        ("char", 1, false),
        ("ushort", 2, false),
        ("short", 2, false),
        ("uint", 4, false),
        ("int", 4, false),
        ("ulong", 8, false),
        ("long", 8, false),
        ("float", 4, true),
        ("double", 8, true),
    ];
    let name = type_name.trim_end_matches(['*', ' ']);
    let scalar = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let lanes = name[scalar.len()..].parse().unwrap_or(1);
    let known = TYPES.iter().find(|(known, ..)| *known == scalar);
    let byte = Number {
        bytes: 1,
        floating: false,
    };
    known.map_or((byte, 1), |&(_, bytes, floating)| {
        (Number { bytes, floating }, lanes)
    })
}

fn generated(
    kind: &str,
    (number, lanes): (Number, usize),
    count: usize,
    seed: u64,
) -> Result<Vec<u8>, String> {
    let numbers = count.checked_mul(lanes);
    let numbers = numbers.filter(|numbers| {
        numbers
            .checked_mul(number.bytes)
            .is_some_and(|all| all as u64 <= MOST_BYTES)
    });
    let numbers = numbers.ok_or("more than 1 GiB, the memory of the device")?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut bytes = Vec::with_capacity(numbers * number.bytes);
    for index in 0..numbers as u64 {
        match (kind, number.floating) {
            ("zero", _) => number.push(&mut bytes, 0, 0.0),
            ("index", _) => number.push(&mut bytes, index, index as f64),
            (_, true) => {
                let unit = random.next_u32() as f64 / 2f64.powi(32);
                number.push(&mut bytes, 0, unit);
            }
            (_, false) => number.push(&mut bytes, random.next_u64(), 0.0),
        }
    }
    Ok(bytes)
}

impl Number {
    /// Appends a number: the low bytes of `integer`, or `floating`.
    fn push(self, bytes: &mut Vec<u8>, integer: u64, floating: f64) {
        match (self.floating, self.bytes) {
            (true, 4) => bytes.extend((floating as f32).to_le_bytes()),
            (true, _) => bytes.extend(floating.to_le_bytes()),
            (false, count) => bytes.extend(&integer.to_le_bytes()[..count]),
        }
    }

    fn parse(self, text: &str, bytes: &mut Vec<u8>) -> Option<()> {
        if self.floating {
            self.push(bytes, 0, text.parse().ok()?);
            return Some(());
        }
        let (negative, digits) = text
            .strip_prefix('-')
            .map_or((false, text), |digits| (true, digits));
        let value: i128 = match digits.strip_prefix("0x") {
            Some(digits) => i128::from(u64::from_str_radix(digits, 16).ok()?),
            None => digits.parse().ok()?,
        };
        let value = if negative { -value } else { value };
        let bits = 8 * self.bytes as u32;
        let range = -(1i128 << (bits - 1))..1i128 << bits;
        range
            .contains(&value)
            .then(|| self.push(bytes, value as u64, 0.0))
    }
}

/// The bytes of a value: a number, a vector with commas between its numbers, or a structure in a file.
fn value(parameter: &Parameter, text: &str, size: u32) -> Result<Vec<u8>, String> {
    let bytes = match text.strip_prefix("file:") {
        Some(file) => contents(file)?,
        None => numbers(&parameter.type_name, text)?,
    };
    if bytes.len() != size as usize {
        let given = bytes.len();
        return Err(format!("it has {given} bytes, and the parameter {size}"));
    }
    Ok(bytes)
}

fn numbers(type_name: &str, text: &str) -> Result<Vec<u8>, String> {
    let (number, lanes) = element(type_name);
    let mut bytes = Vec::new();
    let texts: Vec<&str> = text.split(',').collect();
    for text in &texts {
        let parsed = number.parse(text.trim(), &mut bytes);
        parsed.ok_or_else(|| format!("`{text}` is no number of type {type_name}"))?;
    }
    // A vector of three numbers takes the space of four.
    if lanes == 3 && texts.len() == 3 {
        bytes.resize(bytes.len() / 3 * 4, 0);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_isa::signature::{AddressQualifier, TypeQualifiers};

    fn parameter(type_name: &str, kind: Kind) -> Parameter {
        Parameter {
            name: "p".into(),
            type_name: type_name.into(),
            kind,
            offset: 0,
            address: AddressQualifier::Private,
            qualifiers: TypeQualifiers::default(),
        }
    }

    fn value_of(type_name: &str, bytes: u32, text: &str) -> Result<Vec<u8>, String> {
        let given = read(
            &parameter(type_name, Kind::Value { bytes, align: 4 }),
            text,
            1,
        )?;
        match given.arg {
            Arg::Bytes { bytes, .. } => Ok(bytes),
            other => panic!("{other:?} is no value"),
        }
    }

    fn buffer_of(type_name: &str, text: &str) -> Result<Vec<u8>, String> {
        let given = read(&parameter(type_name, Kind::Global), text, 1)?;
        let buffer = given.buffer.expect("a buffer");
        Ok(buffer.init.contents(buffer.bytes))
    }

    #[test]
    fn values_have_the_type_of_the_parameter() {
        assert_eq!(value_of("int", 4, "-2").unwrap(), (-2i32).to_le_bytes());
        assert_eq!(value_of("uchar", 1, "0xff").unwrap(), [255]);
        assert_eq!(value_of("float", 4, "1.5").unwrap(), 1.5f32.to_le_bytes());
        assert_eq!(
            value_of("ulong", 8, "18446744073709551615").unwrap(),
            [255; 8]
        );
        assert_eq!(value_of("short2", 4, "1,-1").unwrap(), [1, 0, 255, 255]);
        assert_eq!(value_of("char3", 4, "1,2,3").unwrap(), [1, 2, 3, 0]);
    }

    #[test]
    fn values_that_are_none_say_why() {
        let wrong = [
            (
                "int",
                4,
                "4294967296",
                "`4294967296` is no number of type int",
            ),
            ("int", 4, "1.5", "`1.5` is no number of type int"),
            ("float2", 8, "1", "it has 4 bytes, and the parameter 8"),
            ("struct s", 8, "file:/nowhere", "/nowhere: cannot be read"),
        ];
        for (type_name, bytes, text, why) in wrong {
            let what = value_of(type_name, bytes, text).unwrap_err();
            assert!(what.starts_with(why), "{what}");
        }
    }

    #[test]
    fn buffers_are_made_of_elements() {
        assert_eq!(buffer_of("short*", "index:3").unwrap(), [0, 0, 1, 0, 2, 0]);
        assert_eq!(buffer_of("float4*", "zero:2").unwrap(), [0; 32]);
        assert_eq!(buffer_of("struct s*", "zero:5").unwrap(), [0; 5]);
        let random = buffer_of("float*", "random:100").unwrap();
        let numbers = random
            .chunks(4)
            .map(|number| f32::from_le_bytes(number.try_into().unwrap()));
        assert!(
            numbers
                .into_iter()
                .all(|number| (0.0..=1.0).contains(&number))
        );
        assert_eq!(buffer_of("float*", "random:100").unwrap(), random);
        for text in ["zero:0", "zero:x", "zero", "sevens:4", "random:99999999999"] {
            assert!(buffer_of("int*", text).is_err(), "{text}");
        }
    }
}
