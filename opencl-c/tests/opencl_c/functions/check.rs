//! Tests functions, and records the findings for each.

use super::arguments::arguments;
use super::call::{WIDTHS, held};
use super::expected::Expected;
use super::function::{Bound, Function, Right, Widths};
use super::run::{Kernel, Runner};
use super::value::{Kind, Value};
use std::fmt;

/// Functions in one program: with more, clang needs more memory; with fewer, more time.
const TOGETHER: usize = 24;

/// How much is tested.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'e> {
    /// Number of arguments of each function at the first width; the next field is the number at other widths.
    pub arguments: usize,
    pub of_vectors: usize,
    /// Widths other than the first.
    pub widths: &'e [usize],
    /// Source text before the kernels.
    pub prelude: &'e str,
}

/// The findings for one result of a function.
#[derive(Clone, Debug)]
pub struct Record {
    /// The name of the function, for scalars if it accepts them.
    pub name: String,
    pub bound: Bound,
    pub tried: usize,
    /// The largest error, and the arguments that have it.
    pub worst: f64,
    pub at: String,
    /// A width whose results differ from those of the first width, and where.
    pub differs: Option<String>,
}

impl Record {
    pub fn new(name: &str, bound: Bound, tried: usize) -> Self {
        Self {
            name: name.to_owned(),
            bound,
            tried,
            worst: 0.0,
            at: String::new(),
            differs: None,
        }
    }

    /// Adds an error. Only the largest one is kept, with its description.
    pub fn add(&mut self, error: f64, described: impl FnOnce() -> String) {
        if error > self.worst {
            self.worst = error;
            self.at = described();
        }
    }

    pub fn is_within(&self) -> bool {
        self.worst <= self.bound.largest() && self.differs.is_none()
    }
}

/// Fields separated by tabs: name, bound, number of results, largest error, failures.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            bound,
            tried,
            worst,
            at,
            differs,
        } = self;
        let differs = differs.as_ref().map(|of| format!(" ({of})"));
        let differs = differs.unwrap_or_default();
        write!(f, "{name}\t{bound}\t{tried}\t{worst:.2}\t{at}{differs}")
    }
}

/// Tries functions.
pub fn check(functions: &[Function], effort: &Effort<'_>) -> Vec<Record> {
    let programs = functions.chunks(TOGETHER);
    let records = programs.flat_map(|functions| {
        let numbered = functions.iter().enumerate();
        let tried: Vec<Tried<'_>> = numbered
            .map(|(at, function)| Tried::new(at, function, effort.widths))
            .collect();
        let kernels = tried.iter().flat_map(|tried| &tried.kernels);
        let mut runner = Runner::new(effort.prelude, kernels);
        let records = tried.iter().map(|tried| tried.run(&mut runner, effort));
        records.flatten().collect::<Vec<_>>()
    });
    records.collect()
}

/// A function and its kernels: one for its first width, and one for each other requested width.
struct Tried<'f> {
    function: &'f Function,
    kernels: Vec<Kernel>,
}

impl<'f> Tried<'f> {
    fn new(at: usize, function: &'f Function, others: &[usize]) -> Self {
        let mut widths = WIDTHS
            .into_iter()
            .filter(|&width| function.widths.has(width));
        let first = widths.next();
        let others = widths.filter(|width| others.contains(width));
        let kernel = |width| {
            let name = format!("of_{at}_{width}");
            Kernel {
                source: function.call.kernel(&name, width),
                name,
                width,
                results: function.call.results(),
            }
        };
        let kernels = first.into_iter().chain(others).map(kernel).collect();
        Self { function, kernels }
    }

    /// Compares the results of the first width with the expected ones, and those of other widths with the first.
    fn run(&self, runner: &mut Runner, effort: &Effort<'_>) -> Vec<Record> {
        let parameters = &self.function.call.parameters;
        let arguments = arguments(parameters, effort.arguments);
        let (first_kernel, others) = self.kernels.split_first().expect("a function has a width");
        let first = runner.run(first_kernel, parameters, &arguments);
        let name = self.function.call.called(first_kernel.width);
        let of_double = parameters[0].kind == Kind::Double;
        let rights = self.function.rights.iter().zip(&first);
        let mut records: Vec<Record> = rights
            .map(|(right, found)| {
                // Errors of functions of `double` are shown beside those of the others.
                let name = match of_double && right.bound != Bound::Exact {
                    true => format!("{name}(double)"),
                    false => name.clone(),
                };
                record(&name, right, &arguments, found)
            })
            .collect();
        let mut arguments = arguments;
        arguments
            .iter_mut()
            .for_each(|values| values.truncate(effort.of_vectors));
        for kernel in others {
            let found = runner.run(kernel, parameters, &arguments);
            for (record, (first, found)) in records.iter_mut().zip(first.iter().zip(&found)) {
                let is_truth = self.function.widths == Widths::Truths;
                let difference = difference(kernel.width, is_truth, first, found);
                record.differs = record.differs.take().or(difference);
            }
        }
        records
    }
}

/// The first element of a vector that differs from the scalar result.
fn difference(width: usize, is_truth: bool, first: &[Value], found: &[Value]) -> Option<String> {
    let expected = |element: usize| match (is_truth, first[element]) {
        (true, Value::Whole(truth)) => Value::Whole(-truth),
        (_, value) => value,
    };
    let mut elements = (0..found.len()).filter(held(width));
    let element = elements.find(|&element| !expected(element).is(found[element]))?;
    let (first, found) = (first[element], found[element]);
    Some(format!(
        "{width} elements: {found}, not {first}, for element {element}"
    ))
}

fn record(name: &str, right: &Right, arguments: &[Vec<Value>], found: &[Value]) -> Record {
    let mut record = Record::new(name, right.bound, found.len());
    for (element, &found) in found.iter().enumerate() {
        let arguments: Vec<Value> = arguments.iter().map(|values| values[element]).collect();
        let expected = (right.reference)(&arguments);
        let error = expected.error(found);
        record.add(error, || described(&arguments, found, expected));
    }
    record
}

/// The description of a wrong result.
pub fn described(arguments: &[Value], found: Value, expected: Expected) -> String {
    let arguments: Vec<String> = arguments.iter().map(Value::to_string).collect();
    format!("({}): {found}, not {expected}", arguments.join(", "))
}
