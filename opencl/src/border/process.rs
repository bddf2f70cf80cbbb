//! The process that owns the device. A child that it forks has copies of the objects but not of the threads that hold locks or run
//! commands, so it cannot use them (HST-6).

use crate::answer::{Code, Result};
use opencl_sys::CL_OUT_OF_RESOURCES;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// The process that made the first call; 0, which is no process of ours, before that.
static OWNER: AtomicU32 = AtomicU32::new(0);

/// What every call of a forked child answers.
const IN_CHILD: Code = CL_OUT_OF_RESOURCES;

/// Makes this process the owner if there is none yet.
///
/// # Errors
/// `CL_OUT_OF_RESOURCES` in a child that was forked after the first call.
pub fn check() -> Result<()> {
    let this = process::id();
    match OWNER.compare_exchange(0, this, Ordering::Relaxed, Ordering::Relaxed) {
        Err(owner) if owner != this => Err(IN_CHILD),
        _ => Ok(()),
    }
}
