//! Structures: numbers, vectors, arrays, and structures in structures.

use super::types::Type;
use heddle_machines::Random;
use std::fmt::Write;

/// The kind of a field.
#[derive(Clone)]
pub enum Kind {
    Value(Type),
    /// An array whose length is a power of two.
    Array(Type, u32),
    /// An array of another structure, by its index in the list of structures.
    Structures(usize, u32),
}

/// A structure.
#[derive(Clone)]
pub struct Structure {
    /// Name, including `struct`.
    pub name: String,
    /// Fields, with the names `a`, `b` and so on.
    pub fields: Vec<Kind>,
}

/// The name of a field.
pub fn name_of(field: usize) -> char {
    char::from(b'a' + field as u8)
}

/// Structures for one kernel; each may contain those before it.
pub fn structures(random: &mut Random, kernel: &str) -> Vec<Structure> {
    let mut all: Vec<Structure> = Vec::new();
    for at in 0..random.below(3) as usize {
        let fields = (0..2 + random.below(3)).map(|_| field(random, at));
        all.push(Structure {
            fields: fields.collect(),
            name: format!("struct {kernel}_s{at}"),
        });
    }
    all
}

fn field(random: &mut Random, before: usize) -> Kind {
    let kind = small(random);
    match random.below(4) {
        0 => Kind::Array(kind, 1 << (1 + random.below(2))),
        1 if before > 0 => {
            Kind::Structures(random.below(before as u32) as usize, 1 + random.below(2))
        }
        _ => Kind::Value(kind),
    }
}

/// A small type, so that a kernel does more than copy structures.
fn small(random: &mut Random) -> Type {
    let kind = Type::drawn(random);
    kind.wide(kind.width.min(4))
}

/// The definitions of structures.
pub fn definitions(structures: &[Structure]) -> String {
    let mut text = String::new();
    for structure in structures {
        text += &format!("{} {{\n", structure.name);
        for (at, kind) in structure.fields.iter().enumerate() {
            let name = name_of(at);
            let field = match kind {
                Kind::Value(kind) => format!("{kind} {name}"),
                Kind::Array(kind, length) => format!("{kind} {name}[{length}]"),
                Kind::Structures(inner, length) => {
                    format!("{} {name}[{length}]", structures[*inner].name)
                }
            };
            writeln!(text, "    {field};").expect("a text takes everything");
        }
        text += "};\n\n";
    }
    text
}
