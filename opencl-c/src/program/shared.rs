//! The places of the `__local` variables of a file in a block's shared memory.
//!
//! OCL-5: the file has one PT_TLS segment, but a block runs one kernel. Variables that no kernel uses together may overlap, so
//! that a file with many kernels needs no more shared memory than the largest of them.
//!
//! All variables are aliases into one thread-local variable. This variable is not internal to the module, because the
//! compiler could turn an internal one into a private variable.

use super::references::References;
use heddle_compiler::ir::{IrError, Item, Layout, Types, plain, take_type};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The variable that holds all others.
pub(super) const BASE: &str = "heddle.shared";

/// Shared variables with their places.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Shared {
    variables: Vec<Variable>,
    align: u32,
}

#[derive(Debug, PartialEq, Eq)]
struct Variable {
    /// The name, with its `@`.
    name: String,
    /// The type, as text of the IR.
    value_type: String,
    place: Range<u32>,
    /// The kernels that may reach the variable.
    kernels: BTreeSet<String>,
}

impl Shared {
    /// Places retargeted variables for these kernels, whose names include `@`.
    ///
    /// # Errors
    /// [`IrError`] for a variable without a size.
    pub fn place(
        variables: &[Item<'_>],
        kernels: &[&str],
        references: &References,
        types: &Types,
    ) -> Result<Self, IrError> {
        let reached: BTreeMap<&str, _> = kernels
            .iter()
            .map(|&kernel| (kernel, references.reached(kernel)))
            .collect();
        let mut shared = Self {
            variables: Vec::new(),
            align: 1,
        };
        for item in variables {
            let (value_type, layout) = value(item, types)?;
            let name = item.name().unwrap_or_default();
            let users = reached.iter().filter(|(_, names)| names.contains(name));
            let kernels = users.map(|(kernel, _)| (*kernel).to_owned()).collect();
            let too_large = || IrError::new(item.line(), "variables beyond 4 GiB");
            let place = shared.free(layout, &kernels).ok_or_else(too_large)?;
            shared.align = shared.align.max(layout.align);
            shared.variables.push(Variable {
                name: name.to_owned(),
                value_type,
                place,
                kernels,
            });
        }
        Ok(shared)
    }

    /// The lowest place that no variable of any of these kernels occupies.
    fn free(&self, layout: Layout, kernels: &BTreeSet<String>) -> Option<Range<u32>> {
        let beside = self.variables.iter();
        let beside = beside.filter(|other| !other.kernels.is_disjoint(kernels));
        let mut taken: Vec<&Range<u32>> = beside.map(|other| &other.place).collect();
        taken.sort_by_key(|place| place.start);
        let mut start = 0_u32;
        for place in taken {
            if start.checked_add(layout.bytes)? <= place.start {
                break;
            }
            start = start.max(place.end.checked_next_multiple_of(layout.align)?);
        }
        Some(start..start.checked_add(layout.bytes)?)
    }

    /// The number of bytes that a kernel uses.
    pub fn bytes(&self, kernel: &str) -> u32 {
        let its = self
            .variables
            .iter()
            .filter(|variable| variable.kernels.contains(kernel));
        its.map(|variable| variable.place.end).max().unwrap_or(0)
    }

    /// The definitions that replace those of the variables.
    pub fn definitions(&self) -> String {
        let bytes = self
            .variables
            .iter()
            .map(|variable| variable.place.end)
            .max();
        let Some(bytes) = bytes else {
            return String::new();
        };
        let align = self.align;
        let base = format!(
            "@{BASE} = hidden thread_local(localexec) global [{bytes} x i8] zeroinitializer, align {align}\n"
        );
        let aliases = self.variables.iter().map(|variable| {
            let Variable { name, value_type, place, .. } = variable;
            let start = place.start;
            format!(
                "{name} = hidden thread_local(localexec) alias {value_type}, getelementptr (i8, ptr @{BASE}, i32 {start})\n"
            )
        });
        base + &aliases.collect::<String>()
    }

    /// Names of the definitions, without `@`.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let names = self.variables.iter().map(|variable| plain(&variable.name));
        names.chain((!self.variables.is_empty()).then(|| BASE.to_owned()))
    }
}

/// Type and layout of `@name = internal global TYPE undef, align 4`.
fn value(item: &Item<'_>, types: &Types) -> Result<(String, Layout), IrError> {
    let unknown = || IrError::new(item.line(), "a shared variable that is not known");
    let global = item.tokens.iter().position(|token| token.is("global"));
    let behind = &item.tokens[global.ok_or_else(unknown)? + 1..];
    let (value_type, rest) = take_type(behind)?;
    let layout = types.layout(&value_type).ok_or_else(unknown)?;
    let mut text = String::new();
    heddle_compiler::ir::print(&behind[..behind.len() - rest.len()], &mut text);
    let align = rest.windows(2).find(|pair| pair[0].is("align"));
    let align = align.and_then(|pair| pair[1].text.parse::<u32>().ok());
    Ok((
        text.trim().to_owned(),
        Layout {
            align: align.unwrap_or(layout.align).max(1),
            ..layout
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retarget::{is_shared, retarget};
    use heddle_compiler::ir::Items;

    const MODULE: &str = "@a.x = internal addrspace(3) global [5 x i8] undef, align 1\n\
        @a.y = internal addrspace(3) global <4 x float> undef, align 16\n\
        @b.x = internal addrspace(3) global [3 x i32] undef, align 4, !dbg !7\n\
        define void @a() {\n  store ptr @a.x, ptr @a.y\n}\n\
        define void @b() {\n  store ptr @b.x, ptr @b.x\n}\n\
        define void @both() {\n  call void @a()\n  call void @b()\n}\n";

    fn placed(kernels: &[&str]) -> Shared {
        let items: Vec<_> = Items::of(MODULE).map(Result::unwrap).collect();
        let items: Vec<_> = items
            .into_iter()
            .map(|item| (is_shared(&item), retarget(item).unwrap()))
            .collect();
        let shared: Vec<_> = items
            .iter()
            .filter(|(shared, _)| *shared)
            .map(|(_, item)| item.clone())
            .collect();
        let all: Vec<_> = items.iter().map(|(_, item)| item.clone()).collect();
        let references = References::of(&all);
        Shared::place(
            &shared,
            kernels,
            &references,
            &Types::of(&[]).expect("no types"),
        )
        .expect("placed")
    }

    #[test]
    fn kernels_share_places_that_only_one_of_them_uses() {
        let shared = placed(&["@a", "@b"]);
        assert_eq!((shared.bytes("@a"), shared.bytes("@b")), (32, 12));
        let text = shared.definitions();
        assert!(text.contains("@heddle.shared = hidden thread_local(localexec) global [32 x i8] zeroinitializer, align 16\n"), "{text}");
        assert!(text.contains("@b.x = hidden thread_local(localexec) alias [3 x i32], getelementptr (i8, ptr @heddle.shared, i32 0)\n"), "{text}");
    }

    #[test]
    fn a_kernel_that_calls_others_has_all_of_theirs() {
        let shared = placed(&["@a", "@b", "@both"]);
        // The 12 bytes of the third variable do not fit into the gap of 11 bytes after the first.
        assert_eq!(shared.bytes("@both"), 44);
        assert_eq!(shared.bytes("@a"), 32);
    }

    #[test]
    fn without_variables_there_is_nothing() {
        assert_eq!(Shared::default().definitions(), "");
        assert_eq!(Shared::default().names().count(), 0);
    }
}
