//! A function that is tried: its call, what is right, and what the standard allows.

use super::call::{Call, Space, Type};
use super::expected::Expected;
use super::value::Value;
use std::fmt;

/// What the standard says of errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// None: the result is exact, or rounded correctly.
    Exact,
    /// So many units in the last place.
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
            // Some number, where there is one.
            Self::Open => f64::MAX,
        }
    }
}

/// Which calls there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Widths {
    /// Of scalars and of vectors, which do the same element by element.
    All,
    /// The same, but what is 1 of a scalar is -1 of a vector.
    Truths,
    /// Of scalars.
    Scalar,
    /// Of vectors.
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

/// What is right for the arguments of one element.
pub type Reference = Box<dyn Fn(&[Value]) -> Expected + Send + Sync>;

/// What is right of one result.
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

    /// Of a result that is exact.
    pub fn exact(reference: impl Fn(&[Value]) -> Value + Send + Sync + 'static) -> Self {
        let exactly = move |arguments: &[Value]| Expected::Exactly(reference(arguments));
        Self::new(Bound::Exact, exactly)
    }
}

/// A function that does the same for every element.
pub struct Function {
    pub call: Call,
    pub widths: Widths,
    /// For each result one.
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
