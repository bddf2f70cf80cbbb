//! The files of a crate, its modules, and the file in which a name is defined.

use super::imports::{Imports, Names, is_test};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::Item;
use syn::ext::IdentExt;

/// The most re-exports that are followed for a name, so that the search ends.
const MOST_STEPS: usize = 8;

/// A file that is a module.
struct Module {
    /// Path from the source folder.
    file: PathBuf,
    /// Path of the module in the crate; empty for the crate itself.
    place: Names,
    imports: Imports,
}

/// The modules of a crate that are files.
pub struct Modules {
    all: Vec<Module>,
    by_place: BTreeMap<Names, usize>,
}

impl Modules {
    /// Reads the modules of a crate's source folder.
    pub fn read(sources: &Path) -> Self {
        let mut modules = Modules {
            all: Vec::new(),
            by_place: BTreeMap::new(),
        };
        let roots = ["lib.rs", "main.rs"].map(|root| sources.join(root));
        let root = roots.iter().find(|root| root.is_file()).expect("a crate");
        modules.add(sources, root, sources, Names::new());
        modules
    }

    /// Adds a file, and the modules that it declares, which lie in `folder`.
    fn add(&mut self, sources: &Path, path: &Path, folder: &Path, place: Names) {
        let text = fs::read_to_string(path).expect("a source");
        let file = syn::parse_file(&text).expect("it compiles");
        self.by_place.insert(place.clone(), self.all.len());
        self.all.push(Module {
            file: path.strip_prefix(sources).unwrap().into(),
            place: place.clone(),
            imports: Imports::of(&file),
        });
        for item in &file.items {
            let Item::Mod(module) = item else { continue };
            if module.content.is_some() || is_test(&module.attrs) {
                continue;
            }
            let name = module.ident.unraw().to_string();
            let own = folder.join(&name);
            let files = [own.with_extension("rs"), own.join("mod.rs")];
            let path = files.iter().find(|path| path.is_file());
            let path = path.unwrap_or_else(|| panic!("no {}", files[0].display()));
            let place = [place.as_slice(), &[name]].concat();
            self.add(sources, path, &own, place);
        }
    }

    /// The path of a file.
    pub fn file(&self, number: usize) -> &Path {
        &self.all[number].file
    }

    /// Pairs of files of which the first imports the second. Imports of a module from its parent modules are left out: a file and
    /// the modules below it share their private items.
    pub fn arrows(&self) -> Vec<(usize, usize)> {
        let mut arrows = Vec::new();
        for (number, module) in self.all.iter().enumerate() {
            let imports = &module.imports;
            let used = imports.bindings.iter().filter(|binding| !binding.is_public);
            let paths = used.map(|binding| &binding.path).chain(&imports.paths);
            let targets = paths.filter_map(|path| self.target(&module.place, path, MOST_STEPS));
            let others = targets.filter(|&to| !module.place.starts_with(&self.all[to].place));
            arrows.extend(others.map(|to| (number, to)));
        }
        arrows
    }

    /// The file that defines the item to which a path in a module refers; `None` if the path leads out of the crate.
    fn target(&self, place: &Names, path: &[String], steps: usize) -> Option<usize> {
        let (mut place, mut rest) = (place.clone(), path);
        let first = rest.first()?.as_str();
        match first {
            "crate" => place.clear(),
            "self" => {}
            "super" => {
                place.pop()?;
            }
            _ => return self.named(&place, rest, steps),
        }
        rest = &rest[1..];
        while rest.first().is_some_and(|name| name == "super") {
            place.pop()?;
            rest = &rest[1..];
        }
        self.inside(&place, rest, steps)
    }

    /// The file of a path that begins with a name of the module: the name of a submodule, or a name from a `use`.
    fn named(&self, place: &Names, path: &[String], steps: usize) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        let child = [place.as_slice(), std::slice::from_ref(first)].concat();
        if self.by_place.contains_key(&child) {
            return self.inside(&child, rest, steps);
        }
        let bindings = &self.all[*self.by_place.get(place)?].imports.bindings;
        let binding = bindings.iter().find(|b| b.name.as_ref() == Some(first))?;
        let whole = [binding.path.as_slice(), rest].concat();
        let is_itself = binding.path.first() == Some(first);
        (!is_itself && steps > 0)
            .then(|| self.target(place, &whole, steps - 1))
            .flatten()
    }

    /// The file of a path below a module; the module's own file if it defines the name.
    fn inside(&self, place: &Names, path: &[String], steps: usize) -> Option<usize> {
        let own = self.by_place.get(place).copied();
        if path.is_empty() {
            return own;
        }
        self.named(place, path, steps).or(own)
    }
}
