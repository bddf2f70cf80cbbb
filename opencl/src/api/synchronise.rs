//! Commands that only wait. In an in-order queue every command waits for all preceding ones anyway.

use crate::answer::Result;
use crate::border::{Handle, In, Out};
use crate::object::registry::get;
use crate::object::{Queue, Waits};
use opencl_sys::*;

/// Enqueues a command that ends when all preceding commands and these events have ended.
fn after(queue: Handle, kind: u32, waits: &Waits) -> Result<()> {
    waits.enqueue(&get::<Queue>(queue)?, kind, false, |_| Ok(()))
}

/// Enqueues a marker.
pub fn marker(queue: Handle, event: Out<Handle>) -> Result<()> {
    get::<Queue>(queue)?;
    if event.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    marker_after(queue, &Waits::new(0, In::NONE, event))
}

/// Enqueues a marker that waits for events.
pub fn marker_after(queue: Handle, waits: &Waits) -> Result<()> {
    after(queue, CL_COMMAND_MARKER, waits)
}

/// Enqueues a barrier.
pub fn barrier(queue: Handle) -> Result<()> {
    barrier_after(queue, &Waits::new(0, In::NONE, Out::NONE))
}

/// Enqueues a barrier that waits for events.
pub fn barrier_after(queue: Handle, waits: &Waits) -> Result<()> {
    after(queue, CL_COMMAND_BARRIER, waits)
}

/// Enqueues a barrier that waits for events: the function of OpenCL 1.0.
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
