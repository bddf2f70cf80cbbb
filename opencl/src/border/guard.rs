//! The wrapper of every call: no panic leaves the library, and callbacks run when nothing is locked.

use super::crossing::Plain;
use super::host::HostPointer;
use super::process;
use crate::answer::{Code, Result};
use crate::object::deferred;
use opencl_sys::{CL_OUT_OF_RESOURCES, CL_SUCCESS};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs a call that returns a status.
pub fn status(body: impl FnOnce() -> Result<()>) -> i32 {
    match guarded(body) {
        Ok(()) => CL_SUCCESS,
        Err(code) => code,
    }
}

/// Runs a call that creates an object, and writes its status to `errcode`.
///
/// # Safety
/// `errcode` is null or a place for a status.
pub unsafe fn made<T: Made>(errcode: *mut i32, body: impl FnOnce() -> Result<T>) -> T::Raw {
    let (code, raw) = match guarded(body) {
        Ok(value) => (value.code(), value.made()),
        Err(code) => (code, T::NOTHING.made()),
    };
    if !errcode.is_null() {
        // SAFETY: the caller promises a valid place.
        unsafe { errcode.write(code) };
    }
    raw
}

/// Runs a call that looks something up and returns nothing if it does not exist.
pub fn found<T: Made>(body: impl FnOnce() -> Result<T>) -> T::Raw {
    guarded(body).unwrap_or(T::NOTHING).made()
}

/// A value that a call returns instead of a status.
pub trait Made {
    /// The type in C.
    type Raw;
    /// The value of a failed call.
    const NOTHING: Self;

    /// Converts the value to C.
    fn made(self) -> Self::Raw;

    /// The status that goes with it.
    fn code(&self) -> Code {
        CL_SUCCESS
    }
}

/// An object that exists although the call has failed, with the status of the call.
impl Made for (super::Handle, Code) {
    type Raw = <super::Handle as Plain>::Raw;
    const NOTHING: Self = (super::Handle::NULL, CL_SUCCESS);

    fn made(self) -> Self::Raw {
        self.0.into_raw()
    }

    fn code(&self) -> Code {
        self.1
    }
}

impl Made for super::Handle {
    type Raw = <super::Handle as Plain>::Raw;
    const NOTHING: Self = super::Handle::NULL;

    fn made(self) -> Self::Raw {
        self.into_raw()
    }
}

impl Made for HostPointer {
    type Raw = *mut std::ffi::c_void;
    const NOTHING: Self = HostPointer::NULL;

    fn made(self) -> Self::Raw {
        self.into_raw()
    }
}

/// Runs a call. A panic is a bug in the library and becomes an error code; its text is already on standard error.
fn guarded<T>(body: impl FnOnce() -> Result<T>) -> std::result::Result<T, Code> {
    process::check()?;
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let answer = body();
        deferred::call_all();
        answer
    }));
    answer.unwrap_or(Err(CL_OUT_OF_RESOURCES))
}

#[cfg(test)]
mod tests {
    use super::super::Handle;
    use super::*;

    fn broken<T>() -> Result<T> {
        panic!("a mistake of the library's")
    }

    #[test]
    fn no_panic_leaves_the_library() {
        assert_eq!(status(broken), CL_OUT_OF_RESOURCES);
        let mut code = CL_SUCCESS;
        // SAFETY: a place for a status.
        let raw = unsafe { made::<Handle>(&raw mut code, broken) };
        assert!(raw.is_null());
        assert_eq!(code, CL_OUT_OF_RESOURCES);
        assert!(found::<Handle>(broken).is_null());
    }
}
