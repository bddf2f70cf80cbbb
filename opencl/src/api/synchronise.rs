//! Commands that do nothing but wait. In a queue in order every command waits for all ahead of it.

use crate::answer::Result;
use crate::border::{Handle, In, Out};
use crate::object::registry::get;
use crate::object::{Queue, Waits};
use opencl_sys::*;

/// Ends when all commands ahead of it and these events have ended.
fn after(queue: Handle, kind: u32, waits: &Waits) -> Result<()> {
    waits.enqueue(&get::<Queue>(queue)?, kind, false, |_| Ok(()))
}

/// A marker.
pub fn marker(queue: Handle, event: Out<Handle>) -> Result<()> {
    get::<Queue>(queue)?;
    if event.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    marker_after(queue, &Waits::new(0, In::NONE, event))
}

/// A marker behind events.
pub fn marker_after(queue: Handle, waits: &Waits) -> Result<()> {
    after(queue, CL_COMMAND_MARKER, waits)
}

/// A barrier.
pub fn barrier(queue: Handle) -> Result<()> {
    barrier_after(queue, &Waits::new(0, In::NONE, Out::NONE))
}

/// A barrier behind events.
pub fn barrier_after(queue: Handle, waits: &Waits) -> Result<()> {
    after(queue, CL_COMMAND_BARRIER, waits)
}

/// A barrier behind events, by its name of OpenCL 1.0.
pub fn wait(queue: Handle, count: u32, events: In<Handle>) -> Result<()> {
    get::<Queue>(queue)?;
    if count == 0 || events.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    let waits = Waits::new(count, events, Out::NONE);
    barrier_after(queue, &waits).map_err(|code| match code {
        CL_INVALID_EVENT_WAIT_LIST => CL_INVALID_EVENT,
        code => code,
    })
}
