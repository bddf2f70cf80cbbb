//! Comparing what a run left in its output buffers with what a reference says.

use std::fmt;

/// What an output buffer must hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// Name of the buffer.
    pub buffer: &'static str,
    /// Elements of a row, where the buffer is a matrix or an image.
    pub columns: Option<usize>,
    /// The elements.
    pub values: Values,
}

/// Elements of a buffer, 4 bytes each, little-endian.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Unsigned integers.
    U32(Vec<u32>),
    /// Floats, equal only if their bits are.
    F32(Vec<f32>),
}

impl Values {
    fn bits(&self) -> Vec<u32> {
        match self {
            Values::U32(values) => values.clone(),
            Values::F32(values) => values.iter().map(|value| value.to_bits()).collect(),
        }
    }

    /// Text of an element that has these bits.
    fn show(&self, bits: u32) -> String {
        match self {
            Values::U32(_) => bits.to_string(),
            Values::F32(_) => format!("{:e} (0x{bits:08x})", f32::from_bits(bits)),
        }
    }
}

/// Where an element lies: its index, and row and column if the buffer has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Index of the element.
    pub index: usize,
    /// Row and column.
    pub cell: Option<(usize, usize)>,
}

impl fmt::Display for Place {
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
        /// Bytes the run gave.
        found: usize,
        /// Bytes of the reference.
        expected: usize,
    },
    /// Elements differ; the first of them.
    #[error("{buffer}{place} is {found}, expected {expected}; {wrong} of {total} elements differ")]
    Element {
        /// Name of the buffer.
        buffer: &'static str,
        /// Where the first difference is.
        place: Place,
        /// The run's element.
        found: String,
        /// The reference's element.
        expected: String,
        /// How many elements differ.
        wrong: usize,
        /// How many there are.
        total: usize,
    },
}

/// Compares one buffer of a run, bit by bit.
pub(crate) fn compare(
    expected: &Expected,
    outputs: &[(String, Vec<u8>)],
) -> Result<(), Difference> {
    let buffer = expected.buffer;
    let (_, bytes) = outputs
        .iter()
        .find(|(name, _)| name == buffer)
        .ok_or(Difference::Missing { buffer })?;
    let wanted = expected.values.bits();
    if bytes.len() != 4 * wanted.len() {
        return Err(Difference::Length {
            buffer,
            found: bytes.len(),
            expected: 4 * wanted.len(),
        });
    }
    let found = words(bytes);
    let differs = |&index: &usize| found[index] != wanted[index];
    let Some(first) = (0..wanted.len()).find(differs) else {
        return Ok(());
    };
    Err(Difference::Element {
        buffer,
        place: Place {
            index: first,
            cell: expected.columns.map(|n| (first / n, first % n)),
        },
        found: expected.values.show(found[first]),
        expected: expected.values.show(wanted[first]),
        wrong: (first..wanted.len()).filter(differs).count(),
        total: wanted.len(),
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
