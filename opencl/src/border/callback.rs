//! Callbacks: functions of the host program that the library calls with data of the host program.

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
            /// Whether the callback is null.
            pub fn is_null(self) -> bool {
                self.0.is_none()
            }
        }
    )*};
}

callbacks! {
    /// Is notified of errors in a context.
    ContextCallback(*const i8, *const c_void, usize, *mut c_void);
    /// Is notified of an object: a program that has been built, compiled or linked; a memory object or a context that has been
    /// destroyed.
    ObjectCallback(*mut c_void, *mut c_void);
    /// Is notified of the status of a command.
    EventCallback(*mut c_void, i32, *mut c_void);
    /// A function of the host program that is enqueued as a command.
    NativeKernel(*mut c_void);
}

impl ContextCallback {
    /// Notifies the host program of an error.
    pub fn call(self, what: &str, data: HostPointer) {
        let text = std::ffi::CString::new(what.replace('\0', " ")).expect("no NUL is left");
        if let Some(function) = self.0 {
            // SAFETY: the program promises a function that may be called with these arguments from any thread.
            unsafe { function(text.as_ptr(), std::ptr::null(), 0, data.into_raw()) };
        }
    }
}

impl ObjectCallback {
    /// Notifies the host program of an object, which may be gone.
    pub fn call(self, object: Handle, data: HostPointer) {
        if let Some(function) = self.0 {
            // SAFETY: as above.
            unsafe { function(object.into_raw(), data.into_raw()) };
        }
    }
}

impl EventCallback {
    /// Notifies the host program of the status of a command.
    pub fn call(self, event: Handle, status: i32, data: HostPointer) {
        if let Some(function) = self.0 {
            // SAFETY: as above.
            unsafe { function(event.into_raw(), status, data.into_raw()) };
        }
    }
}
