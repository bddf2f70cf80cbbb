//! Constants, and constant variables.

use super::cursor::{self, Cursor};
use super::shape::Shape;
use crate::error::Refused;
use heddle_compiler::ir::{Item, TokenKind, Type, Types};

/// A byte of a constant variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Byte {
    /// A number.
    Number(u8),
    /// The byte with this number of the address of a global, plus an offset.
    Address(String, u64, u8),
}

/// A constant value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A number in this many bits.
    Number(u128, u32),
    /// The address of a global, plus an offset in bytes.
    Address(String, u64),
    /// Fields.
    Fields(Vec<Constant>),
}

impl Constant {
    /// Zero of a shape.
    fn zero(shape: &Shape) -> Self {
        match shape {
            Shape::Void => Constant::Fields(Vec::new()),
            Shape::Bits(bits) => Constant::Number(0, *bits),
            Shape::Fields(fields) => {
                Constant::Fields(fields.iter().map(|(_, field)| Self::zero(field)).collect())
            }
        }
    }

    /// Reads the constant of a shape at the front. A value that is not defined is zero, as the crate's documentation says.
    pub(super) fn parse(
        at: &mut Cursor<'_, '_>,
        shape: &Shape,
        types: &Types,
    ) -> Result<Self, Refused> {
        let here = at.clone();
        let token = at.next()?;
        let unknown = || here.refuse(format!("the constant `{}`", token.text));
        match (token.kind, token.text.as_ref(), shape) {
            (TokenKind::Word, "zeroinitializer" | "undef" | "poison" | "null", _) => {
                Ok(Self::zero(shape))
            }
            (TokenKind::Word, "true", Shape::Bits(1)) => Ok(Constant::Number(1, 1)),
            (TokenKind::Word, "false", Shape::Bits(1)) => Ok(Constant::Number(0, 1)),
            (TokenKind::Number, text, Shape::Bits(bits)) => {
                let number: i128 = text.parse().map_err(|_| unknown())?;
                let mask = u128::MAX >> (128 - bits);
                Ok(Constant::Number(number as u128 & mask, *bits))
            }
            (TokenKind::Global, name, Shape::Bits(64)) => {
                Ok(Constant::Address(cursor::plain(name), 0))
            }
            (TokenKind::Word, "getelementptr", Shape::Bits(64)) => {
                at.skip_words(&["inbounds", "nuw", "nusw"]);
                Self::address(&at.bracket()?, types)
            }
            (TokenKind::Word, "inttoptr", Shape::Bits(64)) => {
                let mut inside = at.bracket()?;
                let shape = inside.shape(types)?;
                Self::parse(&mut inside, &shape, types)
            }
            (TokenKind::Punctuation, "{" | "<" | "[", Shape::Fields(fields)) => {
                let mut inside = here.clone();
                let mut inside = inside.bracket()?;
                if token.is("<") {
                    inside = inside.bracket()?;
                }
                *at = here;
                at.bracket()?;
                Self::fields(&inside, fields.len(), types)
            }
            _ => Err(unknown()),
        }
    }

    fn fields(inside: &Cursor<'_, '_>, count: usize, types: &Types) -> Result<Self, Refused> {
        let each = inside.arguments().into_iter().map(|mut field| {
            let shape = field.shape(types)?;
            Self::parse(&mut field, &shape, types)
        });
        let all = each.collect::<Result<Vec<_>, _>>()?;
        match all.len() == count {
            true => Ok(Constant::Fields(all)),
            false => Err(inside.refuse("a constant with another number of fields than its type")),
        }
    }

