//! Memory of the host program, which commands read and write.

use super::crossing::{Crossing, Handle, Plain};
use std::ffi::c_void;

/// An address in the memory of the host program.
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
    /// The null address.
    pub const NULL: HostPointer = HostPointer(std::ptr::null_mut());

    pub(super) fn new(pointer: *mut u8) -> HostPointer {
        HostPointer(pointer)
    }

    /// Whether it is the null address.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Converts the address to C.
    pub fn into_raw(self) -> *mut c_void {
        self.0.cast()
    }

    /// The address as a number.
    pub fn address(self) -> usize {
        self.0.addr()
    }

    /// The address `offset` bytes further on.
    pub fn at(self, offset: usize) -> HostPointer {
        HostPointer(self.0.wrapping_add(offset))
    }

    /// Reads the memory of the host program into `into`.
    pub fn read(self, into: &mut [u8]) {
        // SAFETY: the program promises that this many bytes can be read; `copy` permits them to overlap with `into`.
        unsafe { std::ptr::copy(self.0, into.as_mut_ptr(), into.len()) };
    }

    /// Reads `count` bytes of the memory of the host program.
    pub fn bytes(self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.read(&mut bytes);
        bytes
    }

    /// Writes the memory of the host program.
    pub fn write(self, bytes: &[u8]) {
        // SAFETY: the program promises that this many bytes can be written.
        unsafe { std::ptr::copy(bytes.as_ptr(), self.0, bytes.len()) };
    }

    /// Reads a list of `count` addresses.
    pub fn pointers(self, count: usize) -> Vec<HostPointer> {
        let list = self.0.cast::<*mut u8>();
        // SAFETY: the program promises this many addresses.
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
    /// Whether it is the null address.
    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    /// Reads `count` bytes of the memory of the host program.
    pub fn bytes(self, count: usize) -> Vec<u8> {
        self.0.bytes(count)
    }

    /// The handle stored at the address; `None` if the address is null.
    pub fn handle(self) -> Option<Handle> {
        let handle = self.0.pointers(usize::from(!self.is_null()));
        handle
            .first()
            .map(|pointer| Handle::from_raw(pointer.into_raw()))
    }

    /// The address, for functions that do not write to it.
    pub fn pointer(self) -> HostPointer {
        self.0
    }
}
