//! Random functions: Rust that compiles, takes eight words and gives four.
//!
//! A function is a tree of choices, each drawn from a seed. It has a structure, an enumeration and helper functions of its own,
//! variables of all the types below, and statements over them. What varies is
//!
//! * scalars of six types and of all operations, with operands that are inputs, variables, constants and corners ([`scalars`]);
//! * chains of `Option` and `Result`, of iterators with closures, over arrays, `Vec`, `VecDeque` and ranges ([`chains`]);
//! * accesses with indices of inputs, mutations of collections, loops of constant and other bounds, nested and with `break` and
//!   `continue`, early returns, matches ([`statements`], [`loops`], [`collections`]);
//! * helper functions, inlined or not, with `?`, and recursive ones ([`helpers`]).
//!
//! What could make a function too large has a price, multiplied by the number of times that a loop around it goes round, and a
//! function has a purse ([`Writer::pays`]). What may panic has one too: a function that panics on nearly all inputs says little.

mod chains;
mod collections;
mod helpers;
mod loops;
mod scalars;
mod statements;

use crate::rust::{Source, TAKES};
use heddle_machines::Random;
use helpers::Helper;

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar {
    text: &'static str,
    bits: u32,
    is_signed: bool,
}

const fn scalar(text: &'static str, bits: u32, is_signed: bool) -> Scalar {
    Scalar {
        text,
        bits,
        is_signed,
    }
}

const U64: Scalar = scalar("u64", 64, false);
const SCALARS: [Scalar; 6] = [
    scalar("u8", 8, false),
    scalar("u16", 16, false),
    scalar("u32", 32, false),
    U64,
    scalar("i32", 32, true),
    scalar("i64", 64, true),
];

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Scalar(Scalar),
    Bool,
    /// With a number of elements.
    Array(Scalar, usize),
    /// An array of arrays: number of them, and of their elements.
    Grid(Scalar, usize, usize),
    /// An array of pairs.
    Rows(Scalar, Scalar, usize),
    /// A `Vec` with a capacity that it keeps.
    List(Scalar, usize),
    /// A `VecDeque` with a capacity that it keeps.
    Ring(Scalar, usize),
    Option(Scalar),
    /// A tuple.
    Pair(Scalar, Scalar),
    /// The structure of the function, `Record { a, b, c: bool }`.
    Record,
    /// The enumeration of the function, `Choice::{A, B(x), C { x, y }}`.
    Choice,
}

impl Type {
    /// Whether it has elements that change one by one.
    fn is_collection(self) -> bool {
        !matches!(
            self,
            Type::Scalar(_)
                | Type::Bool
                | Type::Option(_)
                | Type::Pair(..)
                | Type::Record
                | Type::Choice
        )
    }

    /// The type of the elements, if these are numbers in a row that is short enough to go through.
    fn element(self) -> Option<Scalar> {
        match self {
            Type::Array(of, count) | Type::List(of, count) | Type::Ring(of, count) if count < 8 => {
                Some(of)
            }
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    of: Type,
    is_writable: bool,
}

/// A function, and the widths of its inputs.
pub struct Program {
    pub source: Source,
    pub widths: [usize; TAKES],
}

/// What is left of a function's purse.
struct Purse {
    size: u32,
    panics: u32,
}

/// A function that is being written.
struct Writer<'r> {
    random: &'r mut Random,
    scope: Vec<Variable>,
    helpers: Vec<Helper>,
    /// The types in the structure and in the enumeration.
    fields: [Scalar; 4],
    names: usize,
    purse: Purse,
    /// How often what is written is executed, at most.
    times: u32,
    /// The widths of the inputs; helpers have none.
    inputs: Vec<usize>,
    /// Labels of the loops around.
    labels: Vec<String>,
}

/// Widths of inputs: small ones go through loops and indices, wide ones through arithmetic.
const WIDTHS: [usize; 12] = [1, 2, 2, 3, 3, 4, 5, 8, 8, 12, 16, 64];

/// A random function.
pub fn program(name: String, random: &mut Random) -> Program {
    let widths = [(); TAKES].map(|()| *random.pick(&WIDTHS));
    let fields = [(); 4].map(|()| *random.pick(&SCALARS));
    let panics = random.below(4);
    let mut writer = Writer {
        random,
        scope: Vec::new(),
        helpers: Vec::new(),
        fields,
        names: 0,
        purse: Purse { size: 400, panics },
        times: 1,
        inputs: Vec::new(),
        labels: Vec::new(),
    };
    let helpers = writer.write_helpers();
    writer.inputs = widths.to_vec();
    let mut text = writer.types() + &helpers;
    text += &writer.called();
    text += &writer.declared();
    for _ in 0..3 + writer.random.below(5) {
        text += &writer.statement(3);
    }
    text += &writer.result();
    let source = Source { name, text };
    Program { source, widths }
}

impl Writer<'_> {
    /// The structure and the enumeration.
    fn types(&self) -> String {
        let [a, b, x, y] = self.fields.map(|field| field.text);
        format!(
            "#[derive(Clone, Copy, PartialEq)] struct Record {{ a: {a}, b: {b}, c: bool }}\n\
             #[derive(Clone, Copy, PartialEq)] enum Choice {{ A, B({x}), C {{ x: {x}, y: {y} }} }}\n"
        )
    }

