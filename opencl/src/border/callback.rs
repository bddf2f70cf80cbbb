//! Functions of the program that the library calls, with the data they are called with.

use super::crossing::{Crossing, Handle, Plain};
use super::host::HostPointer;
use std::ffi::c_void;

macro_rules! callbacks {
    ($($(#[$doc:meta])* $name:ident($($argument:ty),*);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(Option<unsafe extern "C" fn($($argument),*)>);

        impl Crossing for $name {
            type Raw = Option<unsafe extern "C" fn($($argument),*)>;

            unsafe fn cross(raw: Self::Raw) -> Self {
                $name(raw)
            }
        }

        impl $name {
            /// Whether there is no function.
            pub fn is_null(self) -> bool {
                self.0.is_none()
            }
        }
    )*};
}

callbacks! {
    /// Is told of errors in a context.
    ContextCallback(*const i8, *const c_void, usize, *mut c_void);
    /// Is told that a program is built, compiled or linked.
    ProgramCallback(*mut c_void, *mut c_void);
    /// Is told how far a command is.
    EventCallback(*mut c_void, i32, *mut c_void);
    /// Is told that a memory object is gone.
    MemoryCallback(*mut c_void, *mut c_void);
    /// A function of the program as a command.
    NativeKernel(*mut c_void);
}

impl ContextCallback {
    /// Tells of an error.
    pub fn call(self, what: &str, data: HostPointer) {
        let text = std::ffi::CString::new(what.replace('\0', " ")).expect("no NUL is left");
        if let Some(function) = self.0 {
            // SAFETY: the program promises a function that may be called so, from any thread.
            unsafe { function(text.as_ptr(), std::ptr::null(), 0, data.into_raw()) };
        }
    }
}

impl ProgramCallback {
    /// Tells that a program is done.
    pub fn call(self, program: Handle, data: HostPointer) {
        if let Some(function) = self.0 {
            // SAFETY: as above.
            unsafe { function(program.into_raw(), data.into_raw()) };
        }
    }
}

impl EventCallback {
    /// Tells how far a command is.
    pub fn call(self, event: Handle, status: i32, data: HostPointer) {
        if let Some(function) = self.0 {
            // SAFETY: as above.
            unsafe { function(event.into_raw(), status, data.into_raw()) };
        }
    }
}

impl MemoryCallback {
    /// Tells that a memory object is gone.
    pub fn call(self, memory: Handle, data: HostPointer) {
        if let Some(function) = self.0 {
            // SAFETY: as above.
            unsafe { function(memory.into_raw(), data.into_raw()) };
        }
    }
}
