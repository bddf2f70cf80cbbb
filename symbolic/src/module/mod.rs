//! Modules of LLVM IR, as far as compiled golden units need them. Anything else is refused.

mod constants;
mod cursor;
mod function;
mod instruction;
mod names;
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
