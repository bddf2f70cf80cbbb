//! The imports of a file, by `use` or by a path in its code. Tests inside the file are ignored.

use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Attribute, File, ItemMod, ItemUse, UseTree, Visibility};

/// The names in a path.
pub type Names = Vec<String>;

/// A name introduced by a `use`.
pub struct Binding {
    /// The name; `None` for all names of a module.
    pub name: Option<String>,
    /// The path that the name stands for.
    pub path: Names,
    /// Whether the `use` is a public re-export.
    pub is_public: bool,
}

/// The imports of a file.
#[derive(Default)]
pub struct Imports {
    pub bindings: Vec<Binding>,
    /// Paths in the code.
    pub paths: Vec<Names>,
}

impl Imports {
    pub fn of(file: &File) -> Self {
        let mut imports = Imports::default();
        imports.visit_file(file);
        imports
    }

    fn bind(&mut self, tree: &UseTree, before: &Names, is_public: bool) {
        let with = |name: &syn::Ident| [before.as_slice(), &[name.unraw().to_string()]].concat();
        let (name, path) = match tree {
            UseTree::Path(path) => return self.bind(&path.tree, &with(&path.ident), is_public),
            UseTree::Group(group) => {
                return group
                    .items
                    .iter()
                    .for_each(|item| self.bind(item, before, is_public));
            }
            UseTree::Glob(_) => (None, before.clone()),
            UseTree::Name(name) if name.ident == "self" => (before.last().cloned(), before.clone()),
            UseTree::Name(name) => (Some(name.ident.to_string()), with(&name.ident)),
            UseTree::Rename(rename) => (Some(rename.rename.to_string()), with(&rename.ident)),
        };
        self.bindings.push(Binding {
            name,
            path,
            is_public,
        });
    }
}

pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|condition| condition.is_ident("test"))
    })
}

impl<'a> Visit<'a> for Imports {
    /// Inline modules are test modules and are skipped.
    fn visit_item_mod(&mut self, _: &'a ItemMod) {}

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        let is_public = !matches!(item.vis, Visibility::Inherited);
        self.bind(&item.tree, &Names::new(), is_public);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        if path.segments.len() > 1 {
            let names = path
                .segments
                .iter()
                .map(|part| part.ident.unraw().to_string());
            self.paths.push(names.collect());
        }
        visit::visit_path(self, path);
    }
}
