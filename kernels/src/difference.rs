//! Comparing the output buffers of a run with a reference.

use std::fmt;

/// The expected contents of an output buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// Name of the buffer.
    pub buffer: &'static str,
    /// Elements per row, if the buffer is a matrix or an image.
    pub columns: Option<usize>,
    /// The elements.
    pub values: Values,
}

/// Elements of a buffer, 4 bytes each, little-endian.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Unsigned integers.
    U32(Vec<u32>),
    /// Floats, equal only if their bits are equal.
    F32(Vec<f32>),
    /// Floats that may differ from these numbers, where functions like `exp` are used, whose last bits the problem does not
    /// define.
    Near {
        /// The numbers.
        values: Vec<f64>,
        /// The largest accepted difference.
        within: f64,
    },
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Values::U32(values) => values.len(),
            Values::F32(values) => values.len(),
            Values::Near { values, .. } => values.len(),
        }
    }

    /// Whether an element may have these bits. No number is near a NaN.
    fn accepts(&self, index: usize, bits: u32) -> bool {
        match self {
            Values::U32(values) => values[index] == bits,
            Values::F32(values) => values[index].to_bits() == bits,
            Values::Near { values, within } => {
                (f64::from(f32::from_bits(bits)) - values[index]).abs() <= *within
            }
        }
    }

    /// Text of an element.
    fn show(&self, index: usize) -> String {
        match self {
            Values::U32(values) => values[index].to_string(),
            Values::F32(values) => show_float(values[index]),
            Values::Near { values, within } => format!("{:e} within {within:e}", values[index]),
        }
    }

    /// Text of an element of the run.
    fn show_found(&self, bits: u32) -> String {
        match self {
            Values::U32(_) => bits.to_string(),
            Values::F32(_) | Values::Near { .. } => show_float(f32::from_bits(bits)),
        }
    }
}

fn show_float(value: f32) -> String {
    format!("{value:e} (0x{:08x})", value.to_bits())
}

/// Position of an element: its index, and its row and column if the buffer has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementPosition {
    /// Index of the element.
    pub index: usize,
    /// Row and column.
    pub cell: Option<(usize, usize)>,
}

impl fmt::Display for ElementPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell {
            None => write!(f, "[{}]", self.index),
            Some((row, column)) => write!(f, "[{}] (row {row}, column {column})", self.index),
        }
    }
}

/// How the result of a run differs from the reference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// The run has no output buffer of that name.
    #[error("the run gave no output buffer `{buffer}`")]
    Missing {
        /// Name of the buffer.
        buffer: &'static str,
    },
    /// The output buffer has another size.
    #[error("buffer `{buffer}` has {found} bytes, expected {expected}")]
    Length {
        /// Name of the buffer.
        buffer: &'static str,
        /// Bytes in the run.
        found: usize,
        /// Bytes in the reference.
        expected: usize,
    },
    /// Elements differ; describes the first of them.
    #[error("{buffer}{place} is {found}, expected {expected}; {wrong} of {total} elements differ")]
    Element {
        /// Name of the buffer.
        buffer: &'static str,
        /// Where the first difference is.
        place: ElementPosition,
        /// The run's element.
        found: String,
        /// The reference's element.
        expected: String,
        /// How many elements differ.
        wrong: usize,
        /// How many elements the buffer has.
        total: usize,
    },
}

/// Compares one buffer of a run.
pub(crate) fn compare(
    expected: &Expected,
    outputs: &[(String, Vec<u8>)],
) -> Result<(), Difference> {
    let buffer = expected.buffer;
    let (_, bytes) = outputs
        .iter()
        .find(|(name, _)| name == buffer)
        .ok_or(Difference::Missing { buffer })?;
    let total = expected.values.len();
    if bytes.len() != 4 * total {
        return Err(Difference::Length {
            buffer,
            found: bytes.len(),
            expected: 4 * total,
        });
    }
    let found = words(bytes);
    let differs = |&index: &usize| !expected.values.accepts(index, found[index]);
    let Some(first) = (0..total).find(differs) else {
        return Ok(());
    };
    Err(Difference::Element {
        buffer,
        place: ElementPosition {
            index: first,
            cell: expected.columns.map(|n| (first / n, first % n)),
        },
        found: expected.values.show_found(found[first]),
        expected: expected.values.show(first),
        wrong: (first..total).filter(differs).count(),
        total,
    })
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let chunks = bytes.as_chunks::<4>().0;
    chunks
        .iter()
        .map(|&word| u32::from_le_bytes(word))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected() -> Expected {
        Expected {
            buffer: "out",
            columns: Some(2),
            values: Values::F32(vec![0.0, 1.0, 2.0]),
        }
    }

    fn output(values: &[f32]) -> Vec<(String, Vec<u8>)> {
        let bytes = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        vec![("out".into(), bytes)]
    }

    #[test]
    fn equal_bits_are_accepted() {
        assert_eq!(compare(&expected(), &output(&[0.0, 1.0, 2.0])), Ok(()));
    }

    #[test]
    fn the_first_element_that_differs_is_named() {
        let difference = compare(&expected(), &output(&[0.0, 3.0, -2.0])).unwrap_err();
        assert_eq!(
            difference.to_string(),
            "out[1] (row 0, column 1) is 3e0 (0x40400000), expected 1e0 (0x3f800000); \
             2 of 3 elements differ"
        );
    }

    #[test]
    fn floats_are_compared_by_their_bits() {
        assert!(compare(&expected(), &output(&[-0.0, 1.0, 2.0])).is_err());
    }

    #[test]
    fn near_floats_are_accepted_and_nan_is_not() {
        let near = Expected {
            buffer: "out",
            columns: None,
            values: Values::Near {
                values: vec![0.5, 1.0],
                within: 0.25,
            },
        };
        assert_eq!(compare(&near, &output(&[0.75, 0.75])), Ok(()));
        let difference = compare(&near, &output(&[0.5, 1.5])).unwrap_err();
        let text = "out[1] is 1.5e0 (0x3fc00000), expected 1e0 within 2.5e-1; 1 of 2";
        assert!(difference.to_string().starts_with(text), "{difference}");
        assert!(compare(&near, &output(&[f32::NAN, 1.0])).is_err());
    }

    #[test]
    fn missing_and_short_buffers_are_differences() {
        let missing = Difference::Missing { buffer: "out" };
        assert_eq!(compare(&expected(), &[]), Err(missing));
        let length = Difference::Length {
            buffer: "out",
            found: 8,
            expected: 12,
        };
        assert_eq!(compare(&expected(), &output(&[0.0, 1.0])), Err(length));
    }
}
