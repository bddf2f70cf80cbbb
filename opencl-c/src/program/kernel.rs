//! A kernel of a module: how its arguments are passed, and its signature.

use super::Refused;
use super::attributes::attributes;
use super::lines::Line;
use heddle_compiler::ir::{IrError, Item, Layout, Token, Type, Types, arguments, print, take_type};
use heddle_compiler::ir::{Metadata, attachments, plain};
use heddle_isa::Signature;
use heddle_isa::signature::{AddressQualifier, Kind, Parameter, TypeQualifiers};

/// The smallest alignment in the argument block, in bytes.
const SLOT: u32 = 4;

/// Address spaces, as clang numbers them in the metadata of kernels.
const GLOBAL: u32 = 1;
const CONSTANT: u32 = 2;
const LOCAL: u32 = 3;

/// A kernel as clang defines it.
#[derive(Debug)]
pub(super) struct Kernel {
    /// How its arguments are passed, in order.
    pub passed: Vec<Passed>,
    pub signature: Signature,
    /// The source line of its caller.
    pub caller_line: Line,
}

/// How an argument is passed to the function.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Passed {
    /// Type and attributes of the argument in the call.
    pub text: String,
    pub way: Way,
}

/// How the entry function obtains an argument.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The value in the argument block, of this type.
    Loaded(String),
    /// The address in the argument block.
    InPlace,
    /// An address in the dynamic part of shared memory; the argument block holds the offset.
    Shared,
}

impl Kernel {
    /// Reads a retargeted definition. Metadata nodes from number `next_node` on are unused.
    ///
    /// # Errors
    /// [`Refused`] for parameters that this device does not have.
    pub fn of(
        item: &Item<'_>,
        metadata: &Metadata<'_, '_>,
        types: &Types,
        next_node: usize,
    ) -> Result<Self, Refused> {
        let name = &plain(item.name().unwrap_or_default());
        let range = item.parameters()?;
        let attached = attachments(&item.tokens[range.end..]);
        let texts = |kind| {
            metadata
                .texts(&attached, kind)
                .map(Option::unwrap_or_default)
        };
        let described = Described {
            names: texts("!kernel_arg_name")?,
            types: texts("!kernel_arg_type")?,
            qualifiers: texts("!kernel_arg_type_qual")?,
            spaces: metadata
                .numbers(&attached, "!kernel_arg_addr_space")?
                .unwrap_or_default(),
        };
        let mut signature = attributes(name, metadata, &attached)?;
        let (mut end, mut passed) = (0, Vec::new());
        for (index, tokens) in arguments(&item.tokens[range]).into_iter().enumerate() {
            let described = described.at(index, item.line())?;
            let (parameter, way) = parameter(tokens, &described, types, &mut end)
                .map_err(|problem| described.refused(name, problem))?;
            signature.parameters.push(parameter);
            passed.push(way);
        }
        signature.hidden_offset = end;
        Ok(Self {
            passed,
            signature,
            caller_line: Line::of_caller(item, metadata, next_node),
        })
    }
}

/// The metadata of all parameters.
struct Described {
    names: Vec<String>,
    types: Vec<String>,
    qualifiers: Vec<String>,
    spaces: Vec<u32>,
}

/// The metadata of one parameter.
struct Description<'d> {
    name: &'d str,
    type_name: &'d str,
    qualifiers: &'d str,
    space: u32,
}

impl Described {
    fn at(&self, index: usize, line: usize) -> Result<Description<'_>, IrError> {
        let found = || {
            Some(Description {
                name: self.names.get(index)?,
                type_name: self.types.get(index)?,
                qualifiers: self.qualifiers.get(index)?,
                space: *self.spaces.get(index)?,
            })
        };
        found().ok_or_else(|| IrError::new(line, "a kernel's parameter that nothing describes"))
    }
}

