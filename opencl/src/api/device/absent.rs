//! Queries about features that the device lacks (HST-18). Each has an answer that means so.

use crate::answer::{Named, Query, Result};
use crate::border::Handle;
use opencl_sys::*;

/// Queries about images, `half`, sub-devices, shared virtual memory, pipes, queues of the device, sub-groups, variables
/// of programs, generic pointers, intermediate languages and built-in kernels.
pub fn absent(name: u32, query: &Query) -> Option<Result<()>> {
    numbers(name, query).or_else(|| lists(name, query))
}

fn numbers(name: u32, query: &Query) -> Option<Result<()>> {
    Some(match name {
        CL_DEVICE_IMAGE_SUPPORT
        | CL_DEVICE_PIPE_SUPPORT
        | CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS
        | CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT
        | CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT
        | CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT => query.answer(false),
        CL_DEVICE_PARTITION_AFFINITY_DOMAIN
        | CL_DEVICE_SVM_CAPABILITIES
        | CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES
        | CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES => query.answer(0u64),
        CL_DEVICE_MAX_READ_IMAGE_ARGS
        | CL_DEVICE_MAX_WRITE_IMAGE_ARGS
        | CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS
        | CL_DEVICE_IMAGE_PITCH_ALIGNMENT
        | CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT
        | CL_DEVICE_MAX_SAMPLERS
        | CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF
        | CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF
        | CL_DEVICE_PARTITION_MAX_SUB_DEVICES
        | CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE
        | CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE
        | CL_DEVICE_MAX_ON_DEVICE_QUEUES
        | CL_DEVICE_MAX_ON_DEVICE_EVENTS
        | CL_DEVICE_MAX_PIPE_ARGS
        | CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS
        | CL_DEVICE_PIPE_MAX_PACKET_SIZE
        | CL_DEVICE_MAX_NUM_SUB_GROUPS => query.answer(0u32),
        // No alignment beyond that of the type is preferred.
        CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT
        | CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT
        | CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT => query.answer(0u32),
        CL_DEVICE_IMAGE2D_MAX_WIDTH
        | CL_DEVICE_IMAGE2D_MAX_HEIGHT
        | CL_DEVICE_IMAGE3D_MAX_WIDTH
        | CL_DEVICE_IMAGE3D_MAX_HEIGHT
        | CL_DEVICE_IMAGE3D_MAX_DEPTH
        | CL_DEVICE_IMAGE_MAX_BUFFER_SIZE
        | CL_DEVICE_IMAGE_MAX_ARRAY_SIZE
        | CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE
        | CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE => query.answer(0usize),
        CL_DEVICE_PARENT_DEVICE => query.answer(Handle::NULL),
        _ => return None,
    })
}

fn lists(name: u32, query: &Query) -> Option<Result<()>> {
    Some(match name {
        CL_DEVICE_PARTITION_PROPERTIES | CL_DEVICE_PARTITION_TYPE => query.answer(0isize),
        CL_DEVICE_BUILT_IN_KERNELS
        | CL_DEVICE_IL_VERSION
        | CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED => query.answer(""),
        CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION | CL_DEVICE_ILS_WITH_VERSION => {
            query.answer([] as [Named; 0])
        }
        _ => return None,
    })
}
