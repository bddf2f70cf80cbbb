//! The table of functions at which every handle points, for the ICD loader.

use super::crossing::Handle;
use super::entries::DISPATCH;
use opencl_sys::cl_icd::cl_icd_dispatch;

/// What lies at the address of a handle. The program sees the loader's side of it only: its first word points to the table.
#[repr(C)]
#[derive(Debug)]
pub struct Header {
    dispatch: &'static cl_icd_dispatch,
}

impl Header {
    /// A header that points at the table.
    pub const fn new() -> Header {
        Header {
            dispatch: &DISPATCH,
        }
    }

    /// The handle of the object whose header this is; the header must not move while it is in use.
    pub fn handle(&self) -> Handle {
        Handle((&raw const *self).expose_provenance())
    }
}

/// The address of an extension's function.
pub fn address_of(name: &[u8]) -> super::HostPointer {
    let pointer: *const () = match name {
        b"clIcdGetPlatformIDsKHR" => super::entries::clIcdGetPlatformIDsKHR as *const (),
        _ => std::ptr::null(),
    };
    super::HostPointer::new(pointer.cast_mut().cast())
}
