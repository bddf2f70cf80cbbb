//! Structures and their fields in a function.

use super::function::{Array, Function, Whole};
use super::structures::{Kind, name_of};

impl Function<'_> {
    /// Declares a structure with this index, all of whose fields get a value.
    pub fn declare_structure(&mut self, structure: usize) {
        let name = self.name("s");
        let type_name = &self.structures[structure].name;
        self.line(format_args!("{type_name} {name};"));
        self.know_structure(&name, structure);
        self.fill(&name, structure);
    }

    /// Makes the structure and its fields readable and writable from here on.
    pub fn know_structure(&mut self, path: &str, structure: usize) {
        self.wholes.push(Whole {
            text: path.into(),
            structure,
        });
        let structures = self.structures;
        for (at, kind) in structures[structure].fields.iter().enumerate() {
            let path = format!("{path}.{}", name_of(at));
            match *kind {
                Kind::Value(kind) => self.writable(path, kind),
                Kind::Array(kind, length) => self.arrays.push(Array {
                    text: path,
                    kind,
                    length,
                }),
                Kind::Structures(inner, length) => {
                    (0..length).for_each(|i| self.know_structure(&format!("{path}[{i}]"), inner));
                }
            }
        }
    }

    /// Gives every field a value.
    fn fill(&mut self, path: &str, structure: usize) {
        let structures = self.structures;
        for (at, kind) in structures[structure].fields.iter().enumerate() {
            let path = format!("{path}.{}", name_of(at));
            match *kind {
                Kind::Value(kind) => {
                    let value = self.source(kind);
                    self.line(format_args!("{path} = {value};"));
                }
                Kind::Array(kind, length) => {
                    let value = self.source(kind);
                    self.line(format_args!(
                        "for (uint i = 0; i < {length}u; i++) {path}[i] = {value};"
                    ));
                }
                Kind::Structures(inner, length) => {
                    (0..length).for_each(|i| self.fill(&format!("{path}[{i}]"), inner));
                }
            }
        }
    }
}
