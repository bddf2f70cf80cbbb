//! Values that cross the border between the host program and the library: numbers, handles, lists, and places for answers.

use std::ffi::{CStr, c_char, c_void};

/// A value that the host program passes to the library.
pub trait Crossing: Sized {
    /// The type in C.
    type Raw;

    /// Converts the value from C.
    ///
    /// # Safety
    /// A pointer must be null or point to the data that the standard's description of the called function demands.
    unsafe fn cross(raw: Self::Raw) -> Self;
}

/// A value that can be copied freely: a number, a handle or an address.
pub trait Plain: Copy {
    /// The type in C.
    type Raw: Copy;

    /// Converts the value from C.
    fn from_raw(raw: Self::Raw) -> Self;

    /// Converts the value to C.
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

/// A reference to an object, as the host program holds it: an address that the library looks up and never dereferences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle(pub(super) usize);

impl Handle {
    /// The null handle.
    pub const NULL: Handle = Handle(0);

    /// Whether it is the null handle.
    pub fn is_null(self) -> bool {
        self == Handle::NULL
    }

    /// The handle as a number, for answers to queries.
    pub fn address(self) -> usize {
        self.0
    }

    /// The handle that a list of properties holds as a number.
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

/// A list that the host program passes to the library; it may be absent.
pub struct In<T: Plain>(*const T::Raw);

impl<T: Plain> Crossing for In<T> {
    type Raw = *const T::Raw;

    unsafe fn cross(raw: *const T::Raw) -> Self {
        In(raw)
    }
}

impl<T: Plain> In<T> {
    /// An absent list.
    pub const NONE: In<T> = In(std::ptr::null());

    /// Whether the list is absent.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// The first `count` values; `None` if the list is absent.
    pub fn list(&self, count: usize) -> Option<Vec<T>> {
        if self.is_null() {
            return None;
        }
        // SAFETY: the program promises `count` values.
        let value = |index| T::from_raw(unsafe { self.0.add(index).read_unaligned() });
        Some((0..count).map(value).collect())
    }

    /// The first `N` values; `None` if the list is absent.
    pub fn array<const N: usize>(&self) -> Option<[T; N]> {
        self.list(N)?.try_into().ok()
    }
}

impl<T: Plain<Raw: PartialEq + Default>> In<T> {
    /// The pairs of a name and a value, up to the name 0; no pairs if the list is absent.
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

    /// The list of pairs with the terminating name 0, as queries return it; empty if the list is absent.
    pub fn whole_list(&self) -> Vec<T> {
        if self.is_null() {
            return Vec::new();
        }
        let pairs = self.pairs().into_iter();
        let flat = pairs.flat_map(|(name, value)| [name, value]);
        flat.chain([T::from_raw(T::Raw::default())]).collect()
    }
}

impl In<i8> {
    /// The bytes of a string up to its NUL; `None` if the string is absent.
    pub fn string(&self) -> Option<Vec<u8>> {
        Text(self.0.cast()).bytes(None)
    }
}

/// A list of texts or of binaries. Its type in C is mutable, but the library does not change it.
pub struct Table<T: Plain>(In<T>);

impl<T: Plain> Crossing for Table<T> {
    type Raw = *mut T::Raw;

    unsafe fn cross(raw: *mut T::Raw) -> Self {
        Table(In(raw))
    }
}

impl<T: Plain> Table<T> {
    /// The first `count` values; `None` if the list is absent.
    pub fn list(&self, count: usize) -> Option<Vec<T>> {
        self.0.list(count)
    }
}

/// A text or a binary that the host program passes.
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
    /// The first `length` bytes, or the bytes up to the NUL without a length; `None` if the text is absent.
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

/// A binary that the host program passes.
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
    /// The first `length` bytes; `None` if the binary is absent.
    pub fn bytes(self, length: usize) -> Option<Vec<u8>> {
        Text(self.0.cast()).bytes(Some(length))
    }
}

/// A place for an answer or a list of answers; null if the host program wants no answer.
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

    /// Writes the answer, if one is wanted.
    pub fn set(&self, value: T) {
        self.set_all(&[value]);
    }

    /// Writes a list of answers, if one is wanted; the host program promises enough room.
    pub fn set_all(&self, values: &[T]) {
        if self.is_null() {
            return;
        }
        for (index, value) in values.iter().enumerate() {
            // SAFETY: the program promises room for this many values.
            unsafe { self.0.add(index).write_unaligned(value.into_raw()) };
        }
    }
}

/// A pointer to a place that the library does not write to.
pub struct UnreadMut<T>(*mut T);

impl<T> UnreadMut<T> {
    /// Whether the pointer is null.
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
