//! The program's standard output.

use std::ffi::c_void;

unsafe extern "C" {
    static stdout: *mut c_void;
    fn fwrite(bytes: *const u8, size: usize, count: usize, stream: *mut c_void) -> usize;
}

/// Writes to the stream that the program prints to, so that both texts are in the order in which they were printed. As
/// after `printf`, nobody hears of a stream that takes no more.
pub fn print(text: &[u8]) {
    // SAFETY: C opens the stream before `main`, and locks it while it is written to.
    unsafe { fwrite(text.as_ptr(), 1, text.len(), stdout) };
}
