//! The functions of OpenCL 3.0, as C calls them, and the dispatch table that holds all of them. Each forwards to a function of
//! [`crate::api`], which documents it.
#![allow(non_snake_case)]

mod supported;
mod unsupported;

pub use supported::clIcdGetPlatformIDsKHR;

use opencl_sys::cl_icd::cl_icd_dispatch;

/// A table without functions.
// SAFETY: every entry is an optional function or a number; zero is a valid value of both and means that none exists.
const EMPTY: cl_icd_dispatch = unsafe { std::mem::zeroed() };

/// The dispatch table of the ICD.
pub(super) static DISPATCH: cl_icd_dispatch = unsupported::into(supported::into(EMPTY));
