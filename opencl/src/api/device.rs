//! The device: the golden GPU with the machine that the environment selects, and queries about it.

mod abilities;
mod absent;
mod identity;
mod limits;

use super::lists::check_room;
use super::platform;
use crate::answer::{Query, Result};
use crate::border::{Handle, Header, In, Out};
use crate::gpu;
use opencl_sys::*;

static DEVICE: Header = Header::new();

/// The kinds of devices.
const KINDS: u64 = CL_DEVICE_TYPE_DEFAULT
    | CL_DEVICE_TYPE_CPU
    | CL_DEVICE_TYPE_GPU
    | CL_DEVICE_TYPE_ACCELERATOR
    | CL_DEVICE_TYPE_CUSTOM;

/// Size of a launch's print buffer in bytes.
pub const PRINT_BYTES: usize = 1 << 20;

/// The device's handle.
pub fn handle() -> Handle {
    DEVICE.handle()
}

/// Refuses a handle that is not the device's.
///
/// # Errors
/// `CL_INVALID_DEVICE`.
pub fn check(device: Handle) -> Result<()> {
    match device == handle() {
        true => Ok(()),
        false => Err(CL_INVALID_DEVICE),
    }
}

/// Refuses a list with another device, and a list or a number of devices without the other.
///
/// # Errors
/// `CL_INVALID_VALUE` if only one of the list and the number is given; `CL_INVALID_DEVICE`.
pub fn check_all(count: u32, devices: &In<Handle>) -> Result<()> {
    if devices.is_null() != (count == 0) {
        return Err(CL_INVALID_VALUE);
    }
    let devices = devices.list(count as usize).unwrap_or_default();
    devices.into_iter().try_for_each(check)
}

/// Refuses a set of device kinds that does not include the kind of this device.
///
/// # Errors
/// `CL_INVALID_DEVICE_TYPE` if a kind does not exist; `CL_DEVICE_NOT_FOUND`.
pub fn check_kind(kind: u64) -> Result<()> {
    if kind == CL_DEVICE_TYPE_ALL {
        return Ok(());
    }
    if kind == 0 || kind & !KINDS != 0 {
        return Err(CL_INVALID_DEVICE_TYPE);
    }
    match kind & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_GPU) {
        0 => Err(CL_DEVICE_NOT_FOUND),
        _ => Ok(()),
    }
}

/// Lists the device if the requested kinds include its kind.
pub fn list(
    platform: Handle,
    kind: u64,
    count: u32,
    devices: Out<Handle>,
    found: Out<u32>,
) -> Result<()> {
    platform::check(platform)?;
    check_room(count, &devices, &found)?;
    check_kind(kind)?;
    gpu::machine()?;
    found.set(1);
    devices.set(handle());
    Ok(())
}

/// Does nothing: the device lives as long as the platform, and its references are not counted.
pub fn retain(device: Handle) -> Result<()> {
    check(device)
}

/// Answers a query about the device.
pub fn info(device: Handle, name: u32, query: &Query) -> Result<()> {
    check(device)?;
    let machine = gpu::machine()?;
    limits::limits(machine, name, query)
        .or_else(|| limits::memory(machine, name, query))
        .or_else(|| abilities::abilities(name, query))
        .or_else(|| abilities::double(machine, name, query))
        .or_else(|| absent::absent(name, query))
        .or_else(|| identity::identity(machine, name, query))
        .unwrap_or(Err(CL_INVALID_VALUE))
}
