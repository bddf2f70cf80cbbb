//! Mapped buffers: the host program sees a range in host memory (HST-12); unmapping writes it back.

use super::transfer::{buffer_of, check_readable, check_writable};
use crate::answer::Result;
use crate::border::{Handle, HostPointer};
use crate::object::registry::get;
use crate::object::{Queue, Waits};
use opencl_sys::*;

/// Maps a range of a buffer.
pub fn map(
    queue: Handle,
    buffer: Handle,
    blocking: u32,
    flags: u64,
    offset: usize,
    bytes: usize,
    waits: &Waits,
) -> Result<HostPointer> {
    let queue = get::<Queue>(queue)?;
    let buffer = buffer_of(&queue, buffer)?;
    buffer.check_range(offset, bytes)?;
    if bytes == 0 {
        return Err(CL_INVALID_VALUE);
    }
    check_flags(flags)?;
    if flags & CL_MAP_READ != 0 {
        check_readable(&buffer)?;
    }
    if flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION) != 0 {
        check_writable(&buffer)?;
    }
    let mapping = buffer.map(offset, bytes, flags)?;
    let shown = buffer.clone();
    let kind = CL_COMMAND_MAP_BUFFER;
    let enqueued = waits.enqueue(&queue, kind, blocking != 0, move |gpu| {
        shown.show(gpu, &mapping)
    });
    match enqueued {
        Ok(()) => Ok(mapping.pointer),
        Err(code) => {
            buffer.unmap(mapping.pointer)?;
            Err(code)
        }
    }
}

/// Refuses unknown flags, and flags that exclude each other.
fn check_flags(flags: u64) -> Result<()> {
    let both = CL_MAP_READ | CL_MAP_WRITE;
    let invalidates = flags & CL_MAP_WRITE_INVALIDATE_REGION != 0;
    let unknown = flags & !(both | CL_MAP_WRITE_INVALIDATE_REGION) != 0;
    match unknown || (invalidates && flags & both != 0) {
        true => Err(CL_INVALID_VALUE),
        false => Ok(()),
    }
}

/// Ends a mapping, and writes the range back if the host program may have written to it.
pub fn unmap(queue: Handle, buffer: Handle, mapped: HostPointer, waits: &Waits) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    let buffer = buffer_of(&queue, buffer)?;
    let mapping = buffer.unmap(mapped)?;
    let kind = CL_COMMAND_UNMAP_MEM_OBJECT;
    waits.enqueue(&queue, kind, false, move |gpu| buffer.take(gpu, &mapping))
}
