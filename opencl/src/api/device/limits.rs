//! Queries about how much of everything the device has.

use super::PRINT_BYTES;
use crate::answer::{Query, Result};
use crate::gpu::{self, Machine};
use heddle_contract::config::Write;
use opencl_sys::*;

/// Queries about the limits of the device.
pub fn limits(machine: &Machine, name: u32, query: &Query) -> Option<Result<()>> {
    let threads = machine.reported_block_threads();
    Some(match name {
        CL_DEVICE_MAX_COMPUTE_UNITS => query.answer(machine.config().cores as u32),
        CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS => query.answer(3u32),
        CL_DEVICE_MAX_WORK_ITEM_SIZES => query.answer([threads; 3]),
        CL_DEVICE_MAX_WORK_GROUP_SIZE => query.answer(threads),
        CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE => query.answer(machine.warp_size()),
        CL_DEVICE_MAX_CLOCK_FREQUENCY => query.answer(gpu::CLOCK_MHZ),
        CL_DEVICE_PROFILING_TIMER_RESOLUTION => query.answer(gpu::NANOSECONDS_PER_CYCLE as usize),
        CL_DEVICE_MAX_PARAMETER_SIZE => query.answer(gpu::ARGUMENT_BYTES),
        CL_DEVICE_PRINTF_BUFFER_SIZE => query.answer(PRINT_BYTES),
        _ => return None,
    })
}

/// Queries about the memories of the device.
pub fn memory(machine: &Machine, name: u32, query: &Query) -> Option<Result<()>> {
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
