//! Events.

use crate::answer::{Query, Result};
use crate::border::{EventCallback, Handle, HostPointer, In};
use crate::gpu;
use crate::object::queue::run_ready;
use crate::object::registry::{self, Object, get, get_all, hand_out, references};
use crate::object::{Context, Event};
use opencl_sys::*;
use std::sync::Arc;

/// Creates a user event.
pub fn create(context: Handle) -> Result<Handle> {
    let context = get::<Context>(context)?;
    Ok(hand_out(&Arc::new(Event::of_user(context))))
}

/// Ends a user event, and runs the commands that waited for it.
pub fn set_status(event: Handle, status: i32) -> Result<()> {
    let event = get::<Event>(event)?;
    if event.queue.is_some() {
        return Err(CL_INVALID_EVENT);
    }
    if status > CL_COMPLETE {
        return Err(CL_INVALID_VALUE);
    }
    run_ready(event.advance(status).ok_or(CL_INVALID_OPERATION)?);
    Ok(())
}

/// Adds a reference.
pub fn retain(event: Handle) -> Result<()> {
    registry::retain::<Event>(event)
}

/// Removes a reference. This does not affect the command.
pub fn release(event: Handle) -> Result<()> {
    registry::release::<Event>(event)
}

/// Answers a query about an event, such as its status.
pub fn info(event: Handle, name: u32, query: &Query) -> Result<()> {
    let event = get::<Event>(event)?;
    match name {
        CL_EVENT_COMMAND_QUEUE => {
            let queue = event.queue.as_ref();
            query.answer(queue.map_or(Handle::NULL, |queue| queue.handle()))
        }
        CL_EVENT_CONTEXT => query.answer(event.context.handle()),
        CL_EVENT_COMMAND_TYPE => query.answer(event.kind),
        CL_EVENT_COMMAND_EXECUTION_STATUS => query.answer(event.status()),
        CL_EVENT_REFERENCE_COUNT => query.answer(references(&*event)),
        _ => Err(CL_INVALID_VALUE),
    }
}

/// Answers when a command reached a status, in nanoseconds of the device's clock.
pub fn profiling(event: Handle, name: u32, query: &Query) -> Result<()> {
    let event = get::<Event>(event)?;
    let modes = event.queue.as_ref().map_or(0, |queue| queue.modes());
    let times = event.times();
    let cycles = match name {
        CL_PROFILING_COMMAND_QUEUED => times.queued,
        CL_PROFILING_COMMAND_SUBMIT => times.submitted,
        CL_PROFILING_COMMAND_START => times.start,
        // No command starts further ones, which would complete it later.
        CL_PROFILING_COMMAND_END | CL_PROFILING_COMMAND_COMPLETE => times.end,
        _ => return Err(CL_INVALID_VALUE),
    };
    if modes & CL_QUEUE_PROFILING_ENABLE == 0 || event.status() != CL_COMPLETE {
        return Err(CL_PROFILING_INFO_NOT_AVAILABLE);
    }
    query.answer(cycles * gpu::NANOSECONDS_PER_CYCLE)
}

/// Registers a callback for the time when an event reaches a status.
pub fn on_status(
    event: Handle,
    status: i32,
    notify: EventCallback,
    data: HostPointer,
) -> Result<()> {
    let event = get::<Event>(event)?;
    let known = matches!(status, CL_SUBMITTED | CL_RUNNING | CL_COMPLETE);
    if notify.is_null() || !known {
        return Err(CL_INVALID_VALUE);
    }
    event.on(status, notify, data);
    Ok(())
}

/// Waits until events have ended.
pub fn wait(count: u32, events: In<Handle>) -> Result<()> {
    let handles = events.list(count as usize).unwrap_or_default();
    if handles.is_empty() {
        return Err(CL_INVALID_VALUE);
    }
    let events = get_all::<Event>(&handles)?;
    for event in &events {
        event.context.same(&events[0].context)?;
    }
    events.iter().for_each(|event| event.wait());
    events.iter().try_for_each(|event| event.check())
}
