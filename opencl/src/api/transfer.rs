//! Commands that move bytes: between buffers and the host, from buffer to buffer, or a pattern into a buffer.

use crate::answer::Result;
use crate::border::{Handle, HostConst, HostPointer, In};
use crate::object::registry::{get, get_all};
use crate::object::{Memory, Queue, Waits};
use opencl_sys::*;
use std::sync::Arc;

/// Flags of a buffer that forbid the host to read it.
const NO_READS: u64 = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
/// Flags of a buffer that forbid the host to write it.
const NO_WRITES: u64 = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

/// The buffer with this handle, in the context of the queue.
///
/// # Errors
/// `CL_INVALID_MEM_OBJECT`; `CL_INVALID_CONTEXT` if the buffer has another context.
pub fn buffer_of(queue: &Queue, buffer: Handle) -> Result<Arc<Memory>> {
    let buffer = get::<Memory>(buffer)?;
    queue.context.same(&buffer.context)?;
    Ok(buffer)
}

/// Refuses a read of a buffer whose flags forbid the host to read it.
///
/// # Errors
/// `CL_INVALID_OPERATION`.
pub fn check_readable(buffer: &Memory) -> Result<()> {
    match buffer.flags & NO_READS {
        0 => Ok(()),
        _ => Err(CL_INVALID_OPERATION),
    }
}

/// Refuses a write to a buffer whose flags forbid the host to write it.
///
/// # Errors
/// `CL_INVALID_OPERATION`.
pub fn check_writable(buffer: &Memory) -> Result<()> {
    match buffer.flags & NO_WRITES {
        0 => Ok(()),
        _ => Err(CL_INVALID_OPERATION),
    }
}

/// Refuses a null pointer to host memory.
///
/// # Errors
/// `CL_INVALID_VALUE`.
pub fn check_host(host: HostPointer) -> Result<()> {
    match host.is_null() {
        true => Err(CL_INVALID_VALUE),
        false => Ok(()),
    }
}

/// Copies bytes from a buffer to the host.
pub fn read(
    queue: Handle,
    buffer: Handle,
    blocking: u32,
    offset: usize,
    bytes: usize,
    host: HostPointer,
    waits: &Waits,
) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    let buffer = buffer_of(&queue, buffer)?;
    buffer.check_range(offset, bytes)?;
    check_host(host)?;
    check_readable(&buffer)?;
    waits.enqueue(&queue, CL_COMMAND_READ_BUFFER, blocking != 0, move |gpu| {
        host.write(&gpu.bytes(buffer.address_at(offset), bytes)?);
        gpu.cross_link(bytes);
        Ok(())
    })
}

/// Copies bytes from the host to a buffer.
pub fn write(
    queue: Handle,
    buffer: Handle,
    blocking: u32,
    offset: usize,
    bytes: usize,
    host: HostConst,
    waits: &Waits,
) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    let buffer = buffer_of(&queue, buffer)?;
    buffer.check_range(offset, bytes)?;
    check_host(host.pointer())?;
    check_writable(&buffer)?;
    waits.enqueue(&queue, CL_COMMAND_WRITE_BUFFER, blocking != 0, move |gpu| {
        gpu.write(buffer.address_at(offset), &host.bytes(bytes))?;
        gpu.cross_link(bytes);
        Ok(())
    })
}

/// Copies bytes from buffer to buffer.
pub fn copy(
    queue: Handle,
    from: Handle,
    to: Handle,
    from_offset: usize,
    to_offset: usize,
    bytes: usize,
    waits: &Waits,
) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    let (from, to) = (buffer_of(&queue, from)?, buffer_of(&queue, to)?);
    from.check_range(from_offset, bytes)?;
    to.check_range(to_offset, bytes)?;
    let (source, target) = (from.address_at(from_offset), to.address_at(to_offset));
    if (source.abs_diff(target) as usize) < bytes {
        return Err(CL_MEM_COPY_OVERLAP);
    }
    waits.enqueue(&queue, CL_COMMAND_COPY_BUFFER, false, move |gpu| {
        let contents = gpu.bytes(from.address_at(from_offset), bytes)?;
        gpu.write(to.address_at(to_offset), &contents)?;
        gpu.access(2 * bytes);
        Ok(())
    })
}

/// Fills a range of a buffer with a pattern.
pub fn fill(
    queue: Handle,
    buffer: Handle,
    pattern: HostConst,
    pattern_bytes: usize,
    offset: usize,
    bytes: usize,
    waits: &Waits,
) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    let buffer = buffer_of(&queue, buffer)?;
    buffer.check_range(offset, bytes)?;
    // The sizes of OpenCL's types, from one byte to `long16`.
    let known = pattern_bytes.is_power_of_two() && pattern_bytes <= 128;
    let whole = |bytes: usize| bytes.is_multiple_of(pattern_bytes);
    if pattern.is_null() || !known || !whole(offset) || !whole(bytes) {
        return Err(CL_INVALID_VALUE);
    }
    let contents = pattern.bytes(pattern_bytes).repeat(bytes / pattern_bytes);
    waits.enqueue(&queue, CL_COMMAND_FILL_BUFFER, false, move |gpu| {
        gpu.write(buffer.address_at(offset), &contents)?;
        gpu.access(bytes);
        Ok(())
    })
}

/// Moves nothing: buffers are already on the device.
pub fn migrate(
    queue: Handle,
    count: u32,
    objects: In<Handle>,
    flags: u64,
    waits: &Waits,
) -> Result<()> {
    let queue = get::<Queue>(queue)?;
    let handles = objects.list(count as usize).unwrap_or_default();
    let known = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    if handles.is_empty() || flags & !known != 0 {
        return Err(CL_INVALID_VALUE);
    }
    for memory in get_all::<Memory>(&handles)? {
        queue.context.same(&memory.context)?;
    }
    waits.enqueue(&queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, false, |_| Ok(()))
}
