//! Checks of calls that return lists.

use crate::answer::Result;
use crate::border::{Handle, Out};
use opencl_sys::CL_INVALID_VALUE;

/// Refuses a list for handles with room for none, and a call that requests neither handles nor their number.
///
/// # Errors
/// `CL_INVALID_VALUE`.
pub fn check_room(count: u32, list: &Out<Handle>, found: &Out<u32>) -> Result<()> {
    let no_room = count == 0 && !list.is_null();
    match no_room || (list.is_null() && found.is_null()) {
        true => Err(CL_INVALID_VALUE),
        false => Ok(()),
    }
}
