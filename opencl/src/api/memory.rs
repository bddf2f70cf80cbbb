//! Memory objects: buffers and sub-buffers.

use crate::answer::{Query, Result};
use crate::border::{Handle, HostConst, HostPointer, In, ObjectCallback};
use crate::gpu;
use crate::object::registry::{self, Object, get, hand_out, references};
use crate::object::{Context, Memory};
use opencl_sys::*;
use std::sync::Arc;

/// Flags for the use of a buffer by kernels: at most one may be set.
const BY_KERNELS: u64 = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
/// Flags for the host memory of a buffer.
const PLACES: u64 = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
/// Flags for the use of a buffer by the host: at most one may be set.
const BY_HOST: u64 = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

/// Creates a buffer.
pub fn create(context: Handle, flags: u64, bytes: usize, host: HostPointer) -> Result<Handle> {
    create_with_properties(context, In::NONE, flags, bytes, host)
}

/// Creates a buffer with properties, of which none is supported.
pub fn create_with_properties(
    context: Handle,
    properties: In<u64>,
    flags: u64,
    bytes: usize,
    host: HostPointer,
) -> Result<Handle> {
    let context = get::<Context>(context)?;
    if !properties.pairs().is_empty() {
        return Err(CL_INVALID_PROPERTY);
    }
    check_flags(flags)?;
    let uses = flags & CL_MEM_USE_HOST_PTR != 0;
    if uses && flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR) != 0 {
        return Err(CL_INVALID_VALUE);
    }
    if bytes == 0 || bytes > gpu::BUFFER_BYTES {
        return Err(CL_INVALID_BUFFER_SIZE);
    }
    let wants_host = uses || flags & CL_MEM_COPY_HOST_PTR != 0;
    if wants_host == host.is_null() {
        return Err(CL_INVALID_HOST_PTR);
    }
    let seen_at = if uses { host } else { HostPointer::NULL };
    let flags = with_access(flags, CL_MEM_READ_WRITE, BY_KERNELS);
    let memory = Memory::new(context, properties.whole_list(), flags, bytes, seen_at)?;
    if wants_host {
        let mut gpu = gpu::lock()?;
        gpu.write(memory.address(), &host.bytes(bytes))?;
        gpu.cross_link(bytes);
    }
    Ok(hand_out(&Arc::new(memory)))
}

/// Creates a sub-buffer.
pub fn create_part(buffer: Handle, flags: u64, kind: u32, region: HostConst) -> Result<Handle> {
    let buffer = get::<Memory>(buffer)?;
    if buffer.whole().is_some() {
        return Err(CL_INVALID_MEM_OBJECT);
    }
    check_flags(flags)?;
    let allowed = allows(buffer.flags, flags) && flags & PLACES == 0;
    if !allowed || kind != CL_BUFFER_CREATE_TYPE_REGION || region.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    let (origin, bytes) = region_of(region);
    if bytes == 0 {
        return Err(CL_INVALID_BUFFER_SIZE);
    }
    buffer.check_range(origin, bytes)?;
    if !origin.is_multiple_of(gpu::BASE_ALIGN) {
        return Err(CL_MISALIGNED_SUB_BUFFER_OFFSET);
    }
    let flags = with_access(flags, buffer.flags, BY_KERNELS);
    let flags = with_access(flags, buffer.flags, BY_HOST) | buffer.flags & PLACES;
    Ok(hand_out(&Arc::new(Memory::part(
        &buffer, flags, origin, bytes,
    ))))
}

/// A `cl_buffer_region`: first byte and number of bytes.
fn region_of(region: HostConst) -> (usize, usize) {
    let bytes = region.bytes(2 * size_of::<usize>());
    let (origin, size) = bytes.split_at(size_of::<usize>());
    let number = |bytes: &[u8]| usize::from_ne_bytes(bytes.try_into().expect("half of two"));
    (number(origin), number(size))
}

/// Refuses unknown flags, and flags that exclude each other.
///
/// # Errors
/// `CL_INVALID_VALUE`.
pub fn check_flags(flags: u64) -> Result<()> {
    let one_of = |mask: u64| (flags & mask).count_ones() <= 1;
    match flags & !(BY_KERNELS | PLACES | BY_HOST) == 0 && one_of(BY_KERNELS) && one_of(BY_HOST) {
        true => Ok(()),
        false => Err(CL_INVALID_VALUE),
    }
}

/// Whether the flags of the whole buffer permit the flags of a sub-buffer.
fn allows(whole: u64, part: u64) -> bool {
    let has = |flags: u64, flag: u64| flags & flag != 0;
    let both = CL_MEM_READ_WRITE;
    let by_kernels = !(has(whole, CL_MEM_WRITE_ONLY) && has(part, both | CL_MEM_READ_ONLY)
        || has(whole, CL_MEM_READ_ONLY) && has(part, both | CL_MEM_WRITE_ONLY));
    let by_host = !(has(whole, CL_MEM_HOST_WRITE_ONLY) && has(part, CL_MEM_HOST_READ_ONLY)
        || has(whole, CL_MEM_HOST_READ_ONLY) && has(part, CL_MEM_HOST_WRITE_ONLY)
        || has(whole, CL_MEM_HOST_NO_ACCESS)
            && has(part, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY));
    by_kernels && by_host
}

/// The flags; those within `mask` come from `other` if `flags` has none of them.
fn with_access(flags: u64, other: u64, mask: u64) -> u64 {
    match flags & mask {
        0 => flags | other & mask,
        _ => flags,
    }
}

/// Adds a reference.
pub fn retain(memory: Handle) -> Result<()> {
    registry::retain::<Memory>(memory)
}

/// Removes a reference.
pub fn release(memory: Handle) -> Result<()> {
    registry::release::<Memory>(memory)
}

/// Registers a callback for the destruction of the object.
pub fn on_destruction(memory: Handle, notify: ObjectCallback, data: HostPointer) -> Result<()> {
    let memory = get::<Memory>(memory)?;
    if notify.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    memory.destructors.add(notify, data);
    Ok(())
}

/// Answers a query about a memory object.
pub fn info(memory: Handle, name: u32, query: &Query) -> Result<()> {
    let memory = get::<Memory>(memory)?;
    match name {
        CL_MEM_TYPE => query.answer(CL_MEM_OBJECT_BUFFER),
        CL_MEM_FLAGS => query.answer(memory.flags),
        CL_MEM_SIZE => query.answer(memory.bytes),
        CL_MEM_HOST_PTR => query.answer(memory.host()),
        CL_MEM_MAP_COUNT => query.answer(memory.mappings() as u32),
        CL_MEM_REFERENCE_COUNT => query.answer(references(&*memory)),
        CL_MEM_CONTEXT => query.answer(memory.context.handle()),
        CL_MEM_ASSOCIATED_MEMOBJECT => {
            query.answer(memory.whole().map_or(Handle::NULL, |whole| whole.handle()))
        }
        CL_MEM_OFFSET => query.answer(memory.origin()),
        CL_MEM_USES_SVM_POINTER => query.answer(false),
        CL_MEM_PROPERTIES => query.answer(memory.properties.as_slice()),
        _ => Err(CL_INVALID_VALUE),
    }
}
