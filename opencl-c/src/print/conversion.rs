//! A conversion in a format, such as `%-08.3v4hlf`.

use super::argument::{Argument, Kind};
use super::float;

/// Limit of widths and precisions: larger ones are reduced to it, to avoid excessive blanks.
const WIDEST: usize = 4096;

/// The parts of a conversion between `%` and its letter, and the letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Conversion {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: usize,
    pub precision: Option<usize>,
    /// Size of an integer in bytes by its length modifier: `hh` 1, `h` 2, `l` 8.
    length: Option<usize>,
    letter: u8,
}

impl Conversion {
    /// Takes the conversion at the front of `bytes`; returns it with the remaining bytes. `None` if it is invalid.
    pub fn take(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let mut conversion = Self::default();
        let mut rest = conversion.flags(bytes.get(1..)?);
        conversion.width = number(&mut rest);
        if let [b'.', after @ ..] = rest {
            rest = after;
            conversion.precision = Some(number(&mut rest));
        }
        // The number of lanes is known from the argument.
        if let [b'v', after @ ..] = rest {
            rest = after;
            number(&mut rest);
        }
        conversion.length = length(&mut rest);
        let (letter, rest) = rest.split_first()?;
        conversion.letter = *letter;
        b"diouxXfFeEgGaAcsp%"
            .contains(letter)
            .then_some((conversion, rest))
    }

    fn flags<'b>(&mut self, mut bytes: &'b [u8]) -> &'b [u8] {
        while let [flag, rest @ ..] = bytes {
            match flag {
                b'-' => self.left = true,
                b'+' => self.plus = true,
                b' ' => self.space = true,
                b'#' => self.alternate = true,
                b'0' => self.zero = true,
                _ => break,
            }
            bytes = rest;
        }
        bytes
    }

    /// Whether the conversion is `%%`, a percent sign.
    pub fn is_percent(&self) -> bool {
        self.letter == b'%'
    }

    /// Appends an argument; commas separate the elements of a vector.
    pub fn print<'c>(
        &self,
        argument: &Argument,
        constant: &dyn Fn(u32) -> Option<&'c [u8]>,
        text: &mut Vec<u8>,
    ) {
        let bytes = usize::from(argument.of.bytes);
        let lanes = argument
            .bytes
            .chunks_exact(bytes)
            .take(argument.of.lanes.into());
        for (lane, element) in lanes.enumerate() {
            if lane > 0 {
                text.push(b',');
            }
            self.element(argument.of.kind, element, constant, text);
        }
    }

    fn element<'c>(
        &self,
        kind: Kind,
        element: &[u8],
        constant: &dyn Fn(u32) -> Option<&'c [u8]>,
        text: &mut Vec<u8>,
    ) {
        let bits = element
            .iter()
            .rev()
            .fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        match self.letter {
            b's' => {
                let whole = constant(bits as u32).unwrap_or(b"(null)");
                let most = self.precision.filter(|_| bits != 0).unwrap_or(whole.len());
                self.pad("", &whole[..most.min(whole.len())], false, text);
            }
            b'c' => self.pad("", &[bits as u8], false, text),
            b'p' => self.pad("0x", format!("{bits:x}").as_bytes(), false, text),
            b'd' | b'i' => self.signed(signed(bits, self.bytes(element)), text),
            b'o' | b'u' | b'x' | b'X' => self.unsigned(bits, self.bytes(element), text),
            _ => self.float(kind, bits, element.len(), text),
        }
    }

    /// How many bytes of an integer are significant: small integers were widened when they were passed.
    fn bytes(&self, element: &[u8]) -> usize {
        element.len().min(self.length.unwrap_or(element.len()))
    }

    fn signed(&self, value: i64, text: &mut Vec<u8>) {
        let digits = self.digits(value.unsigned_abs().to_string(), value == 0);
        let sign = self.sign(value < 0);
        self.pad(sign, digits.as_bytes(), self.precision.is_none(), text);
    }

    fn unsigned(&self, bits: u64, bytes: usize, text: &mut Vec<u8>) {
        let value = bits & (u64::MAX >> (64 - 8 * bytes));
        let (prefix, plain) = match self.letter {
            b'o' => ("", format!("{value:o}")),
            b'x' => ("0x", format!("{value:x}")),
            b'X' => ("0X", format!("{value:X}")),
            _ => ("", value.to_string()),
        };
        let mut digits = self.digits(plain, value == 0);
        if self.alternate && self.letter == b'o' && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        let prefix = if self.alternate && value != 0 {
            prefix
        } else {
            ""
        };
        self.pad(prefix, digits.as_bytes(), self.precision.is_none(), text);
    }

    /// Pads digits with zeros to the precision; no digits for a 0 with precision 0.
    fn digits(&self, plain: String, is_zero: bool) -> String {
        match self.precision {
            Some(0) if is_zero => String::new(),
            Some(precision) => format!("{plain:0>precision$}"),
            None => plain,
        }
    }

    fn float(&self, kind: Kind, bits: u64, bytes: usize, text: &mut Vec<u8>) {
        let value = match (kind, bytes) {
            (Kind::Float, 8) => f64::from_bits(bits),
            (Kind::Float, _) => f32::from_bits(bits as u32).into(),
            _ => signed(bits, bytes) as f64,
        };
        let digits = float::digits(value.abs(), self.letter, self.precision, self.alternate);
        let sign = self.sign(value.is_sign_negative() && !value.is_nan());
        let (prefix, digits) = match self.letter {
            b'a' if value.is_finite() => (format!("{sign}0x"), digits),
            b'A' if value.is_finite() => (format!("{sign}0X"), digits),
            _ => (sign.to_owned(), digits),
        };
        self.pad(&prefix, digits.as_bytes(), value.is_finite(), text);
    }

    fn sign(&self, is_negative: bool) -> &'static str {
        match (is_negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }

    /// Appends a text, padded to the width: with zeros after the prefix if permitted, with blanks otherwise.
    fn pad(&self, prefix: &str, digits: &[u8], zeros: bool, text: &mut Vec<u8>) {
        let missing = self.width.saturating_sub(prefix.len() + digits.len());
        let zeros = zeros && self.zero && !self.left;
        if !zeros && !self.left {
            text.extend(std::iter::repeat_n(b' ', missing));
        }
        text.extend(prefix.as_bytes());
        if zeros {
            text.extend(std::iter::repeat_n(b'0', missing));
        }
        text.extend(digits);
        if self.left {
            text.extend(std::iter::repeat_n(b' ', missing));
        }
    }
}

/// Takes the number at the front.
fn number(bytes: &mut &[u8]) -> usize {
    let mut number = 0_usize;
    while let [digit @ b'0'..=b'9', rest @ ..] = *bytes {
        number = (10 * number + usize::from(digit - b'0')).min(WIDEST);
        *bytes = rest;
    }
    number
}

/// Takes the length modifier at the front. `hl`, for vectors of words, adds nothing to their type.
fn length(bytes: &mut &[u8]) -> Option<usize> {
    const LENGTHS: [(&[u8], Option<usize>); 4] = [
        (b"hh", Some(1)),
        (b"hl", None),
        (b"h", Some(2)),
        (b"l", Some(8)),
    ];
    let found = LENGTHS
        .iter()
        .find_map(|(text, length)| Some((bytes.strip_prefix(*text)?, *length)));
    let (rest, length) = found?;
    *bytes = rest;
    length
}

/// The signed number in the `bytes` low bytes.
fn signed(bits: u64, bytes: usize) -> i64 {
    let unused = 64 - 8 * bytes as u32;
    (bits << unused) as i64 >> unused
}
