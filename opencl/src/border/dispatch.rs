//! The dispatch table for the ICD loader, to which every handle leads.

use super::crossing::Handle;
use super::entries::DISPATCH;
use opencl_sys::cl_icd::cl_icd_dispatch;

/// The data at the address of a handle. Only the ICD loader reads it: the first word points to the dispatch table.
#[repr(C)]
#[derive(Debug)]
pub struct Header {
    dispatch: &'static cl_icd_dispatch,
}

impl Header {
    /// A header that points to the table.
    pub const fn new() -> Header {
        Header {
            dispatch: &DISPATCH,
        }
    }

    /// The handle of the object with this header; the header must not move while the handle is in use.
    pub fn handle(&self) -> Handle {
        Handle((&raw const *self).expose_provenance())
    }
}

/// The address of the extension function with this name; null if none exists.
pub fn address_of(name: &[u8]) -> super::HostPointer {
    let pointer: *const () = match name {
        b"clIcdGetPlatformIDsKHR" => super::entries::clIcdGetPlatformIDsKHR as *const (),
        _ => std::ptr::null(),
    };
    super::HostPointer::new(pointer.cast_mut().cast())
}