impl Description<'_> {
    fn refused(&self, kernel: &str, problem: Problem) -> Refused {
        let Self {
            name, type_name, ..
        } = self;
        match problem {
            Problem::Unsupported(what) => Refused::Unsupported(format!(
                "kernel `{kernel}`, parameter `{name}` of type `{type_name}`: {what}"
            )),
            Problem::Ir(error) => Refused::Ir(error),
        }
    }

    fn qualifiers(&self) -> TypeQualifiers {
        let has = |word| self.qualifiers.split(' ').any(|found| found == word);
        TypeQualifiers {
            is_const: has("const"),
            is_restrict: has("restrict"),
            is_volatile: has("volatile"),
        }
    }
}

/// What is wrong with a parameter.
enum Problem {
    Unsupported(&'static str),
    Ir(IrError),
}

impl From<IrError> for Problem {
    fn from(error: IrError) -> Self {
        Self::Ir(error)
    }
}

/// The parameter of these tokens. It gets the next place from `end` on in the argument block; `end` moves past it.
fn parameter(
    tokens: &[Token<'_>],
    described: &Description<'_>,
    types: &Types,
    end: &mut u32,
) -> Result<(Parameter, Passed), Problem> {
    // The last token is the parameter's name.
    let (typed, _) = tokens.split_at(tokens.len() - 1);
    let (of, attributes) = take_type(typed)?;
    let structure = by_value(attributes)?;
    let is_value = structure.is_some() || of != Type::Pointer;
    let address = address(described.space, is_value)?;
    let way = match (&structure, address) {
        (Some(_), _) => Way::InPlace,
        (None, AddressQualifier::Local) => Way::Shared,
        (None, _) => Way::Loaded(text(&typed[..typed.len() - attributes.len()])),
    };
    let too_large = || IrError::new(tokens[0].line, "a kernel's parameter without a size");
    let layout = types.layout(structure.as_ref().unwrap_or(&of));
    let (offset, layout) = layout
        .and_then(|layout| place(layout, end))
        .ok_or_else(too_large)?;
    let parameter = Parameter {
        name: described.name.to_owned(),
        type_name: described.type_name.to_owned(),
        kind: kind(address, layout),
        offset,
        address,
        qualifiers: described.qualifiers(),
    };
    let text = text(typed);
    Ok((parameter, Passed { text, way }))
}

/// The address qualifier of a parameter.
fn address(space: u32, is_value: bool) -> Result<AddressQualifier, Problem> {
    match space {
        _ if is_value => Ok(AddressQualifier::Private),
        GLOBAL => Ok(AddressQualifier::Global),
        CONSTANT => Ok(AddressQualifier::Constant),
        LOCAL => Ok(AddressQualifier::Local),
        _ => Err(Problem::Unsupported("no host can hand over such a pointer")),
    }
}

/// Offset and layout of the next argument from `end` on in the argument block; `end` moves to the next slot.
fn place(layout: Layout, end: &mut u32) -> Option<(u32, Layout)> {
    let align = layout.align.max(SLOT);
    let offset = end.checked_next_multiple_of(align)?;
    let next = offset.checked_add(layout.bytes)?;
    *end = next.checked_next_multiple_of(SLOT)?;
    Some((offset, Layout { align, ..layout }))
}

fn kind(address: AddressQualifier, Layout { bytes, align }: Layout) -> Kind {
    match address {
        AddressQualifier::Global => Kind::Global,
        AddressQualifier::Constant => Kind::Constant,
        AddressQualifier::Local => Kind::Local,
        AddressQualifier::Private => Kind::Value { bytes, align },
    }
}

/// The type of `byval(TYPE)` among attributes. The attribute stays elsewhere: the code generator makes the copy (OCL-2).
fn by_value(attributes: &[Token<'_>]) -> Result<Option<Type>, IrError> {
    match attributes.iter().position(|token| token.is("byval")) {
        Some(at) => Ok(Some(
            take_type(attributes.get(at + 2..).unwrap_or_default())?.0,
        )),
        None => Ok(None),
    }
}

fn text(tokens: &[Token<'_>]) -> String {
    let mut text = String::new();
    print(tokens, &mut text);
    text.trim().to_owned()
}
