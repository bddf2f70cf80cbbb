//! The conversion of a module that clang compiled from OpenCL C into one that can be linked for the GPU.

mod attributes;
mod entry;
mod kernel;
pub(crate) mod lacking;
mod lines;
mod names;
mod print_calls;
mod references;
mod shared;
mod widened;

use crate::retarget::{is_shared, retarget};
pub use entry::NOTHING;
use heddle_compiler::ir::{IrError, Item, Items, Kind, Metadata, Types, plain, print};
use heddle_isa::Signature;
use kernel::Kernel;
use lacking::Lacking;
use references::References;
use shared::Shared;
use std::collections::{HashMap, HashSet};

/// A module for the GPU.
#[derive(Debug)]
pub(crate) struct Program {
    /// IR.
    pub text: String,
    /// The signatures of the kernels; their stack sizes are not known yet.
    pub signatures: Vec<Signature>,
    /// Symbols that must keep their names and stay visible.
    pub public: Vec<String>,
    /// Warnings about kernels that cannot be launched, a line each.
    pub warnings: String,
}

/// Why a module cannot become a program.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    /// The module is not in the form that clang produces from OpenCL C.
    #[error(transparent)]
    Ir(#[from] IrError),
    /// The module uses a feature that the device does not have.
    #[error("{0}")]
    Unsupported(String),
}

impl Program {
    /// Reads and converts a module.
    ///
    /// # Errors
    /// [`Refused`] says why the module cannot be converted.
    pub fn of(text: &str) -> Result<Self, Refused> {
        let items = Items::of(text).collect::<Result<Vec<_>, _>>()?;
        let is_kernel = |item: &&Item<'_>| {
            let mut tokens = item.tokens.iter();
            item.kind == Kind::Definition && tokens.any(|token| token.is("spir_kernel"))
        };
        let names = |items: &mut dyn Iterator<Item = &Item<'_>>| -> Vec<String> {
            items
                .filter_map(|item| item.name().map(str::to_owned))
                .collect()
        };
        let kernels = names(&mut items.iter().filter(is_kernel));
        let shared = names(&mut items.iter().filter(|item| is_shared(item)));
        let lacking = Lacking::of(&items);
        let (kernels, refused): (Vec<_>, Vec<_>) = kernels
            .into_iter()
            .partition(|name| lacking.feature(name).is_none());
        let items = items.into_iter().filter(|item| lacking.keeps(item));
        let items = items.map(retarget).collect::<Result<_, _>>()?;
        let program = Retargeted {
            items,
            kernels,
            shared: shared.into_iter().collect(),
        }
        .link_ready()?;
        let refused = refused.iter();
        let refused = refused.filter_map(|name| Some((plain(name), lacking.feature(name)?)));
        Ok(refused.fold(program, |program, (name, feature)| {
            program.with_refused(&name, feature)
        }))
    }
}

impl Program {
    /// Adds a kernel that cannot be launched: a function that does nothing, with a signature that tells why.
    fn with_refused(mut self, kernel: &str, feature: &str) -> Self {
        self.text += &entry::refused(kernel);
        self.public.push(entry::symbol(kernel));
        self.signatures.push(Signature {
            kernel: kernel.to_owned(),
            lacking: Some(feature.to_owned()),
            ..Signature::default()
        });
        self.warnings += &format!(
            "warning: kernel `{kernel}` uses {feature}, which no machine has: it cannot be launched\n"
        );
        self
    }
}

/// The items of a module after all address spaces have become one.
struct Retargeted<'a> {
    items: Vec<Item<'a>>,
    /// Names of the kernels, with `@`.
    kernels: Vec<String>,
    /// Names of the shared variables, with `@`.
    shared: HashSet<String>,
}

impl Retargeted<'_> {
    fn link_ready(mut self) -> Result<Program, Refused> {
        let types = Types::of(&self.items)?;
        let references = References::of(&self.items);
        let mut kernels = self.read_kernels(&types)?;
        let shared = self.take_shared(&references, &types)?;
        for (kernel, name) in kernels.iter_mut().zip(&self.kernels) {
            kernel.signature.shared_bytes = shared.bytes(name);
            kernel.signature.prints = references.reached(name).contains(print_calls::PRINTF);
        }
        names::rename(&mut self.items);
        names::make_private(&mut self.items);
        names::define_inline_functions(&mut self.items);
        let mut text = print_calls::rewrite(&mut self.items)?;
        text += &shared.definitions();
        text += entry::DYNAMIC_DECLARATION;
        text.extend(kernels.iter().map(entry::functions));
        if kernels.is_empty() {
            text += &entry::nothing();
        }
        Ok(Program {
            text: self.print(text),
            public: public(&kernels, &shared),
            warnings: String::new(),
            signatures: kernels.into_iter().map(|kernel| kernel.signature).collect(),
        })
    }

    /// Removes the shared variables from the items, and places them in shared memory.
    fn take_shared(&mut self, references: &References, types: &Types) -> Result<Shared, IrError> {
        let kernels: Vec<&str> = self.kernels.iter().map(String::as_str).collect();
        let items = std::mem::take(&mut self.items).into_iter();
        let is_shared =
            |item: &Item<'_>| item.name().is_some_and(|name| self.shared.contains(name));
        let (variables, others): (Vec<_>, _) = items.partition(is_shared);
        self.items = others;
        Shared::place(&variables, &kernels, references, types)
    }

    fn read_kernels(&self, types: &Types) -> Result<Vec<Kernel>, Refused> {
        let metadata = Metadata::of(&self.items);
        let first_node = lines::next_node(&self.items);
        let definitions = self.items.iter();
        let definitions = definitions.filter(|item| item.kind == Kind::Definition);
        let definitions: HashMap<_, _> = definitions.map(|item| (item.name(), item)).collect();
        let numbered = self.kernels.iter().enumerate();
        let kernels = numbered.map(|(number, name)| {
            let gone = || IrError::new(0, format!("kernel {name} is gone"));
            let item = definitions.get(&Some(name.as_str())).ok_or_else(gone)?;
            Kernel::of(item, &metadata, types, first_node + 2 * number)
        });
        kernels.collect()
    }

    /// The text of the items, with every intrinsic declared once, and the added text.
    fn print(&self, added: String) -> String {
        let mut text = String::new();
        let mut declared = HashSet::new();
        for item in &self.items {
            let is_new = item.kind != Kind::Declaration
                || item.name().is_none_or(|name| declared.insert(name));
            if is_new {
                print(&item.tokens, &mut text);
                text.push('\n');
            }
        }
        text + &added
    }
}

/// The symbols that the linker or a reader of the file needs.
fn public(kernels: &[Kernel], shared: &Shared) -> Vec<String> {
    let names = kernels
        .iter()
        .map(|kernel| kernel.signature.kernel.as_str());
    let entries = names.flat_map(|name| [entry::symbol(name), entry::taken_apart(name)]);
    let nothing = kernels.is_empty().then(|| NOTHING.to_owned());
    let entries = entries.chain(["__simt_dyn".to_owned()]).chain(nothing);
    entries.chain(shared.names()).collect()
}
