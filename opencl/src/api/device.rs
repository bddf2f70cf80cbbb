//! The device: the golden GPU with the machine that the environment selects.

use super::lists::check_room;
use super::platform;
use crate::answer::{Query, Result};
use crate::border::{Handle, Header, In, Out};
use crate::gpu::{self, Machine};
use heddle_contract::config::Write;
use opencl_sys::*;

static DEVICE: Header = Header::new();

/// The kinds of devices in OpenCL 1.2.
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

/// Always fails: the device cannot be partitioned.
pub fn partition(
    device: Handle,
    _properties: In<isize>,
    _count: u32,
    _devices: Out<Handle>,
    _found: Out<u32>,
) -> Result<()> {
    check(device)?;
    Err(CL_INVALID_VALUE)
}

/// Answers a query about the device.
pub fn info(device: Handle, name: u32, query: &Query) -> Result<()> {
    check(device)?;
    let machine = gpu::machine()?;
    limits(machine, name, query)
        .or_else(|| memory(machine, name, query))
        .or_else(|| abilities(name, query))
        .or_else(|| absent(name, query))
        .or_else(|| identity(machine, name, query))
        .unwrap_or(Err(CL_INVALID_VALUE))
}

/// Queries about the limits of the device.
fn limits(machine: &Machine, name: u32, query: &Query) -> Option<Result<()>> {
    let threads = machine.block_threads();
    Some(match name {
        CL_DEVICE_MAX_COMPUTE_UNITS => query.answer(machine.config().cores as u32),
        CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS => query.answer(3u32),
        CL_DEVICE_MAX_WORK_ITEM_SIZES => query.answer([threads; 3]),
        CL_DEVICE_MAX_WORK_GROUP_SIZE => query.answer(threads),
        CL_DEVICE_MAX_CLOCK_FREQUENCY => query.answer(gpu::CLOCK_MHZ),
        CL_DEVICE_PROFILING_TIMER_RESOLUTION => query.answer(gpu::NANOSECONDS_PER_CYCLE as usize),
        CL_DEVICE_MAX_PARAMETER_SIZE => query.answer(gpu::ARGUMENT_BYTES),
        CL_DEVICE_PRINTF_BUFFER_SIZE => query.answer(PRINT_BYTES),
        _ => return None,
    })
}

/// Queries about the memories of the device.
fn memory(machine: &Machine, name: u32, query: &Query) -> Option<Result<()>> {
    let memory = &machine.config().memory;
    let cache = match (memory.cache_bytes, memory.write) {
        (0, _) => CL_NONE,
        (_, Write::Back) => CL_READ_WRITE_CACHE,
        (_, Write::Through) => CL_READ_ONLY_CACHE,
    };
    Some(match name {
        CL_DEVICE_ADDRESS_BITS => query.answer(u32::BITS),
        CL_DEVICE_GLOBAL_MEM_SIZE => query.answer(gpu::MEMORY_BYTES),
        CL_DEVICE_MAX_MEM_ALLOC_SIZE | CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE => {
            query.answer(gpu::BUFFER_BYTES as u64)
        }
        CL_DEVICE_GLOBAL_MEM_CACHE_TYPE => query.answer(cache),
        CL_DEVICE_GLOBAL_MEM_CACHE_SIZE => query.answer(u64::from(memory.cache_bytes)),
        CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE => query.answer(memory.line_bytes),
        CL_DEVICE_LOCAL_MEM_TYPE => query.answer(CL_LOCAL),
        CL_DEVICE_LOCAL_MEM_SIZE => query.answer(machine.local_bytes()),
        CL_DEVICE_MAX_CONSTANT_ARGS => query.answer(gpu::ARGUMENT_BYTES as u32 / 4),
        CL_DEVICE_MEM_BASE_ADDR_ALIGN => query.answer(gpu::BASE_ALIGN as u32 * u8::BITS),
        CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE => query.answer(gpu::BASE_ALIGN as u32),
        CL_DEVICE_ERROR_CORRECTION_SUPPORT | CL_DEVICE_HOST_UNIFIED_MEMORY => query.answer(false),
        _ => return None,
    })
}

