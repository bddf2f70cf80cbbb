//! Memory that the library lends to the host program, in which it sees mapped buffers.

use super::host::HostPointer;
use std::alloc::{Layout, alloc_zeroed, dealloc};

/// Alignment of lent memory, in bytes: the alignment of `long16`, the largest type of OpenCL C.
const ALIGN: usize = 128;

/// Memory at an address that stays valid until the area is dropped.
#[derive(Debug)]
pub struct HostArea {
    pointer: HostPointer,
    layout: Layout,
}

impl HostArea {
    /// Allocates `bytes` bytes of zeros; `None` if the host has no room.
    pub fn new(bytes: usize) -> Option<HostArea> {
        let layout = Layout::from_size_align(bytes.max(1), ALIGN).ok()?;
        // SAFETY: the size is not zero.
        let pointer = unsafe { alloc_zeroed(layout) };
        let pointer = HostPointer::new(pointer);
        (!pointer.is_null()).then_some(HostArea { pointer, layout })
    }

    /// The address of the first byte.
    pub fn pointer(&self) -> HostPointer {
        self.pointer
    }
}

impl Drop for HostArea {
    fn drop(&mut self) {
        // SAFETY: this pointer came from `alloc_zeroed` with this layout.
        unsafe { dealloc(self.pointer.into_raw().cast(), self.layout) };
    }
}
