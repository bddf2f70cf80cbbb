//! A function under test: its call, its expected results, and the error that the standard allows.

use super::call::{Call, Space, Type};
use super::expected::Expected;
use super::value::Value;
use std::fmt;

/// The error bound of the standard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No error: the result is exact, or rounded correctly.
    Exact,
    /// This many units in the last place.
    Ulps(f64),
    /// A tolerance that depends on the arguments.
    Tolerance,
    /// The implementation defines it.
    Open,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => write!(f, "exact"),
            Self::Ulps(ulps) => write!(f, "{ulps} ulp"),
            Self::Tolerance => write!(f, "tolerance"),
            Self::Open => write!(f, "open"),
        }
    }
}

impl Bound {
    /// The largest error that is allowed.
    pub fn largest(self) -> f64 {
        match self {
            Self::Exact => 0.0,
            Self::Ulps(ulps) => ulps,
            Self::Tolerance => 1.0,
            // Any number, where the exact result is a number.
            Self::Open => f64::MAX,
        }
    }
}

/// The widths at which a function exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Widths {
    /// Scalars and vectors; vectors compute the same for each element.
    All,
    /// As [`Widths::All`], but a true result is 1 for a scalar and -1 for a vector.
    Truths,
    /// Only scalars.
    Scalar,
    /// Only vectors.
    Vectors,
}

impl Widths {
    pub fn has(self, width: usize) -> bool {
        match self {
            Self::All | Self::Truths => true,
            Self::Scalar => width == 1,
            Self::Vectors => width > 1,
        }
    }
}

/// The expected result for the arguments of one element.
pub type Reference = Box<dyn Fn(&[Value]) -> Expected + Send + Sync>;

/// The bound and the reference of one result.
pub struct Right {
    pub bound: Bound,
    pub reference: Reference,
}

impl Right {
    pub fn new(
        bound: Bound,
        reference: impl Fn(&[Value]) -> Expected + Send + Sync + 'static,
    ) -> Self {
        let reference = Box::new(reference);
        Self { bound, reference }
    }

    /// The reference of an exact result.
    pub fn exact(reference: impl Fn(&[Value]) -> Value + Send + Sync + 'static) -> Self {
        let exactly = move |arguments: &[Value]| Expected::Exactly(reference(arguments));
        Self::new(Bound::Exact, exactly)
    }
}

/// A function that computes the same for every element.
pub struct Function {
    pub call: Call,
    pub widths: Widths,
    /// One for each result.
    pub rights: Vec<Right>,
}

impl Function {
    pub fn new(name: &str, parameters: &[Type], result: Type, right: Right) -> Self {
        Self {
            call: Call::new(name, parameters, result),
            widths: Widths::All,
            rights: vec![right],
        }
    }

    /// The same with a second result, through a pointer.
    pub fn through(mut self, second: Type, space: Space, right: Right) -> Self {
        self.call = self.call.through(second, space);
        self.rights.push(right);
        self
    }

    /// The same with other widths.
    pub fn of(mut self, widths: Widths) -> Self {
        self.widths = widths;
        self
    }
}
