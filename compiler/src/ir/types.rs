//! Types, and their layout in memory on the target.

use super::{IrError, Item, Kind, Token, TokenKind, arguments, matching};
use std::collections::BTreeMap;

/// Size and alignment in memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Size.
    pub bytes: u32,
    /// Alignment.
    pub align: u32,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// An integer with this number of bits.
    Integer(u32),
    /// A floating-point number with this number of bytes.
    Float(u32),
    /// A pointer, of any address space.
    Pointer,
    /// This number of elements.
    Vector(u32, Box<Type>),
    /// This number of elements.
    Array(u32, Box<Type>),
    /// A structure that has no name.
    Struct {
        /// The types of its members.
        fields: Vec<Type>,
        /// Whether nothing lies between them.
        packed: bool,
    },
    /// A named type of the module, with its `%`.
    Named(String),
}

/// Takes the type at the front of tokens; returns it with the remaining tokens.
pub fn take_type<'t, 'a>(tokens: &'t [Token<'a>]) -> Result<(Type, &'t [Token<'a>]), IrError> {
    let unknown = || {
        let text = tokens.first().map_or("the end", |token| &token.text);
        let line = tokens.first().map_or(0, |token| token.line);
        IrError::new(line, format!("a type is expected, not {text}"))
    };
    let first = tokens.first().ok_or_else(unknown)?;
    let rest = &tokens[1..];
    if first.depth() > 0 {
        let close = matching(tokens, 0)?;
        let inside = &tokens[1..close];
        return Ok((bracketed(first, inside)?, &tokens[close + 1..]));
    }
    let simple = match (first.kind, first.text.as_ref()) {
        (TokenKind::Local, name) => Type::Named(name.to_owned()),
        (TokenKind::Word, "ptr") => Type::Pointer,
        (TokenKind::Word, "half") => Type::Float(2),
        (TokenKind::Word, "float") => Type::Float(4),
        (TokenKind::Word, "double") => Type::Float(8),
        (TokenKind::Word, word) => {
            let bits = word.strip_prefix('i').and_then(|bits| bits.parse().ok());
            Type::Integer(bits.ok_or_else(unknown)?)
        }
        _ => return Err(unknown()),
    };
    Ok((simple, rest))
}

/// A vector, array or structure, from the tokens between its brackets.
fn bracketed(open: &Token<'_>, inside: &[Token<'_>]) -> Result<Type, IrError> {
    let unknown = || IrError::new(open.line, "a type that is not known");
    let fields = |tokens| {
        let fields = arguments(tokens).into_iter();
        fields.map(whole).collect::<Result<Vec<_>, _>>()
    };
    match (open.text.as_ref(), inside) {
        ("{", _) => Ok(Type::Struct {
            fields: fields(inside)?,
            packed: false,
        }),
        ("<", [brace, inner @ .., _]) if brace.is("{") => Ok(Type::Struct {
            fields: fields(inner)?,
            packed: true,
        }),
        ("<" | "[", [count, x, element @ ..]) if x.is("x") => {
            let count = count.text.parse().map_err(|_| unknown())?;
            let element = Box::new(whole(element)?);
            Ok(match open.is("<") {
                true => Type::Vector(count, element),
                false => Type::Array(count, element),
            })
        }
        _ => Err(unknown()),
    }
}

