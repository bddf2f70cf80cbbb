//! Values as they cross the border: numbers, handles, lists, and places for answers.

use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;

/// A value that the program hands over.
pub trait Crossing: Sized {
    /// What it is to C.
    type Raw;

    /// The value.
    ///
    /// # Safety
    /// A pointer must be null or point to what the called function's description says.
    unsafe fn cross(raw: Self::Raw) -> Self;
}

/// A value whose copy is all there is to it.
pub trait Plain: Copy {
    /// What it is to C.
    type Raw: Copy;

    /// From C.
    fn from_raw(raw: Self::Raw) -> Self;

    /// To C.
    fn into_raw(self) -> Self::Raw;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Plain for $number {
            type Raw = $number;

            fn from_raw(raw: $number) -> $number {
                raw
            }

            fn into_raw(self) -> $number {
                self
            }
        }

        impl Crossing for $number {
            type Raw = $number;

            unsafe fn cross(raw: $number) -> $number {
                raw
            }
        }
    )*};
}

numbers!(i8, u8, i32, u32, u64, usize, isize);

/// What the program holds of an object: an address that is looked up and never followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle(pub(super) usize);

impl Handle {
    /// The handle of nothing.
    pub const NULL: Handle = Handle(0);

    /// Whether it is the handle of nothing.
    pub fn is_null(self) -> bool {
        self == Handle::NULL
    }

    /// The bytes of the handle as a value that queries answer.
    pub fn address(self) -> usize {
        self.0
    }

    /// The handle in a list of properties.
    pub fn of_property(value: isize) -> Handle {
        Handle(value as usize)
    }
}

impl Plain for Handle {
    type Raw = *mut c_void;

    fn from_raw(raw: *mut c_void) -> Handle {
        Handle(raw.expose_provenance())
    }

    fn into_raw(self) -> *mut c_void {
        std::ptr::with_exposed_provenance_mut(self.0)
    }
}

impl Crossing for Handle {
    type Raw = *mut c_void;

    unsafe fn cross(raw: *mut c_void) -> Handle {
        Handle::from_raw(raw)
    }
}

/// A list that the program hands over.
pub struct In<T: Plain>(*const T::Raw);

impl<T: Plain> Crossing for In<T> {
    type Raw = *const T::Raw;

    unsafe fn cross(raw: *const T::Raw) -> Self {
        In(raw)
    }
}

impl<T: Plain> In<T> {
    /// No list.
    pub const NONE: In<T> = In(std::ptr::null());

    /// Whether there is no list.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// The first `count` values; none of no list.
    pub fn list(&self, count: usize) -> Option<Vec<T>> {
        if self.is_null() {
            return None;
        }
        // SAFETY: the program promises `count` values.
        let value = |index| T::from_raw(unsafe { self.0.add(index).read_unaligned() });
        Some((0..count).map(value).collect())
    }

    /// Exactly `N` values; none of no list.
    pub fn array<const N: usize>(&self) -> Option<[T; N]> {
        self.list(N)?.try_into().ok()
    }
}

impl<T: Plain<Raw: PartialEq + Default>> In<T> {
    /// Pairs of a name and a value up to the name 0; no pairs of no list.
    pub fn pairs(&self) -> Vec<(T, T)> {
        let mut pairs = Vec::new();
        if self.is_null() {
            return pairs;
        }
        let mut at = self.0;
        // SAFETY: the program promises a list that ends with the name 0.
        unsafe {
            while at.read_unaligned() != T::Raw::default() {
                let value = at.add(1).read_unaligned();
                pairs.push((T::from_raw(at.read_unaligned()), T::from_raw(value)));
                at = at.add(2);
            }
        }
        pairs
    }
}

impl In<i8> {
    /// The bytes of a string up to its NUL; none of no string.
    pub fn string(&self) -> Option<Vec<u8>> {
        Text(self.0.cast()).bytes(None)
    }
}

/// A list of texts or of binaries. C calls it mutable, and nothing changes it.
pub struct Table<T: Plain>(In<T>);

impl<T: Plain> Crossing for Table<T> {
    type Raw = *mut T::Raw;

    unsafe fn cross(raw: *mut T::Raw) -> Self {
        Table(In(raw))
    }
}

impl<T: Plain> Table<T> {
    /// The first `count` values; none of no list.
    pub fn list(&self, count: usize) -> Option<Vec<T>> {
        self.0.list(count)
    }
}

/// A text or a binary of the program's.
#[derive(Clone, Copy)]
pub struct Text(*const c_char);

impl Plain for Text {
    type Raw = *const c_char;

    fn from_raw(raw: *const c_char) -> Text {
        Text(raw)
    }

    fn into_raw(self) -> *const c_char {
        self.0
    }
}

impl Text {
    /// So many bytes, or those up to its NUL; none of no text.
    pub fn bytes(self, length: Option<usize>) -> Option<Vec<u8>> {
        if self.0.is_null() {
            return None;
        }
        // SAFETY: the program promises this length, or a NUL.
        Some(match length {
            Some(length) => unsafe { std::slice::from_raw_parts(self.0.cast(), length) }.to_vec(),
            None => unsafe { CStr::from_ptr(self.0) }.to_bytes().to_vec(),
        })
    }
}

/// A binary of the program's.
#[derive(Clone, Copy)]
pub struct Binary(*const u8);

impl Plain for Binary {
    type Raw = *const u8;

    fn from_raw(raw: *const u8) -> Binary {
        Binary(raw)
    }

    fn into_raw(self) -> *const u8 {
        self.0
    }
}

impl Binary {
    /// So many bytes; none of no binary.
    pub fn bytes(self, length: usize) -> Option<Vec<u8>> {
        Text(self.0.cast()).bytes(Some(length))
    }
}

/// Where the program wants an answer, or a list of them; it may want none.
#[derive(Clone, Copy)]
pub struct Out<T: Plain>(*mut T::Raw);

impl<T: Plain> Crossing for Out<T> {
    type Raw = *mut T::Raw;

    unsafe fn cross(raw: *mut T::Raw) -> Self {
        Out(raw)
    }
}

impl<T: Plain> Out<T> {
    /// No answer.
    pub const NONE: Out<T> = Out(std::ptr::null_mut());

    /// Whether no answer is wanted.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Answers, if an answer is wanted.
    pub fn set(&self, value: T) {
        self.set_all(&[value]);
    }

    /// Answers with a list, if one is wanted; the program promises that there is room.
    pub fn set_all(&self, values: &[T]) {
        if self.is_null() {
            return;
        }
        for (index, value) in values.iter().enumerate() {
            // SAFETY: the program promises room for so many.
            unsafe { self.0.add(index).write_unaligned(value.into_raw()) };
        }
    }
}

/// A pointer that nothing follows.
pub struct Unread<T>(PhantomData<T>);

impl<T> Crossing for Unread<T> {
    type Raw = *const T;

    unsafe fn cross(_: *const T) -> Self {
        Unread(PhantomData)
    }
}

/// A pointer to a place that nothing is written to.
pub struct UnreadMut<T>(*mut T);

impl<T> UnreadMut<T> {
    /// Whether there is no place.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }
}

impl<T> Crossing for UnreadMut<T> {
    type Raw = *mut T;

    unsafe fn cross(raw: *mut T) -> Self {
        UnreadMut(raw)
    }
}
