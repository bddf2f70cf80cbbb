//! Queries about what the device can do.

use crate::answer::{Query, Result};
use crate::gpu::Machine;
use opencl_sys::*;

/// Atomics of OpenCL C 1.2 in the terms of 3.0: the least that a device may have.
const ATOMICS: u64 = CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;

/// Queries about the capabilities of the device.
pub fn abilities(name: u32, query: &Query) -> Option<Result<()>> {
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
        // HST-20: an out-of-order queue is one whose order the program leaves open.
        CL_DEVICE_QUEUE_ON_HOST_PROPERTIES => {
            query.answer(CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        }
        CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES => query.answer(ATOMICS),
        CL_DEVICE_ATOMIC_FENCE_CAPABILITIES => {
            query.answer(ATOMICS | CL_DEVICE_ATOMIC_ORDER_ACQ_REL)
        }
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

/// Queries about `double`, whose operations are software (OCL-18). They are all that the standard asks of a device that has it.
pub fn double(machine: &Machine, name: u32, query: &Query) -> Option<Result<()>> {
    const ALL: u64 = CL_FP_DENORM
        | CL_FP_INF_NAN
        | CL_FP_ROUND_TO_NEAREST
        | CL_FP_ROUND_TO_ZERO
        | CL_FP_ROUND_TO_INF
        | CL_FP_FMA;
    let has = machine.has_double();
    Some(match name {
        CL_DEVICE_DOUBLE_FP_CONFIG => query.answer(if has { ALL } else { 0 }),
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE | CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE => {
            query.answer(u32::from(has))
        }
        _ => return None,
    })
}
