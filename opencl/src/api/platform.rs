//! The platform: there is one, and every process has the same.

use super::lists::check_room;
use crate::answer::{Query, Result};
use crate::border::{Handle, Header, HostPointer, In, Out, address_of};
use crate::gpu;
use opencl_sys::*;

static PLATFORM: Header = Header::new();

/// Extensions of OpenCL C and of the host's functions.
pub const EXTENSIONS: &str = "cl_khr_icd cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics \
    cl_khr_global_int32_extended_atomics cl_khr_local_int32_base_atomics \
    cl_khr_local_int32_extended_atomics";

/// The version of OpenCL, and of Heddle.
pub const VERSION: &str = concat!("OpenCL 1.2 Heddle ", env!("CARGO_PKG_VERSION"));

/// The platform's handle.
pub fn handle() -> Handle {
    PLATFORM.handle()
}

/// Refuses what is not the platform; null stands for it.
///
/// # Errors
/// `CL_INVALID_PLATFORM`.
pub fn check(platform: Handle) -> Result<()> {
    match platform.is_null() || platform == handle() {
        true => Ok(()),
        false => Err(CL_INVALID_PLATFORM),
    }
}

/// Lists the platform, unless the machine that the environment asks for cannot be built.
pub fn list(count: u32, platforms: Out<Handle>, found: Out<u32>) -> Result<()> {
    check_room(count, &platforms, &found)?;
    gpu::machine().map_err(|_| CL_PLATFORM_NOT_FOUND_KHR)?;
    found.set(1);
    platforms.set(handle());
    Ok(())
}

/// What the platform is.
pub fn info(platform: Handle, name: u32, query: &Query) -> Result<()> {
    check(platform)?;
    query.answer(match name {
        CL_PLATFORM_PROFILE => "FULL_PROFILE",
        CL_PLATFORM_VERSION => VERSION,
        CL_PLATFORM_NAME | CL_PLATFORM_VENDOR => "Heddle",
        CL_PLATFORM_EXTENSIONS => EXTENSIONS,
        CL_PLATFORM_ICD_SUFFIX_KHR => "HEDDLE",
        _ => return Err(CL_INVALID_VALUE),
    })
}

/// There is nothing to unload: the compiler is a process of its own.
pub fn unload_compiler() -> Result<()> {
    Ok(())
}

/// As [`unload_compiler`], of a platform.
pub fn unload_platform_compiler(platform: Handle) -> Result<()> {
    match platform == handle() {
        true => Ok(()),
        false => Err(CL_INVALID_PLATFORM),
    }
}

/// The address of an extension's function.
pub fn extension(name: In<i8>) -> Result<HostPointer> {
    Ok(address_of(&name.string().ok_or(CL_INVALID_VALUE)?))
}

/// As [`extension`], of a platform.
pub fn extension_of(platform: Handle, name: In<i8>) -> Result<HostPointer> {
    unload_platform_compiler(platform)?;
    extension(name)
}