/// Queries about the capabilities of the device.
fn abilities(name: u32, query: &Query) -> Option<Result<()>> {
    let single = CL_FP_DENORM
        | CL_FP_INF_NAN
        | CL_FP_ROUND_TO_NEAREST
        | CL_FP_ROUND_TO_ZERO
        | CL_FP_ROUND_TO_INF
        | CL_FP_FMA
        | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    Some(match name {
        CL_DEVICE_SINGLE_FP_CONFIG => query.answer(single),
        CL_DEVICE_ENDIAN_LITTLE
        | CL_DEVICE_AVAILABLE
        | CL_DEVICE_COMPILER_AVAILABLE
        | CL_DEVICE_LINKER_AVAILABLE
        | CL_DEVICE_PREFERRED_INTEROP_USER_SYNC => query.answer(true),
        CL_DEVICE_EXECUTION_CAPABILITIES => query.answer(CL_EXEC_KERNEL),
        CL_DEVICE_QUEUE_PROPERTIES => query.answer(CL_QUEUE_PROFILING_ENABLE),
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_INT
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT => query.answer(1u32),
        _ => return None,
    })
}

/// Queries about features that the device lacks: images, `double`, `half`, sub-devices.
fn absent(name: u32, query: &Query) -> Option<Result<()>> {
    Some(match name {
        CL_DEVICE_IMAGE_SUPPORT => query.answer(false),
        CL_DEVICE_DOUBLE_FP_CONFIG | CL_DEVICE_PARTITION_AFFINITY_DOMAIN => query.answer(0u64),
        CL_DEVICE_MAX_READ_IMAGE_ARGS
        | CL_DEVICE_MAX_WRITE_IMAGE_ARGS
        | CL_DEVICE_MAX_SAMPLERS
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF
        | CL_DEVICE_PARTITION_MAX_SUB_DEVICES => query.answer(0u32),
        CL_DEVICE_IMAGE2D_MAX_WIDTH
        | CL_DEVICE_IMAGE2D_MAX_HEIGHT
        | CL_DEVICE_IMAGE3D_MAX_WIDTH
        | CL_DEVICE_IMAGE3D_MAX_HEIGHT
        | CL_DEVICE_IMAGE3D_MAX_DEPTH
        | CL_DEVICE_IMAGE_MAX_BUFFER_SIZE
        | CL_DEVICE_IMAGE_MAX_ARRAY_SIZE => query.answer(0usize),
        CL_DEVICE_PARTITION_PROPERTIES | CL_DEVICE_PARTITION_TYPE => query.answer(0isize),
        CL_DEVICE_PARENT_DEVICE => query.answer(Handle::NULL),
        _ => return None,
    })
}

/// Queries about the identity of the device.
fn identity(machine: &Machine, name: u32, query: &Query) -> Option<Result<()>> {
    Some(match name {
        CL_DEVICE_TYPE => query.answer(CL_DEVICE_TYPE_GPU),
        CL_DEVICE_VENDOR_ID => query.answer(0u32),
        CL_DEVICE_REFERENCE_COUNT => query.answer(1u32),
        CL_DEVICE_PLATFORM => query.answer(platform::handle()),
        CL_DEVICE_NAME => query.answer(machine.name()),
        CL_DEVICE_VENDOR => query.answer("Heddle"),
        CL_DRIVER_VERSION => query.answer(env!("CARGO_PKG_VERSION")),
        CL_DEVICE_PROFILE => query.answer("FULL_PROFILE"),
        CL_DEVICE_VERSION => query.answer(platform::VERSION),
        CL_DEVICE_OPENCL_C_VERSION => query.answer("OpenCL C 1.2 Heddle"),
        CL_DEVICE_EXTENSIONS => query.answer(platform::EXTENSIONS),
        CL_DEVICE_BUILT_IN_KERNELS => query.answer(""),
        _ => return None,
    })
}
