//! The standard output of the host program, as C knows it (HST-16).

use std::ffi::c_void;

unsafe extern "C" {
    static stdout: *mut c_void;
    fn fwrite(bytes: *const u8, size: usize, count: usize, stream: *mut c_void) -> usize;
}

/// Writes to the C stream that the host program prints to, so that the texts of both stay in the order of printing. A
/// stream that takes no more text is not reported, as with an unchecked `printf`.
pub fn print(text: &[u8]) {
    // SAFETY: C opens the stream before `main`, and locks it during a write.
    unsafe { fwrite(text.as_ptr(), 1, text.len(), stdout) };
}