/// A type that consists of all the tokens.
fn whole(tokens: &[Token<'_>]) -> Result<Type, IrError> {
    match take_type(tokens)? {
        (found, []) => Ok(found),
        (_, [next, ..]) => {
            let problem = format!("`{}` behind a type", next.text);
            Err(IrError::new(next.line, problem))
        }
    }
}

/// The named types of a module, and the size of a pointer.
#[derive(Debug)]
pub struct Types {
    named: BTreeMap<String, Type>,
    /// Bytes of a pointer.
    pointer: u32,
}

impl Types {
    /// Collects the types that items define, without opaque ones, which need no layout.
    pub fn of(items: &[Item<'_>]) -> Result<Self, IrError> {
        let mut types = BTreeMap::new();
        for item in items.iter().filter(|item| item.kind == Kind::Type) {
            // `%name = type ...`
            match item.tokens.get(3..) {
                Some([opaque]) if opaque.is("opaque") => {}
                Some(tokens) => {
                    types.insert(item.tokens[0].text.to_string(), whole(tokens)?);
                }
                None => return Err(IrError::new(item.line(), "a type without a body")),
            }
        }
        let (named, pointer) = (types, 4);
        Ok(Self { named, pointer })
    }

    /// The same types, on a target with pointers of so many bytes.
    pub fn with_pointers_of(self, pointer: u32) -> Self {
        Self { pointer, ..self }
    }

    /// The type with this name, which starts with `%`.
    pub fn named(&self, name: &str) -> Option<&Type> {
        self.named.get(name)
    }

    /// The layout of a type in memory, by the data layout of riscv32 but for the size of pointers. A vector of three elements is as large as one of
    /// four. `None` for types that cannot be in memory or are too large.
    pub fn layout(&self, of: &Type) -> Option<Layout> {
        let plain = |bytes| Layout {
            bytes,
            align: bytes,
        };
        Some(match of {
            Type::Integer(bits @ (8 | 16 | 32 | 64)) => plain(bits / 8),
            Type::Integer(_) => return None,
            Type::Float(bytes) => plain(*bytes),
            Type::Pointer => plain(self.pointer),
            Type::Vector(count, element) => {
                let bytes = self.layout(element)?.bytes.checked_mul(*count)?;
                plain(bytes.checked_next_power_of_two()?)
            }
            Type::Array(count, element) => {
                let Layout { bytes, align } = self.layout(element)?;
                let bytes = bytes.checked_mul(*count)?;
                Layout { bytes, align }
            }
            Type::Struct { fields, packed } => self.structure(fields, *packed)?,
            Type::Named(name) => self.layout(self.named(name)?)?,
        })
    }

    fn structure(&self, fields: &[Type], packed: bool) -> Option<Layout> {
        let mut all = Layout { bytes: 0, align: 1 };
        for field in fields {
            let Layout { bytes, align } = self.layout(field)?;
            let align = if packed { 1 } else { align };
            let start = all.bytes.checked_next_multiple_of(align)?;
            all = Layout {
                bytes: start.checked_add(bytes)?,
                align: all.align.max(align),
            };
        }
        all.bytes = all.bytes.checked_next_multiple_of(all.align)?;
        Some(all)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Items, tokens};
    use super::*;

    fn layout(text: &str) -> Option<(u32, u32)> {
        let module = "%struct.s = type { i8, <3 x float>, [3 x i16] }\n%o = type opaque\n";
        let items: Vec<_> = Items::of(module).map(Result::unwrap).collect();
        let types = Types::of(&items).expect("known");
        let tokens: Vec<_> = tokens(text).map(Result::unwrap).collect();
        let found = types.layout(&whole(&tokens).expect("a type"))?;
        Some((found.bytes, found.align))
    }

    #[test]
    fn types_lie_as_the_target_has_them() {
        assert_eq!(layout("i8"), Some((1, 1)));
        assert_eq!(layout("i64"), Some((8, 8)));
        assert_eq!(layout("ptr"), Some((4, 4)));
        assert_eq!(layout("<3 x i32>"), Some((16, 16)));
        assert_eq!(layout("<16 x float>"), Some((64, 64)));
        assert_eq!(layout("{ i8, i32, i8 }"), Some((12, 4)));
        assert_eq!(layout("<{ i8, i32, i8 }>"), Some((6, 1)));
        assert_eq!(layout("[3 x { i16, i8 }]"), Some((12, 2)));
        assert_eq!(layout("%struct.s"), Some((48, 16)));
    }

    #[test]
    fn what_does_not_lie_in_memory_has_no_layout() {
        for text in ["i1", "%o", "%unknown", "[4294967295 x i64]", "{ i1 }"] {
            assert_eq!(layout(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_type_is_refused() {
        for text in ["x", "4", "[4 i8]", "<4 x>", "i8 i8", "{ i32 4 }", "ix"] {
            let tokens: Vec<_> = tokens(text).map(Result::unwrap).collect();
            assert!(whole(&tokens).is_err(), "{text}");
        }
    }
}
