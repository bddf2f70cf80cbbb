//! Memory of the program, which commands read and write.

use super::crossing::{Crossing, Handle, Plain};
use std::ffi::c_void;

/// An address of the program's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostPointer(*mut u8);

// SAFETY: the program lets commands use the memory until they have ended, whichever thread runs them.
unsafe impl Send for HostPointer {}
unsafe impl Sync for HostPointer {}

impl Crossing for HostPointer {
    type Raw = *mut c_void;

    unsafe fn cross(raw: *mut c_void) -> Self {
        HostPointer(raw.cast())
    }
}

impl HostPointer {
    /// The address of nothing.
    pub const NULL: HostPointer = HostPointer(std::ptr::null_mut());

    pub(super) fn new(pointer: *mut u8) -> HostPointer {
        HostPointer(pointer)
    }

    /// Whether it is the address of nothing.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// To C.
    pub fn into_raw(self) -> *mut c_void {
        self.0.cast()
    }

    /// The address as a number.
    pub fn address(self) -> usize {
        self.0.addr()
    }

    /// The address so many bytes further on.
    pub fn at(self, offset: usize) -> HostPointer {
        HostPointer(self.0.wrapping_add(offset))
    }

    /// Reads the program's memory.
    pub fn read(self, into: &mut [u8]) {
        // SAFETY: the program promises that so many bytes can be read; `copy` allows that they are ours, too.
        unsafe { std::ptr::copy(self.0, into.as_mut_ptr(), into.len()) };
    }

    /// So many bytes of the program's memory.
    pub fn bytes(self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.read(&mut bytes);
        bytes
    }

    /// Writes the program's memory.
    pub fn write(self, bytes: &[u8]) {
        // SAFETY: the program promises that so many bytes can be written.
        unsafe { std::ptr::copy(bytes.as_ptr(), self.0, bytes.len()) };
    }

    /// The addresses in a list of them.
    pub fn pointers(self, count: usize) -> Vec<HostPointer> {
        let list = self.0.cast::<*mut u8>();
        // SAFETY: the program promises so many addresses.
        let pointer = |index| HostPointer(unsafe { list.add(index).read_unaligned() });
        (0..count).map(pointer).collect()
    }
}

/// An address of memory that the library only reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostConst(HostPointer);

impl Crossing for HostConst {
    type Raw = *const c_void;

    unsafe fn cross(raw: *const c_void) -> Self {
        HostConst(HostPointer(raw.cast_mut().cast()))
    }
}

impl HostConst {
    /// Whether it is the address of nothing.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// So many bytes of the program's memory.
    pub fn bytes(self, count: usize) -> Vec<u8> {
        self.0.bytes(count)
    }

    /// The handle that lies there; none of no memory.
    pub fn handle(self) -> Option<Handle> {
        let handle = self.0.pointers(usize::from(!self.is_null()));
        handle
            .first()
            .map(|pointer| Handle::from_raw(pointer.into_raw()))
    }

    /// The address, for the functions that know not to write there.
    pub fn pointer(self) -> HostPointer {
        self.0
    }
}
