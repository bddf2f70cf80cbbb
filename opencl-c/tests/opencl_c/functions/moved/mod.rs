//! Functions that move elements: vectors loaded and stored (OpenCL 1.2, 6.12.7), also as halves, and shuffled (6.12.12).

mod halves;
mod shuffles;
mod vectors;

use super::call::Type;
use super::check::{Effort, Record, described};
use super::expected::Expected;
use super::function::Bound;
use super::run::{Kernel, Runner};
use super::value::{Kind, Value};
use std::fmt::Write;

/// Elements that a thread has to itself in every buffer.
const OWN: usize = 16;

/// A kernel that calls many functions; each has a buffer of results.
pub struct Moves {
    kernel: Kernel,
    parameters: Vec<Type>,
    arguments: Vec<Vec<Value>>,
    /// For each function its name and what it leaves in its buffer; what it does not write stays 0.
    functions: Vec<(String, Vec<Expected>)>,
}

/// What is written of such a kernel so far.
struct Text {
    /// Declarations of what it reads.
    inputs: String,
    body: String,
    /// Of each function its name, and the type of its results.
    functions: Vec<(String, &'static str)>,
}

impl Text {
    fn new(inputs: &str) -> Self {
        Self {
            inputs: inputs.to_owned(),
            body: String::new(),
            functions: Vec::new(),
        }
    }

    /// Adds a function whose results are of this type; `#` in a statement is the place of the thread in their buffer.
    fn add(&mut self, name: &str, result: &'static str, statement: &str) {
        let place = format!("(r{} + {OWN} * i)", self.functions.len());
        let statement = statement.replace('#', &place);
        writeln!(self.body, "    {{ {statement} }}").expect("a text takes everything");
        self.functions.push((name.to_owned(), result));
    }

    fn kernel(self, results: Kind) -> (Kernel, Vec<String>) {
        let outputs = self.functions.iter().enumerate();
        let outputs = outputs.map(|(at, (_, of))| format!(", __global {of} *r{at}"));
        let outputs: String = outputs.collect();
        let source = format!(
            "__kernel void moves({}{outputs}) {{\n    const size_t i = get_global_id(0), l = get_local_id(0);\n{}}}\n",
            self.inputs, self.body
        );
        let kernel = Kernel {
            name: "moves".to_owned(),
            source,
            width: OWN,
            results: vec![Type::vector(results); self.functions.len()],
        };
        let names = self.functions.into_iter().map(|(name, _)| name);
        (kernel, names.collect())
    }
}

/// Loads and stores of vectors of a type.
pub fn vectors(kind: Kind, effort: &Effort<'_>) -> Vec<Record> {
    vectors::moves(kind, effort.arguments).check(effort)
}

/// Loads and stores of so many halves.
pub fn halves(count: usize) -> Vec<Moves> {
    let mut moves = halves::stores(count);
    moves.push(halves::loads(count));
    moves
}

/// Shuffles of a type.
pub fn shuffles(kind: Kind, effort: &Effort<'_>) -> Vec<Record> {
    shuffles::moves(kind, effort.arguments).check(effort)
}

/// Names of all of these functions.
pub fn names() -> impl Iterator<Item = String> {
    let others = [
        vectors::moves(Kind::Int, OWN),
        shuffles::moves(Kind::Int, OWN),
    ];
    let moves = halves(OWN).into_iter().chain(others);
    moves.flat_map(|moves| moves.functions.into_iter().map(|(name, _)| name))
}

impl Moves {
    pub fn check(&self, effort: &Effort<'_>) -> Vec<Record> {
        let mut runner = Runner::new(effort.prelude, [&self.kernel].into_iter());
        let found = runner.run(&self.kernel, &self.parameters, &self.arguments);
        let functions = self.functions.iter().zip(&found);
        let records = functions.map(|((name, expected), found)| {
            let mut record = Record::new(name, Bound::Exact, found.len());
            for (element, (expected, &found)) in expected.iter().zip(found).enumerate() {
                let error = expected.error(found);
                let arguments = self.arguments.iter().map(|values| values[element]);
                record.add(error, || {
                    described(&arguments.collect::<Vec<_>>(), found, *expected)
                });
            }
            record
        });
        records.collect()
    }
}

/// The elements of a vector, each in its place: `.s0`, `.s1`, up to `.sf`.
fn elements(width: usize, statement: impl Fn(usize, &str) -> String) -> String {
    let element = |at: usize| match width {
        1 => statement(at, ""),
        _ => statement(at, &format!(".s{at:x}")),
    };
    (0..width).map(element).collect()
}

/// `2`, `3` and so on behind the name of a type or a function, nothing for scalars.
fn suffix(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        width.to_string()
    }
}
