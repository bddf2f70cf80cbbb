//! A conversion of a format: `%-08.3v4hlf`.

use super::argument::{Argument, Kind};
use super::float;

/// Widths and precisions beyond this are cut: a text is not made of blanks.
const WIDEST: usize = 4096;

/// What stands between `%` and the letter, and the letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Conversion {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: usize,
    pub precision: Option<usize>,
    /// Bytes of an integer that the length says: `hh` 1, `h` 2, `l` 8.
    length: Option<usize>,
    letter: u8,
}

impl Conversion {
    /// Takes the conversion that some bytes start with, and gives what follows. `None` if it is none.
    pub fn take(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let mut conversion = Self::default();
        let mut rest = conversion.flags(bytes.get(1..)?);
        conversion.width = number(&mut rest);
        if let [b'.', after @ ..] = rest {
            rest = after;
            conversion.precision = Some(number(&mut rest));
        }
        // How many lanes there are, the argument says.
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

    /// Whether it stands for a percent sign.
    pub fn is_percent(&self) -> bool {
        self.letter == b'%'
    }

    /// Appends an argument; elements of a vector with commas between them.
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

    /// Bytes of an integer that count: small ones were widened to be handed over.
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

    /// As many digits as the precision asks for; none for a 0 of precision 0.
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

    /// Appends a text at its width; zeros go behind the prefix, where they may.
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

/// Takes the digits at the front.
fn number(bytes: &mut &[u8]) -> usize {
    let mut number = 0_usize;
    while let [digit @ b'0'..=b'9', rest @ ..] = *bytes {
        number = (10 * number + usize::from(digit - b'0')).min(WIDEST);
        *bytes = rest;
    }
    number
}

/// Takes the length at the front; that of vectors of words, `hl`, says nothing that their type does not.
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

/// The number that so many low bytes hold.
fn signed(bits: u64, bytes: usize) -> i64 {
    let unused = 64 - 8 * bytes as u32;
    (bits << unused) as i64 >> unused
}
