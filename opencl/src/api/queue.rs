//! Command queues: in-order, with or without profiling.

use super::device;
use crate::answer::{Query, Result};
use crate::border::{Handle, Out};
use crate::object::registry::{self, Object, get, hand_out, references};
use crate::object::{Context, Queue};
use opencl_sys::*;
use std::sync::Arc;

/// Creates a queue. Refuses an out-of-order queue, which the device does not support.
pub fn create(context: Handle, device: Handle, properties: u64) -> Result<Handle> {
    let context = get::<Context>(context)?;
    device::check(device)?;
    let known = CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    if properties & !known != 0 {
        return Err(CL_INVALID_VALUE);
    }
    if properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE != 0 {
        return Err(CL_INVALID_QUEUE_PROPERTIES);
    }
    Ok(hand_out(&Arc::new(Queue::new(context, properties))))
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
        CL_QUEUE_PROPERTIES => query.answer(queue.properties),
        _ => Err(CL_INVALID_VALUE),
    }
}

/// Always fails: OpenCL 1.1 removed this function, and the properties of a queue do not change.
pub fn set_property(queue: Handle, _properties: u64, _enable: u32, _old: Out<u64>) -> Result<()> {
    get::<Queue>(queue)?;
    Err(CL_INVALID_OPERATION)
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