    /// The address behind `getelementptr`: a type, a global, indices that are bytes or elements of an array.
    fn address(inside: &Cursor<'_, '_>, types: &Types) -> Result<Self, Refused> {
        let parts = inside.arguments();
        let [of, base, indices @ ..] = &parts[..] else {
            return Err(inside.refuse("an address without a base"));
        };
        let of = of.clone().ir_type()?;
        let mut base = base.clone();
        let shape = base.shape(types)?;
        let Constant::Address(name, start) = Self::parse(&mut base, &shape, types)? else {
            return Err(base.refuse("an address in something that is no variable"));
        };
        let mut offset = start;
        let mut inner = Some(of);
        for (at, index) in indices.iter().enumerate() {
            let mut index = index.clone();
            let shape = index.shape(types)?;
            let Constant::Number(index, _) = Self::parse(&mut index, &shape, types)? else {
                return Err(inside.refuse("an index that is an address"));
            };
            if at > 0 {
                inner = match inner {
                    Some(Type::Array(_, element)) => Some(*element),
                    _ => return Err(inside.refuse("an index into something that is no array")),
                };
            }
            let layout = inner.as_ref().and_then(|of| types.layout(of));
            let bytes = layout.ok_or_else(|| inside.refuse("an index into a type without size"))?;
            offset = offset.wrapping_add((index as u64).wrapping_mul(bytes.bytes.into()));
        }
        Ok(Constant::Address(name, offset))
    }
}

/// What is known of a variable.
pub(super) enum Contents {
    /// Its bytes.
    Bytes(Vec<Byte>),
    /// Nothing, for this reason.
    Unknown(&'static str),
}

/// Words before the type of a variable for which nothing is known of its bytes.
const UNKNOWN: &[(&str, &str)] = &[
    ("global", "a variable that is not constant"),
    ("thread_local", "a variable of a thread"),
    ("external", "a variable outside of the module"),
    ("extern_weak", "a variable outside of the module"),
    ("externally_initialized", "a variable outside of the module"),
    ("addrspace", "a variable in another address space"),
    ("alias", "an alias"),
    (
        "ifunc",
        "a function that is chosen when a program is loaded",
    ),
];

/// The contents of a variable.
pub(super) fn variable(item: &Item<'_>, types: &Types) -> Result<Contents, Refused> {
    let mut at = Cursor::new(&item.tokens, "");
    while !at.takes("constant") {
        let word = at.next()?;
        if let Some((_, why)) = UNKNOWN.iter().find(|(known, _)| word.is(known)) {
            return Ok(Contents::Unknown(why));
        }
    }
    let mut bytes = Vec::new();
    let of = at.ir_type()?;
    initial(&mut at, &of, types, &mut bytes)?;
    Ok(Contents::Bytes(bytes))
}

/// Appends the bytes of the constant at the front.
fn initial(
    at: &mut Cursor<'_, '_>,
    of: &Type,
    types: &Types,
    bytes: &mut Vec<Byte>,
) -> Result<(), Refused> {
    let size = |of: &Type| types.layout(of).map(|layout| layout.bytes);
    let length = size(of).ok_or_else(|| at.refuse("a variable without size"))? as usize;
    let (start, here) = (bytes.len(), at.clone());
    match at.peek() {
        Some(token) if token.kind == TokenKind::Text => {
            bytes.extend(text(&token.text).into_iter().map(Byte::Number));
            at.next()?;
        }
        Some(token) if token.depth() > 0 => {
            let packed = token.is("<");
            let mut inside = at.bracket()?;
            if packed {
                inside = inside.bracket()?;
            }
            for mut field in inside.arguments() {
                let of = field.ir_type()?;
                let align = types.layout(&of).map_or(1, |layout| layout.align as usize);
                while !packed && !(bytes.len() - start).is_multiple_of(align) {
                    bytes.push(Byte::Number(0));
                }
                initial(&mut field, &of, types, bytes)?;
            }
        }
        Some(token) if token.is("zeroinitializer") || token.is("undef") || token.is("poison") => {
            at.next()?;
        }
        _ => {
            let shape = Shape::of(of, types).ok_or_else(|| here.refuse("a constant"))?;
            match Constant::parse(at, &shape, types)? {
                Constant::Number(number, _) => {
                    let little = number.to_le_bytes().into_iter().take(length);
                    bytes.extend(little.map(Byte::Number));
                }
                Constant::Address(name, offset) => {
                    bytes.extend((0..8).map(|at| Byte::Address(name.clone(), offset, at)));
                }
                Constant::Fields(_) => return Err(here.refuse("a constant")),
            }
        }
    }
    bytes.resize((start + length).max(bytes.len()), Byte::Number(0));
    Ok(())
}

/// The bytes of a text in quotes, `c"..."`, in which `\22` is a byte.
fn text(token: &str) -> Vec<u8> {
    let quoted = token.strip_prefix('c').unwrap_or(token).trim_matches('"');
    heddle_compiler::ir::unescaped(quoted)
}
