//! Functions of features that the device lacks (HST-18). Each checks the objects that it is given, as the standard wants, and then
//! answers that the operation is invalid.

use super::{device, memory, platform};
use crate::answer::Result;
use crate::border::{Handle, NativeKernel, Out, UnreadMut};
use crate::object::registry::get;
use crate::object::{Context, Kernel, Memory, Program, Queue};
use opencl_sys::*;

/// No device of any context has the feature.
pub fn operation<T>() -> Result<T> {
    Err(CL_INVALID_OPERATION)
}

/// Does nothing, as there is nothing to free.
pub fn nothing(_context: Handle) -> Result<()> {
    Ok(())
}

/// The failure of a call that needs a context.
pub fn of_context<T>(context: Handle) -> Result<T> {
    get::<Context>(context)?;
    operation()
}

/// The failure of a call that needs a context and its device.
pub fn of_context_and_device(context: Handle, device: Handle) -> Result<()> {
    get::<Context>(context)?;
    of_device(device)
}

/// The failure of a call that needs the device.
pub fn of_device(device: Handle) -> Result<()> {
    device::check(device)?;
    operation()
}

/// The failure of a call for the devices of other libraries.
pub fn of_platform(platform: Handle) -> Result<()> {
    platform::check(platform)?;
    Err(CL_DEVICE_NOT_FOUND)
}

/// The failure of a command.
pub fn of_queue<T>(queue: Handle) -> Result<T> {
    get::<Queue>(queue)?;
    operation()
}

/// The failure of a call that needs a program.
pub fn of_program(program: Handle) -> Result<()> {
    get::<Program>(program)?;
    operation()
}

/// The failure of a call that needs a kernel.
pub fn of_kernel(kernel: Handle) -> Result<()> {
    get::<Kernel>(kernel)?;
    operation()
}

/// The failure of a call that needs a kernel, and the device or null, which stands for the device.
pub fn of_kernel_on_device(kernel: Handle, device: Handle) -> Result<()> {
    get::<Kernel>(kernel)?;
    if !device.is_null() {
        device::check(device)?;
    }
    operation()
}

/// The failure of a call that announces pointers to shared virtual memory.
pub fn execution_info(kernel: Handle, name: u32) -> Result<()> {
    get::<Kernel>(kernel)?;
    match name {
        CL_KERNEL_EXEC_INFO_SVM_PTRS | CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM => operation(),
        _ => Err(CL_INVALID_VALUE),
    }
}

/// The failure of a command that calls a function of the host program.
pub fn native_kernel(queue: Handle, function: NativeKernel) -> Result<()> {
    get::<Queue>(queue)?;
    match function.is_null() {
        true => Err(CL_INVALID_VALUE),
        false => operation(),
    }
}

/// The failure of a partition: no way of partitioning is supported.
pub fn sub_devices(device: Handle) -> Result<()> {
    device::check(device)?;
    Err(CL_INVALID_VALUE)
}

/// The failure of a query about an object of OpenGL: no memory object is one.
pub fn gl_object(memory: Handle) -> Result<()> {
    get::<Memory>(memory)?;
    Err(CL_INVALID_GL_OBJECT)
}

/// The failure of a query about an image or a pipe: no handle is one.
pub fn no_memory(_memory: Handle) -> Result<()> {
    Err(CL_INVALID_MEM_OBJECT)
}

/// The failure of a call that needs a sampler: no handle is one.
pub fn no_sampler(_sampler: Handle) -> Result<()> {
    Err(CL_INVALID_SAMPLER)
}

/// Answers that no formats of images are supported.
pub fn image_formats(
    context: Handle,
    flags: u64,
    kind: u32,
    count: u32,
    formats: UnreadMut<cl_image_format>,
    found: Out<u32>,
) -> Result<()> {
    get::<Context>(context)?;
    memory::check_flags(flags & !CL_MEM_KERNEL_READ_AND_WRITE)?;
    let known = CL_MEM_OBJECT_IMAGE2D..=CL_MEM_OBJECT_IMAGE1D_BUFFER;
    if !known.contains(&kind) || (count == 0 && !formats.is_null()) {
        return Err(CL_INVALID_VALUE);
    }
    found.set(0);
    Ok(())
}
