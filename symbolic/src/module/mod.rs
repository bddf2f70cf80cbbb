//! Modules of LLVM IR, as far as compiled golden units need them. Anything else is refused.

mod constants;
mod cursor;
mod function;
mod instruction;
mod names;
mod needed;
mod shape;

use crate::error::Refused;
use constants::Contents;
use heddle_compiler::ir::{Item, Items, Kind, TokenKind, Types};
use std::collections::{BTreeMap, BTreeSet};

pub use constants::{Byte, Constant};
pub use function::{Block, End, Function, Phi};
pub use instruction::{Binary, Call, Cast, Comparison, Instruction, Operand, Step, Term};
pub use shape::Shape;

/// Bytes of a pointer on the host for which golden units are compiled.
pub const POINTER: u32 = 8;

/// A module.
#[derive(Debug, Default)]
pub struct Module {
    /// Functions with bodies.
    pub functions: BTreeMap<String, Function>,
    /// Constant variables.
    pub variables: BTreeMap<String, Vec<Byte>>,
    /// Variables of which nothing is known, and why.
    pub unknown: BTreeMap<String, &'static str>,
    /// Functions that do not return.
    pub never_return: BTreeSet<String>,
}

/// What is known of a module while its functions are read.
struct Known {
    types: Types,
    /// Attribute groups with `noreturn`.
    never_return: BTreeSet<String>,
}

impl Module {
    /// Reads a module.
    ///
    /// # Errors
    /// [`Refused`] at the first construct that is not known.
    pub fn parse(text: &str) -> Result<Self, Refused> {
        let items: Result<Vec<Item<'_>>, _> = Items::of(text).collect();
        let items = items.map_err(|e| Refused::new("", e.line, e.problem))?;
        let types = Types::of(&items).map_err(|e| Refused::new("", e.line, e.problem))?;
        let groups = items.iter().filter(|item| item.kind == Kind::Attributes);
        let known = Known {
            types: types.with_pointers_of(POINTER),
            never_return: groups.filter(|g| has(g, "noreturn")).map(group).collect(),
        };
        let mut module = Self::default();
        for item in &items {
            module.add(item, &known)?;
        }
        Ok(module)
    }

    /// Reads what one function of a module needs.
    ///
    /// # Errors
    /// As [`Module::parse`], for that part of the module.
    pub fn parse_for(text: &str, function: &str) -> Result<Self, Refused> {
        Self::parse(&needed::needed(text, function))
    }

    fn add(&mut self, item: &Item<'_>, known: &Known) -> Result<(), Refused> {
        let name = || item.name().map(cursor::plain).unwrap_or_default();
        match item.kind {
            Kind::Variable => match constants::variable(item, &known.types)? {
                Contents::Bytes(bytes) => {
                    self.variables.insert(name(), bytes);
                }
                Contents::Unknown(why) => {
                    self.unknown.insert(name(), why);
                }
            },
            Kind::Declaration | Kind::Definition => {
                let is_attribute = |text: &str| known.never_return.contains(text);
                let head = item.tokens.iter().take_while(|token| !token.is("{"));
                if head.clone().any(|token| is_attribute(&token.text)) {
                    self.never_return.insert(name());
                }
                if item.kind == Kind::Definition {
                    let function = Function::parse(item, known)?;
                    self.functions.insert(name(), function);
                }
            }
            Kind::Target | Kind::Other | Kind::Type | Kind::Attributes | Kind::Metadata => {}
        }
        Ok(())
    }
}

/// Whether an attribute group has an attribute.
fn has(item: &Item<'_>, attribute: &str) -> bool {
    item.tokens.iter().any(|token| token.is(attribute))
}

