//! Command queues of the host, with or without profiling.

use super::device;
use crate::answer::{Query, Result};
use crate::border::{Handle, In};
use crate::object::registry::{self, Object, get, hand_out, references};
use crate::object::{Context, Queue};
use opencl_sys::*;
use std::sync::Arc;

/// The modes of a queue of the host.
const HOST_MODES: u64 = CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
/// The modes of a queue of the device.
const DEVICE_MODES: u64 = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

/// Creates a queue. An out-of-order queue runs its commands in order (HST-20).
pub fn create(context: Handle, device: Handle, modes: u64) -> Result<Handle> {
    let context = get::<Context>(context)?;
    device::check(device)?;
    match modes & !HOST_MODES {
        0 => Ok(hand_out(&Arc::new(Queue::new(context, modes, Vec::new())))),
        _ => Err(CL_INVALID_VALUE),
    }
}

/// Creates a queue with properties.
pub fn create_with_properties(
    context: Handle,
    device: Handle,
    properties: In<u64>,
) -> Result<Handle> {
    let context = get::<Context>(context)?;
    device::check(device)?;
    let modes = modes(&properties.pairs())?;
    let list = properties.whole_list();
    Ok(hand_out(&Arc::new(Queue::new(context, modes, list))))
}

/// The modes of a queue of the host in a list of properties.
///
/// # Errors
/// `CL_INVALID_VALUE` for properties that do not exist or do not fit together; `CL_INVALID_QUEUE_PROPERTIES` for those of a
/// queue of the device, which the device does not support.
fn modes(properties: &[(u64, u64)]) -> Result<u64> {
    let (mut modes, mut has_size) = (None, false);
    for &(name, value) in properties {
        match u32::try_from(name) {
            Ok(CL_QUEUE_PROPERTIES) if modes.is_none() => modes = Some(value),
            Ok(CL_QUEUE_SIZE) if !has_size => has_size = true,
            _ => return Err(CL_INVALID_VALUE),
        }
    }
    let modes = modes.unwrap_or_default();
    let on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    match modes & DEVICE_MODES != 0 || has_size {
        _ if modes & !(HOST_MODES | DEVICE_MODES) != 0 => Err(CL_INVALID_VALUE),
        false => Ok(modes),
        true if modes & on_device == on_device => Err(CL_INVALID_QUEUE_PROPERTIES),
        true => Err(CL_INVALID_VALUE),
    }
}

/// Adds a reference.
pub fn retain(queue: Handle) -> Result<()> {
    registry::retain::<Queue>(queue)
}

/// Removes a reference. Waiting commands still run.
pub fn release(queue: Handle) -> Result<()> {
    registry::release::<Queue>(queue)
}

/// Answers a query about a queue.
pub fn info(queue: Handle, name: u32, query: &Query) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    match name {
        CL_QUEUE_CONTEXT => query.answer(queue.context.handle()),
        CL_QUEUE_DEVICE => query.answer(device::handle()),
        CL_QUEUE_REFERENCE_COUNT => query.answer(references(&*queue)),
        CL_QUEUE_PROPERTIES => query.answer(queue.modes),
        CL_QUEUE_PROPERTIES_ARRAY => query.answer(queue.properties.as_slice()),
        CL_QUEUE_DEVICE_DEFAULT => query.answer(Handle::NULL),
        // Only queues of the device have a size.
        CL_QUEUE_SIZE => Err(CL_INVALID_COMMAND_QUEUE),
        _ => Err(CL_INVALID_VALUE),
    }
}

/// Only checks the queue: commands run as soon as they are ready, without a flush.
pub fn flush(queue: Handle) -> Result<()> {
    get::<Queue>(queue)?.check()
}

/// Waits until all commands have ended.
pub fn finish(queue: Handle) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    queue.wait();
    queue.check()
}
