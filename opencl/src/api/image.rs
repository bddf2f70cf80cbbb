//! Images and samplers. The device supports neither, so every call fails.

use crate::answer::{Query, Result};
use crate::border::{Handle, HostConst, HostPointer, In, Out, Unread, UnreadMut};
use crate::object::registry::get;
use crate::object::{Context, Queue, Waits};
use opencl_sys::*;

type Format = Unread<cl_image_format>;

/// The failure of a call that creates an image or a sampler.
fn none<T>(context: Handle) -> Result<T> {
    get::<Context>(context)?;
    Err(CL_INVALID_OPERATION)
}

/// The failure of a command on an image.
fn refused<T>(queue: Handle) -> Result<T> {
    get::<Queue>(queue)?;
    Err(CL_INVALID_OPERATION)
}

/// Always fails: images are not supported.
pub fn create(
    context: Handle,
    _flags: u64,
    _format: Format,
    _description: Unread<cl_image_desc>,
    _host: HostPointer,
) -> Result<Handle> {
    none(context)
}

/// Always fails: images are not supported.
pub fn create_2d(
    context: Handle,
    _flags: u64,
    _format: Format,
    _width: usize,
    _height: usize,
    _row: usize,
    _host: HostPointer,
) -> Result<Handle> {
    none(context)
}

/// Always fails: images are not supported.
pub fn create_3d(
    context: Handle,
    _flags: u64,
    _format: Format,
    _width: usize,
    _height: usize,
    _depth: usize,
    _row: usize,
    _slice: usize,
    _host: HostPointer,
) -> Result<Handle> {
    none(context)
}

/// Answers that no image formats are supported.
pub fn formats(
    context: Handle,
    flags: u64,
    kind: u32,
    count: u32,
    formats: UnreadMut<cl_image_format>,
    found: Out<u32>,
) -> Result<()> {
    get::<Context>(context)?;
    super::memory::check_flags(flags)?;
    let known = CL_MEM_OBJECT_IMAGE2D..=CL_MEM_OBJECT_IMAGE1D_BUFFER;
    if !known.contains(&kind) || (count == 0 && !formats.is_null()) {
        return Err(CL_INVALID_VALUE);
    }
    found.set(0);
    Ok(())
}

/// Always fails: no handle is an image.
pub fn info(_image: Handle, _name: u32, _query: &Query) -> Result<()> {
    Err(CL_INVALID_MEM_OBJECT)
}

/// Always fails: samplers are not supported.
pub fn create_sampler(
    context: Handle,
    _normalised: u32,
    _addressing: u32,
    _filter: u32,
) -> Result<Handle> {
    none(context)
}

/// Always fails: no handle is a sampler.
pub fn sampler(_sampler: Handle) -> Result<()> {
    Err(CL_INVALID_SAMPLER)
}

/// Always fails: no handle is a sampler.
pub fn sampler_info(_sampler: Handle, _name: u32, _query: &Query) -> Result<()> {
    Err(CL_INVALID_SAMPLER)
}

/// Always fails: no image exists to be read.
pub fn read(
    queue: Handle,
    _image: Handle,
    _blocking: u32,
    _origin: In<usize>,
    _region: In<usize>,
    _row: usize,
    _slice: usize,
    _host: HostPointer,
    _waits: &Waits,
) -> Result<()> {
    refused(queue)
}

/// Always fails: no image exists to be written.
pub fn write(
    queue: Handle,
    _image: Handle,
    _blocking: u32,
    _origin: In<usize>,
    _region: In<usize>,
    _row: usize,
    _slice: usize,
    _host: HostConst,
    _waits: &Waits,
) -> Result<()> {
    refused(queue)
}

/// Always fails: no image exists to be filled.
pub fn fill(
    queue: Handle,
    _image: Handle,
    _colour: HostConst,
    _origin: In<usize>,
    _region: In<usize>,
    _waits: &Waits,
) -> Result<()> {
    refused(queue)
}

/// Always fails: no images exist to be copied.
pub fn copy(
    queue: Handle,
    _from: Handle,
    _to: Handle,
    _from_origin: In<usize>,
    _to_origin: In<usize>,
    _region: In<usize>,
    _waits: &Waits,
) -> Result<()> {
    refused(queue)
}

/// Always fails: no image exists to be copied to a buffer.
pub fn copy_to_buffer(
    queue: Handle,
    _from: Handle,
    _to: Handle,
    _origin: In<usize>,
    _region: In<usize>,
    _offset: usize,
    _waits: &Waits,
) -> Result<()> {
    refused(queue)
}

/// Always fails: no image exists to be copied to.
pub fn copy_from_buffer(
    queue: Handle,
    _from: Handle,
    _to: Handle,
    _offset: usize,
    _origin: In<usize>,
    _region: In<usize>,
    _waits: &Waits,
) -> Result<()> {
    refused(queue)
}

/// Always fails: no image exists to be mapped.
pub fn map(
    queue: Handle,
    _image: Handle,
    _blocking: u32,
    _flags: u64,
    _origin: In<usize>,
    _region: In<usize>,
    _row: Out<usize>,
    _slice: Out<usize>,
    _waits: &Waits,
) -> Result<HostPointer> {
    refused(queue)
}
