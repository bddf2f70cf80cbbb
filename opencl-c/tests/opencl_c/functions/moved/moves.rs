//! A kernel that moves elements in many ways, one after the other.

use crate::functions::call::Type;
use crate::functions::check::{Effort, Record, described};
use crate::functions::expected::Expected;
use crate::functions::function::Bound;
use crate::functions::run::{Kernel, Runner};
use crate::functions::value::{Kind, Value};
use std::fmt::Write;

/// Number of elements of each thread in every buffer.
pub const OWN: usize = 16;

/// A kernel that calls many functions; each has a buffer of results.
pub struct Moves {
    pub kernel: Kernel,
    pub parameters: Vec<Type>,
    pub arguments: Vec<Vec<Value>>,
    /// For each function its name and the expected contents of its buffer; elements that it does not write stay 0.
    pub functions: Vec<(String, Vec<Expected>)>,
}

/// The text of such a kernel, while it is being built.
pub struct Text {
    /// Declarations of the input parameters.
    inputs: String,
    pub body: String,
    /// The name and the result type of each function.
    functions: Vec<(String, &'static str)>,
}

impl Text {
    pub fn new(inputs: &str) -> Self {
        Self {
            inputs: inputs.to_owned(),
            body: String::new(),
            functions: Vec::new(),
        }
    }

    /// Adds a function with this result type; `#` in the statement stands for the thread's place in the buffer of results.
    pub fn add(&mut self, name: &str, result: &'static str, statement: &str) {
        let place = format!("(r{} + {OWN} * i)", self.functions.len());
        let statement = statement.replace('#', &place);
        writeln!(self.body, "    {{ {statement} }}").expect("a text takes everything");
        self.functions.push((name.to_owned(), result));
    }

    pub fn kernel(self, results: Kind) -> (Kernel, Vec<String>) {
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

/// A statement for each element of a vector: `.s0`, `.s1`, up to `.sf`.
pub fn elements(width: usize, statement: impl Fn(usize, &str) -> String) -> String {
    let element = |at: usize| match width {
        1 => statement(at, ""),
        _ => statement(at, &format!(".s{at:x}")),
    };
    (0..width).map(element).collect()
}

/// The suffix of the name of a type or a function: `2`, `3` and so on, empty for scalars.
pub fn suffix(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        width.to_string()
    }
}
