//! The platform. Exactly one exists, the same in every process.

use super::lists::check_room;
use crate::answer::{Named, Query, Result};
use crate::border::{Handle, Header, HostPointer, In, Out, address_of};
use crate::gpu::{self, Machine};
use opencl_sys::*;

static PLATFORM: Header = Header::new();

/// Extensions of OpenCL C and of the functions for the host, all of version 1.0, but for `double`.
const EXTENSIONS: [&str; 6] = [
    "cl_khr_icd",
    "cl_khr_byte_addressable_store",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
];
/// The extension of a device that has `double`.
const DOUBLE: &str = "cl_khr_fp64";

/// The versions of OpenCL and of Heddle.
pub const VERSION: &str = concat!("OpenCL 3.0 Heddle ", env!("CARGO_PKG_VERSION"));

/// The version of OpenCL as a number.
pub const NUMERIC_VERSION: cl_version = make_version(3, 0, 0);

fn extensions_of(machine: &Machine) -> impl Iterator<Item = &'static str> {
    let double = machine.has_double().then_some(DOUBLE);
    EXTENSIONS.into_iter().chain(double)
}

/// The names of the extensions of a machine, separated by spaces.
pub fn extensions(machine: &Machine) -> String {
    extensions_of(machine).collect::<Vec<_>>().join(" ")
}

/// The extensions of a machine with their versions.
pub fn named_extensions(machine: &Machine) -> Vec<Named> {
    let named = extensions_of(machine).map(|name| Named::new(name, 1, 0));
    named.collect()
}

/// The platform's handle.
pub fn handle() -> Handle {
    PLATFORM.handle()
}

/// Refuses a handle that is neither the platform's nor null, which stands for the platform.
///
/// # Errors
/// `CL_INVALID_PLATFORM`.
pub fn check(platform: Handle) -> Result<()> {
    match platform.is_null() || platform == handle() {
        true => Ok(()),
        false => Err(CL_INVALID_PLATFORM),
    }
}

/// Lists the platform, unless the environment describes no valid machine.
pub fn list(count: u32, platforms: Out<Handle>, found: Out<u32>) -> Result<()> {
    check_room(count, &platforms, &found)?;
    gpu::machine().map_err(|_| CL_PLATFORM_NOT_FOUND_KHR)?;
    found.set(1);
    platforms.set(handle());
    Ok(())
}

/// Answers a query about the platform.
pub fn info(platform: Handle, name: u32, query: &Query) -> Result<()> {
    check(platform)?;
    let machine = gpu::machine()?;
    match name {
        CL_PLATFORM_PROFILE => query.answer("FULL_PROFILE"),
        CL_PLATFORM_VERSION => query.answer(VERSION),
        CL_PLATFORM_NUMERIC_VERSION => query.answer(NUMERIC_VERSION),
        CL_PLATFORM_NAME | CL_PLATFORM_VENDOR => query.answer("Heddle"),
        CL_PLATFORM_EXTENSIONS => query.answer(extensions(machine).as_str()),
        CL_PLATFORM_EXTENSIONS_WITH_VERSION => query.answer(&*named_extensions(machine)),
        // The clock of the device is not that of the host.
        CL_PLATFORM_HOST_TIMER_RESOLUTION => query.answer(0u64),
        CL_PLATFORM_ICD_SUFFIX_KHR => query.answer("HEDDLE"),
        _ => Err(CL_INVALID_VALUE),
    }
}

/// Does nothing: the compiler runs as its own process, and needs no unloading.
pub fn unload_compiler() -> Result<()> {
    Ok(())
}

/// As [`unload_compiler`], for a platform.
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

/// As [`extension`], for a platform.
pub fn extension_of(platform: Handle, name: In<i8>) -> Result<HostPointer> {
    unload_platform_compiler(platform)?;
    extension(name)
}
