//! How calls answer: a code where they cannot, bytes where they are asked.

use crate::border::{Handle, HostPointer, Out};
use opencl_sys::CL_INVALID_VALUE;

/// Why a call, or a command, was not done: a code of OpenCL, below zero.
pub type Code = i32;

/// What a call answers.
pub type Result<T> = std::result::Result<T, Code>;

/// A query: how much room there is for the answer, and where.
pub struct Query {
    room: usize,
    value: HostPointer,
    size: Out<usize>,
}

impl Query {
    /// A query of the program's.
    pub fn new(room: usize, value: HostPointer, size: Out<usize>) -> Query {
        Query { room, value, size }
    }

    /// Answers with a value.
    ///
    /// # Errors
    /// `CL_INVALID_VALUE` where there is too little room.
    pub fn answer(&self, value: impl Value) -> Result<()> {
        let mut bytes = Vec::new();
        value.append(&mut bytes);
        self.checked(bytes.len())?;
        if !self.value.is_null() {
            self.value.write(&bytes);
        }
        Ok(())
    }

    /// Answers with contents at places that the program lists in place of the answer; a place may be missing.
    ///
    /// # Errors
    /// `CL_INVALID_VALUE` where there is too little room for the list.
    pub fn answer_at_places(&self, contents: &[&[u8]]) -> Result<()> {
        self.checked(contents.len() * size_of::<usize>())?;
        if self.value.is_null() {
            return Ok(());
        }
        let places = self.value.pointers(contents.len());
        for (place, bytes) in places.into_iter().zip(contents) {
            if !place.is_null() {
                place.write(bytes);
            }
        }
        Ok(())
    }

    /// Says how large the answer is, and whether there is room for it if it is wanted.
    fn checked(&self, bytes: usize) -> Result<()> {
        if !self.value.is_null() && self.room < bytes {
            return Err(CL_INVALID_VALUE);
        }
        self.size.set(bytes);
        Ok(())
    }
}

/// A value that a query can answer.
pub trait Value {
    /// Its bytes, as C has them.
    fn append(&self, bytes: &mut Vec<u8>);
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Value for $number {
            fn append(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_ne_bytes());
            }
        }
    )*};
}

numbers!(i32, u32, u64, usize, isize);

impl Value for bool {
    fn append(&self, bytes: &mut Vec<u8>) {
        u32::from(*self).append(bytes);
    }
}

impl Value for Handle {
    fn append(&self, bytes: &mut Vec<u8>) {
        self.address().append(bytes);
    }
}

impl Value for HostPointer {
    fn append(&self, bytes: &mut Vec<u8>) {
        self.address().append(bytes);
    }
}

/// The bytes of a text, which have a NUL behind them for C.
pub struct Text<'t>(pub &'t [u8]);

impl Value for Text<'_> {
    fn append(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.0);
        bytes.push(0);
    }
}

impl Value for &str {
    fn append(&self, bytes: &mut Vec<u8>) {
        Text(self.as_bytes()).append(bytes);
    }
}

impl<T: Value> Value for &[T] {
    fn append(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|value| value.append(bytes));
    }
}

impl<T: Value, const N: usize> Value for [T; N] {
    fn append(&self, bytes: &mut Vec<u8>) {
        self.as_slice().append(bytes);
    }
}