    /// Two calls of each helper.
    fn called(&mut self) -> String {
        let mut text = String::new();
        for at in 0..self.helpers.len() {
            for _ in 0..2 {
                let call = self.call(at, 1);
                let result = self.helpers[at].result;
                text += &self.bind(result, &call);
            }
        }
        text
    }

    /// Variables of several types.
    fn declared(&mut self) -> String {
        let count = 2 + self.random.below(3);
        (0..count).map(|_| self.declaration(2)).collect()
    }

    /// The end: all variables, mixed into four words.
    fn result(&mut self) -> String {
        let mut text = String::from("let mut o = [0u64; 4];\n");
        for (at, variable) in self.scope.clone().iter().enumerate() {
            let word = digest(variable);
            let at = at % 4;
            text += &format!("o[{at}] = o[{at}].rotate_left(7) ^ {word};\n");
        }
        text + "o"
    }

    /// A word in which all of the inputs' words take part.
    fn early_result(&mut self) -> String {
        let words: Vec<String> = (0..4).map(|_| self.scalar(U64, 1)).collect();
        format!("[{}]", words.join(", "))
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// Puts a variable into the scope and returns its name.
    fn variable(&mut self, of: Type, is_writable: bool) -> String {
        let name = self.name();
        self.scope.push(Variable {
            name: name.clone(),
            of,
            is_writable,
        });
        name
    }

    /// A statement that binds a value to a new variable.
    fn bind(&mut self, of: Type, value: &str) -> String {
        let name = self.variable(of, true);
        format!("let mut {name} = {value};\n")
    }

    /// Writes something in which a few more variables are in scope.
    fn within<T>(&mut self, variables: &[(&str, Type)], write: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.len();
        let added = variables.iter().map(|(name, of)| Variable {
            name: (*name).to_owned(),
            of: *of,
            is_writable: false,
        });
        self.scope.extend(added);
        let written = write(self);
        self.scope.truncate(before);
        written
    }

    /// Writes something in which a variable is borrowed: it is not read.
    fn without<T>(&mut self, name: &str, write: impl FnOnce(&mut Self) -> T) -> T {
        let at = self.scope.iter().position(|variable| variable.name == name);
        let at = at.expect("it is in scope");
        let variable = self.scope.remove(at);
        let written = write(self);
        self.scope.insert(at, variable);
        written
    }

    /// A variable in scope with a property.
    fn find(&mut self, is: impl Fn(&Variable) -> bool) -> Option<Variable> {
        let found: Vec<Variable> = self.scope.iter().filter(|v| is(v)).cloned().collect();
        match found.is_empty() {
            true => None,
            false => Some(self.random.pick(&found).clone()),
        }
    }

    fn any_scalar(&mut self) -> Scalar {
        *self.random.pick(&SCALARS)
    }

    /// Whether the purse has the price of something, which is then taken out of it.
    fn pays(&mut self, price: u32) -> bool {
        let price = price * self.times;
        let has = price <= self.purse.size;
        if has {
            self.purse.size -= price;
        }
        has
    }

    /// Whether something that may panic may stand here.
    fn risks(&mut self) -> bool {
        let risks = self.purse.panics > 0 && self.random.one_in(4);
        self.purse.panics -= u32::from(risks);
        risks
    }
}

/// A word of what a variable holds.
fn digest(Variable { name, of, .. }: &Variable) -> String {
    let folded = "fold(0u64, |h, x| h.rotate_left(5) ^ (*x as u64))";
    match of {
        Type::Scalar(_) | Type::Bool => format!("({name} as u64)"),
        Type::Array(..) => format!("{name}.iter().{folded}"),
        Type::Grid(..) => format!("{name}.iter().flatten().{folded}"),
        Type::Rows(..) => format!(
            "{name}.iter().fold(0u64, |h, x| h.rotate_left(5) ^ (x.0 as u64) ^ (x.1 as u64).rotate_left(2))"
        ),
        Type::List(..) | Type::Ring(..) => {
            format!("({name}.len() as u64) ^ {name}.iter().{folded}.rotate_left(3)")
        }
        Type::Option(_) => format!("{name}.map_or(77, |x| x as u64)"),
        Type::Pair(..) => format!("({name}.0 as u64) ^ ({name}.1 as u64).rotate_left(9)"),
        Type::Record => {
            format!("({name}.a as u64) ^ ({name}.b as u64).rotate_left(9) ^ ({name}.c as u64)")
        }
        Type::Choice => format!(
            "match {name} {{ Choice::A => 5, Choice::B(x) => x as u64, Choice::C {{ x, y }} => (x as u64) ^ (y as u64).rotate_left(9) }}"
        ),
    }
}