/// The name of an attribute group, such as `#0`.
fn group(item: &Item<'_>) -> String {
    let mut tokens = item.tokens.iter();
    let name = tokens.find(|token| token.kind == TokenKind::Hash);
    name.map(|token| token.text.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(text: &str) -> Module {
        Module::parse(text).unwrap_or_else(|refused| panic!("{refused}\n{text}"))
    }

    fn bytes(text: &str) -> Vec<Byte> {
        let module = module(&format!(
            "@x = private unnamed_addr constant {text}, align 1\n"
        ));
        module.variables["x"].clone()
    }

    fn numbers(numbers: &[u8]) -> Vec<Byte> {
        numbers.iter().map(|number| Byte::Number(*number)).collect()
    }

    #[test]
    fn names_may_be_in_quotes() {
        let text = "define i64 @\"a b\\22$\"(i64 %\"x y\") {\n\"the start\":\n  %\"z\\41\" = add i64 %\"x y\", 1\n  \
                    br label %\"on, then\"\n\"on, then\":\n  ret i64 %\"z\\41\"\n}\n";
        let module = module(text);
        let function = &module.functions["a b\"$"];
        assert_eq!((function.parameters, function.values), (1, 2));
        assert!(matches!(function.blocks[0].end, End::Jump(1)));
        assert!(matches!(
            function.blocks[1].end,
            End::Return(Some(Operand::Value(1)))
        ));
        assert_eq!(
            (function.blocks[0].steps[0].line, function.blocks[1].line),
            (3, 6)
        );
    }

    #[test]
    fn the_first_block_may_have_no_label() {
        let text = "define i32 @f(i32 %0, i1 %1) {\n  br i1 %1, label %3, label %4\n\n3:\n  br label %4\n\n4:\n  \
                    %5 = phi i32 [ 7, %2 ], [ %0, %3 ]\n  ret i32 %5\n}\n";
        let module = module(text);
        let phi = &module.functions["f"].blocks[2].phis[0];
        assert!(phi.incoming.iter().map(|(from, _)| *from).eq([0, 1]));
    }

    #[test]
    fn packed_structures_have_no_gaps() {
        let text = "{ i8, i32, [3 x i16] } { i8 1, i32 2, [3 x i16] [i16 3, i16 -4, i16 0] }";
        let parts = [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0xfc, 0xff, 0, 0, 0, 0];
        assert_eq!(
            bytes(text),
            numbers(
                &parts[..14]
                    .iter()
                    .chain(&[0, 0])
                    .copied()
                    .collect::<Vec<_>>()
            )
        );
        let packed = text
            .replace("{ i8, i32", "<{ i8, i32")
            .replace("] } {", "] }> <{");
        assert_eq!(
            bytes(&(packed + ">")),
            numbers(&[1, 2, 0, 0, 0, 3, 0, 0xfc, 0xff, 0, 0])
        );
    }

    #[test]
    fn constants_are_bytes() {
        assert_eq!(bytes("[4 x i8] c\"a\\22\\00\\5C\""), numbers(b"a\"\0\\"));
        assert_eq!(
            bytes("i64 -2"),
            numbers(&[0xfe, 255, 255, 255, 255, 255, 255, 255])
        );
        assert_eq!(bytes("[2 x i16] zeroinitializer"), numbers(&[0; 4]));
        assert_eq!(
            bytes("<{ [3 x i8], i8 }> <{ [3 x i8] undef, i8 9 }>"),
            numbers(&[0, 0, 0, 9])
        );
        let address = |at| Byte::Address("y".into(), 12, at);
        let text = "<{ ptr }> <{ ptr getelementptr inbounds (i8, ptr @y, i64 12) }>";
        assert_eq!(bytes(text), (0..8).map(address).collect::<Vec<_>>());
    }

    #[test]
    fn variables_that_change_are_not_known() {
        let text = "@a = internal global i8 5\n@b = external constant i8\n@c = internal thread_local constant i8 1\n\
                    @d = constant i8 2\n@e = alias i8, ptr @d\n";
        let module = module(text);
        assert_eq!(module.variables.keys().collect::<Vec<_>>(), ["d"]);
        assert_eq!(
            module.unknown.keys().collect::<Vec<_>>(),
            ["a", "b", "c", "e"]
        );
    }

    #[test]
    fn switches_stand_over_several_lines() {
        let text = "define i8 @f(i8 %x) {\nstart:\n  switch i8 %x, label %b [\n    i8 -1, label %a\n    i8 7, label %b\n  ], !prof !0\n\
                    a:\n  ret i8 1\nb:\n  ret i8 0\n}\n";
        let module = module(text);
        let End::Switch(Operand::Value(0), 2, cases) = &module.functions["f"].blocks[0].end else {
            panic!("{:?}", module.functions["f"].blocks[0].end);
        };
        assert_eq!(cases, &[(255, 1), (7, 2)]);
    }

    #[test]
    fn functions_that_do_not_return_are_known_by_their_attributes() {
        let text = "declare void @a() #1\ndeclare void @b() #0\nattributes #0 = { cold }\nattributes #1 = { cold noreturn }\n";
        assert!(module(text).never_return.iter().eq(["a"]));
    }

    #[test]
    fn named_types_and_wide_numbers_have_shapes() {
        let text = "%t = type { i8, i64 }\ndefine i128 @f(ptr %p) {\n  %1 = load %t, ptr %p, align 8\n  \
                    %2 = load i128, ptr %p, align 16\n  %3 = add i128 %2, -170141183460469231731687303715884105728\n  ret i128 %3\n}\n";
        let module = module(text);
        let steps = &module.functions["f"].blocks[0].steps;
        let Instruction::Load(_, Shape::Fields(fields)) = &steps[0].instruction else {
            panic!("{:?}", steps[0]);
        };
        assert_eq!(fields, &[(0, Shape::Bits(8)), (8, Shape::Bits(64))]);
        let Instruction::Binary(Binary::Add, _, Operand::Number(number)) = &steps[2].instruction
        else {
            panic!("{:?}", steps[2]);
        };
        assert_eq!(number.number(), Some(1 << 127));
    }
}
