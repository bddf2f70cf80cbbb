//! How calls answer: with an error code if they fail, with bytes if they are queries.

use crate::border::{Handle, HostPointer, Out};
use opencl_sys::{CL_INVALID_VALUE, CL_NAME_VERSION_MAX_NAME_SIZE, cl_version, make_version};

/// Why a call or a command failed: an OpenCL error code, below zero.
pub type Code = i32;

/// The result of a call.
pub type Result<T> = std::result::Result<T, Code>;

/// A query: where its answer goes, and how many bytes fit there.
pub struct Query {
    room: usize,
    value: HostPointer,
    size: Out<usize>,
}

impl Query {
    /// A query by the host program: `room` bytes at `value` for the answer, and a place for its size.
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

    /// Answers with several contents: the answer's place holds a list of pointers, one for each of the contents. Skips those
    /// whose pointer is null.
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

    /// Writes the size of the answer; refuses an answer that is requested but does not fit.
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
    /// Appends the bytes of the value as C lays them out.
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

/// The bytes of a text; the answer adds a NUL at the end, for C.
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

/// A name with a version, as `cl_name_version` lays them out.
pub struct Named {
    name: &'static str,
    version: cl_version,
}

impl Named {
    /// The version `major.minor.0` of a name.
    pub fn new(name: &'static str, major: u32, minor: u32) -> Named {
        Named {
            name,
            version: make_version(major, minor, 0),
        }
    }
}

impl Value for Named {
    fn append(&self, bytes: &mut Vec<u8>) {
        self.version.append(bytes);
        let end = bytes.len() + CL_NAME_VERSION_MAX_NAME_SIZE;
        bytes.extend(self.name.as_bytes());
        // The rest of the name's place holds zeros, the first of which ends the name.
        bytes.resize(end, 0);
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
