//! A function that is being written: its text, and what can be read and written at the current position.

use super::structures::Structure;
use super::types::Type;
use heddle_machines::Random;
use std::fmt::Display;
use std::mem::replace;

/// How statements may leave the function early.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Exits {
    /// Not at all: barriers follow.
    None,
    /// By returning a result of this type.
    Result(Type),
    /// By ending the work-item.
    WorkItem,
}

/// The statement that a `break` ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Breaks {
    Nothing,
    Loop,
    Switch,
}

/// Something with a value: a variable, a field, an element of an array.
#[derive(Clone)]
pub struct LValue {
    pub text: String,
    pub kind: Type,
    /// Whether statements may change it.
    pub is_writable: bool,
}

/// An array of which any element may be read and written.
#[derive(Clone)]
pub struct Array {
    pub text: String,
    pub kind: Type,
    /// Length, a power of two.
    pub length: u32,
}

/// A structure that has been declared.
#[derive(Clone)]
pub struct Whole {
    pub text: String,
    /// Index among the kernel's structures.
    pub structure: usize,
}

/// A parameter of a helper function.
#[derive(Clone, Copy)]
pub enum Parameter {
    Value(Type),
    /// The function's own copy of a structure.
    Structure(usize),
    /// The address of a private variable.
    Pointer(Type),
}

/// A helper function that can be called.
#[derive(Clone)]
pub struct Helper {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub result: Type,
}

impl Helper {
    /// Whether the function may change a variable of its caller.
    pub fn has_pointer(&self) -> bool {
        let mut parameters = self.parameters.iter();
        parameters.any(|parameter| matches!(parameter, Parameter::Pointer(_)))
    }
}

/// A function being written.
pub struct Function<'a> {
    pub random: &'a mut Random,
    pub structures: &'a [Structure],
    /// Functions that this one may call.
    pub helpers: &'a [Helper],
    pub exits: Exits,
    /// How many statements may still be written.
    pub room: u32,
    pub places: Vec<LValue>,
    pub arrays: Vec<Array>,
    pub wholes: Vec<Whole>,
    pub breaks: Breaks,
    /// Number of loops around the current position.
    pub loops: u32,
    text: String,
    indent: usize,
    /// Counter for new names.
    numbers: u32,
}

impl<'a> Function<'a> {
    /// A function whose body has no statement yet.
    pub fn new(
        random: &'a mut Random,
        structures: &'a [Structure],
        helpers: &'a [Helper],
        exits: Exits,
    ) -> Self {
        Function {
            random,
            structures,
            helpers,
            exits,
            room: 0,
            places: Vec::new(),
            arrays: Vec::new(),
            wholes: Vec::new(),
            breaks: Breaks::Nothing,
            loops: 0,
            text: String::new(),
            indent: 1,
            numbers: 0,
        }
    }

    /// Returns the statements.
    pub fn finish(self) -> String {
        self.text
    }

    pub fn line(&mut self, line: impl Display) {
        self.text += &format!("{:1$}{line}\n", "", 4 * self.indent);
    }

    /// Writes a block after `head`, whose statements `inside` writes. Declarations in it end with the block.
    pub fn block(&mut self, head: impl Display, inside: impl FnOnce(&mut Self)) {
        self.line(format_args!("{head} {{"));
        self.indent += 1;
        let places = self.places.len();
        inside(self);
        self.places.truncate(places);
        self.indent -= 1;
        self.line("}");
    }

    /// Writes statements with another meaning of `break`.
    pub fn with_breaks(&mut self, breaks: Breaks, write: impl FnOnce(&mut Self)) {
        let outside = replace(&mut self.breaks, breaks);
        self.loops += u32::from(breaks == Breaks::Loop);
        write(self);
        self.loops -= u32::from(breaks == Breaks::Loop);
        self.breaks = outside;
    }

    /// A new name.
    pub fn name(&mut self, of: &str) -> String {
        self.numbers += 1;
        format!("{of}{}", self.numbers)
    }

    /// Adds something that can be read but not written from here on.
    pub fn readable(&mut self, text: impl Into<String>, kind: Type) {
        self.places.push(LValue {
            text: text.into(),
            kind,
            is_writable: false,
        });
    }

    /// Adds something that can be read and written from here on.
    pub fn writable(&mut self, text: impl Into<String>, kind: Type) {
        self.places.push(LValue {
            text: text.into(),
            kind,
            is_writable: true,
        });
    }

    /// Declares a variable with a value; returns its name.
    pub fn declare(&mut self, kind: Type, value: &str) -> String {
        let name = self.name("v");
        self.line(format_args!("{kind} {name} = {value};"));
        self.writable(name.clone(), kind);
        name
    }

    /// Declares an array with the same value in each element.
    pub fn declare_array(&mut self) {
        let kind = Type::drawn(self.random).wide(1);
        let (name, length) = (self.name("list"), 1 << (1 + self.random.below(3)));
        let value = self.leaf(kind);
        self.line(format_args!("{kind} {name}[{length}];"));
        self.line(format_args!(
            "for (uint i = 0; i < {length}u; i++) {name}[i] = {value};"
        ));
        self.arrays.push(Array {
            text: name,
            kind,
            length,
        });
    }

    /// A random readable place for which `is_one` holds.
    pub fn place(&mut self, is_one: impl Fn(&LValue) -> bool) -> Option<LValue> {
        let found: Vec<usize> = (0..self.places.len())
            .filter(|&at| is_one(&self.places[at]))
            .collect();
        let at = found.get(self.random.below(found.len().max(1) as u32) as usize)?;
        Some(self.places[*at].clone())
    }

    /// A random place to write to.
    pub fn target(&mut self) -> LValue {
        let place = self.place(|place| place.is_writable);
        place.expect("every function declares a variable first")
    }

    /// The type of something that is visible here, or any other type.
    pub fn some_type(&mut self) -> Type {
        match self.place(|_| true) {
            Some(place) if !self.random.one_in(3) => place.kind,
            _ => Type::drawn(self.random),
        }
    }
}
