//! The signatures of kernels in C: their argument blocks, as the debug information of clang describes them.
//!
//! A kernel is a function `void __kernel_name(uint32_t thread, const struct args *args)`. The members of the structure are its
//! parameters.

use crate::ir::{
    IrError, Item, Kind as ItemKind, Metadata, Token, Types, arguments, attachments, plain,
    take_type,
};
use heddle_isa::Signature;
use heddle_isa::program::KERNEL_PREFIX;
use heddle_isa::signature::{AddressQualifier, Kind, Parameter, TypeQualifiers};

/// Size of a slot of the argument block, in bytes.
const SLOT: u32 = 4;
/// The largest alignment of a value in the argument block, in bytes.
const MOST_ALIGN: u32 = 8;

/// The signatures of the kernels of a module. A kernel whose second parameter does not point to a structure of slots has none
/// (CPL-10).
///
/// # Errors
/// [`IrError`] for shared variables without a size.
pub(super) fn signatures(items: &[Item<'_>]) -> Result<Vec<Signature>, IrError> {
    let nodes = Nodes(Metadata::of(items));
    let shared_bytes = shared_bytes(items)?;
    let kernels = items.iter().filter_map(|item| {
        let name = plain(item.name()?);
        let name = name.strip_prefix(KERNEL_PREFIX)?;
        let is_kernel = item.kind == ItemKind::Definition;
        let parameters = is_kernel.then(|| nodes.parameters(item)).flatten()?;
        Some(signature(name, parameters, shared_bytes))
    });
    Ok(kernels.collect())
}

fn signature(kernel: &str, parameters: Vec<Parameter>, shared_bytes: u32) -> Signature {
    let end = parameters.last().map_or(0, |last| {
        let bytes = match last.kind {
            Kind::Value { bytes, .. } => bytes,
            _ => SLOT,
        };
        (last.offset + bytes).next_multiple_of(SLOT)
    });
    Signature {
        kernel: kernel.to_owned(),
        parameters,
        hidden_offset: end,
        required_work_group_size: None,
        work_group_size_hint: None,
        vec_type_hint: None,
        attributes: String::new(),
        shared_bytes,
        stack_bytes: None,
        prints: false,
        lacking: None,
    }
}

/// The size of all shared variables: every block of the file's kernels has all of them.
fn shared_bytes(items: &[Item<'_>]) -> Result<u32, IrError> {
    let types = Types::of(items)?;
    let mut end = 0u32;
    for item in items {
        let mut tokens = item.tokens.iter();
        let is_shared = item.kind == ItemKind::Variable
            && item.tokens.iter().any(|token| token.is("thread_local"));
        let Some(global) = tokens
            .position(|token| token.is("global"))
            .filter(|_| is_shared)
        else {
            continue;
        };
        let (of, _) = take_type(&item.tokens[global + 1..])?;
        let next = types.layout(&of).and_then(|layout| {
            let start = end.checked_next_multiple_of(layout.align)?;
            start.checked_add(layout.bytes)
        });
        end = next.ok_or_else(|| IrError::new(item.line(), "a shared variable without a size"))?;
    }
    Ok(end)
}

/// The nodes of debug information.
struct Nodes<'t, 'a>(Metadata<'t, 'a>);

impl<'t> Nodes<'t, '_> {
    /// The parameters of a kernel; `None` if its argument block is no structure of slots.
    fn parameters(&self, kernel: &Item<'_>) -> Option<Vec<Parameter>> {
        let attached = attachments(&kernel.tokens);
        let subprogram = self.0.node(attached.get("!dbg")?)?;
        let types = self.list(self.follow(subprogram, "type")?, "types")?;
        let Some(block) = types.get(2) else {
            return Some(Vec::new());
        };
        let (pointer, _) = self.bare(self.0.node(block)?)?;
        let (structure, _) = self.bare(self.follow(pointer, "baseType")?)?;
        if tag(pointer) != "DW_TAG_pointer_type" || tag(structure) != "DW_TAG_structure_type" {
            return None;
        }
        let mut end = 0;
        let members = self.list(structure, "elements")?.into_iter();
        members
            .map(|member| self.member(self.0.node(member)?, &mut end))
            .collect()
    }

    /// The parameter that a member is. It is at `end`, or behind it where it is aligned; `end` moves past it.
    fn member(&self, member: &[Token<'_>], end: &mut u32) -> Option<Parameter> {
        let bytes = number(member, "size")? / 8;
        let offset = number(member, "offset").unwrap_or(0) / 8;
        // Launches place values by their alignments: the one that leads to where C has the member.
        let aligns = [SLOT, MOST_ALIGN].into_iter();
        let align = aligns
            .clone()
            .find(|&align| end.next_multiple_of(align) == offset)?;
        *end = (offset + bytes).next_multiple_of(SLOT);
        let (of, _) = self.bare(self.follow(member, "baseType")?)?;
        let is_pointer = tag(of) == "DW_TAG_pointer_type";
        let is_const = is_pointer && self.bare(self.follow(of, "baseType")?)?.1;
        let (kind, address) = match is_pointer {
            true => (Kind::Global, AddressQualifier::Global),
            false => (Kind::Value { bytes, align }, AddressQualifier::Private),
        };
        Some(Parameter {
            name: text(member, "name")?.to_owned(),
            type_name: self.type_name(of)?,
            kind,
            offset,
            address,
            qualifiers: TypeQualifiers {
                is_const,
                ..TypeQualifiers::default()
            },
        })
    }

    /// A type without its names and qualifiers, and whether it is `const`.
    fn bare(&self, mut of: &'t [Token<'t>]) -> Option<(&'t [Token<'t>], bool)> {
        let mut is_const = false;
        while let tag @ ("DW_TAG_typedef"
        | "DW_TAG_const_type"
        | "DW_TAG_volatile_type"
        | "DW_TAG_restrict_type") = tag(of)
        {
            is_const |= tag == "DW_TAG_const_type";
            of = self.follow(of, "baseType")?;
        }
        Some((of, is_const))
    }

    /// The name of a bare type, for numbers as OpenCL C has it.
    fn type_name(&self, of: &'t [Token<'t>]) -> Option<String> {
        match tag(of) {
            "DW_TAG_pointer_type" => {
                let Some(target) = self.follow(of, "baseType") else {
                    return Some("void*".to_owned());
                };
                Some(format!("{}*", self.type_name(self.bare(target)?.0)?))
            }
            "DW_TAG_structure_type" => {
                Some(format!("struct {}", text(of, "name").unwrap_or_default()))
            }
            "DW_TAG_enumeration_type" => self.type_name(self.bare(self.follow(of, "baseType")?)?.0),
            "" => basic(of).map(str::to_owned),
            _ => Some("bytes".to_owned()),
        }
    }

    /// The node that a field names.
    fn follow(&self, node: &[Token<'_>], name: &str) -> Option<&'t [Token<'t>]> {
        self.0.node(&field(node, name)?.text)
    }

    /// The nodes that the list in a field names; `null` stands for itself.
    fn list(&self, node: &[Token<'_>], name: &str) -> Option<Vec<&'t str>> {
        let list = self.follow(node, name)?;
        let inside = list.get(2..list.len() - 1)?;
        let first = |operand: &&'t [Token<'t>]| operand.first().map(|token| token.text.as_ref());
        arguments(inside).iter().map(first).collect()
    }
}

/// The value of a field `name: value`.
fn field<'n, 'a>(node: &'n [Token<'a>], name: &str) -> Option<&'n Token<'a>> {
    let mut fields = node.windows(3);
    let found = fields.find(|three| three[0].is(name) && three[1].is(":"))?;
    Some(&found[2])
}

/// The tag of a type; empty for numbers.
fn tag<'n>(node: &'n [Token<'_>]) -> &'n str {
    field(node, "tag").map_or("", |token| token.text.as_ref())
}

fn number(node: &[Token<'_>], name: &str) -> Option<u32> {
    field(node, name)?.text.parse().ok()
}

fn text<'n>(node: &'n [Token<'_>], name: &str) -> Option<&'n str> {
    let quoted = field(node, name)?.text.as_ref();
    quoted.strip_prefix('"')?.strip_suffix('"')
}

/// The name of a number of this encoding and size.
fn basic(of: &[Token<'_>]) -> Option<&'static str> {
    let encoding = field(of, "encoding")?.text.as_ref();
    let is_signed = encoding.contains("signed") && !encoding.contains("unsigned");
    Some(match (encoding, number(of, "size")?, is_signed) {
        ("DW_ATE_float", 32, _) => "float",
        ("DW_ATE_float", ..) => "double",
        (_, 8, true) => "char",
        (_, 8, false) => "uchar",
        (_, 16, true) => "short",
        (_, 16, false) => "ushort",
        (_, 32, true) => "int",
        (_, 32, false) => "uint",
        (_, _, true) => "long",
        (_, _, false) => "ulong",
    })
}
