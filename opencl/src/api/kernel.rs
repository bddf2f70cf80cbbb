//! Kernels and their arguments.

use super::device;
use super::lists::check_room;
use crate::answer::{Query, Result};
use crate::border::{Handle, HostConst, In, Out};
use crate::gpu;
use crate::object::kernel::Argument;
use crate::object::registry::{self, Object, get, hand_out, references};
use crate::object::{Kernel, Memory, Program};
use heddle_isa::signature::{AddressQualifier, Kind, Parameter};
use opencl_sys::*;
use std::sync::Arc;

/// Creates the kernel with this name.
pub fn create(program: Handle, name: In<i8>) -> Result<Handle> {
    let program = get::<Program>(program)?;
    let name = name.string().ok_or(CL_INVALID_VALUE)?;
    let kernel = Kernel::new(program, &String::from_utf8_lossy(&name))?;
    Ok(hand_out(&Arc::new(kernel)))
}

/// Creates a kernel with the arguments that another one has now.
pub fn copy(kernel: Handle) -> Result<Handle> {
    let kernel = get::<Kernel>(kernel)?.copied();
    Ok(hand_out(&Arc::new(kernel)))
}

/// Creates all kernels of a program.
pub fn create_all(
    program: Handle,
    count: u32,
    kernels: Out<Handle>,
    found: Out<u32>,
) -> Result<()> {
    let program = get::<Program>(program)?;
    let executable = program.executable()?;
    let names = executable.kernels();
    if !kernels.is_null() {
        if (count as usize) < names.len() {
            return Err(CL_INVALID_VALUE);
        }
        let made = names.iter().map(|name| Kernel::new(program.clone(), name));
        let made = made.collect::<Result<Vec<_>>>()?;
        let made = made.into_iter().map(|kernel| hand_out(&Arc::new(kernel)));
        kernels.set_all(&made.collect::<Vec<_>>());
    } else {
        check_room(count, &kernels, &found)?;
    }
    found.set(names.len() as u32);
    Ok(())
}

/// Adds a reference.
pub fn retain(kernel: Handle) -> Result<()> {
    registry::retain::<Kernel>(kernel)
}

/// Removes a reference.
pub fn release(kernel: Handle) -> Result<()> {
    registry::release::<Kernel>(kernel)
}

/// Sets an argument for the next launches.
pub fn set_argument(kernel: Handle, index: u32, bytes: usize, value: HostConst) -> Result<()> {
    let kernel = get::<Kernel>(kernel)?;
    let parameter = kernel.parameter(index)?;
    let argument = match parameter.kind {
        Kind::Global | Kind::Constant => buffer(&kernel, bytes, value)?,
        Kind::Local => local(bytes, value)?,
        Kind::Value { bytes: size, .. } => {
            if value.is_null() {
                return Err(CL_INVALID_ARG_VALUE);
            }
            if bytes != size as usize {
                return Err(CL_INVALID_ARG_SIZE);
            }
            Argument::Value(value.bytes(bytes))
        }
    };
    kernel.set(index, argument);
    Ok(())
}

fn buffer(kernel: &Kernel, bytes: usize, value: HostConst) -> Result<Argument> {
    if bytes != size_of::<usize>() {
        return Err(CL_INVALID_ARG_SIZE);
    }
    let Some(handle) = value.handle().filter(|handle| !handle.is_null()) else {
        return Ok(Argument::Null);
    };
    let memory = get::<Memory>(handle)?;
    match kernel.program.context.same(&memory.context) {
        Ok(()) => Ok(Argument::Memory(Arc::downgrade(&memory))),
        Err(_) => Err(CL_INVALID_MEM_OBJECT),
    }
}

fn local(bytes: usize, value: HostConst) -> Result<Argument> {
    if !value.is_null() {
        return Err(CL_INVALID_ARG_VALUE);
    }
    match u32::try_from(bytes) {
        Ok(0) | Err(_) => Err(CL_INVALID_ARG_SIZE),
        Ok(bytes) => Ok(Argument::Local(bytes)),
    }
}

/// Answers a query about a kernel.
pub fn info(kernel: Handle, name: u32, query: &Query) -> Result<()> {
    let kernel = get::<Kernel>(kernel)?;
    let signature = kernel.signature();
    match name {
        CL_KERNEL_FUNCTION_NAME => query.answer(signature.kernel.as_str()),
        CL_KERNEL_NUM_ARGS => query.answer(signature.parameters.len() as u32),
        CL_KERNEL_REFERENCE_COUNT => query.answer(references(&*kernel)),
        CL_KERNEL_CONTEXT => query.answer(kernel.program.context.handle()),
        CL_KERNEL_PROGRAM => query.answer(kernel.program.handle()),
        CL_KERNEL_ATTRIBUTES => query.answer(signature.attributes.as_str()),
        _ => Err(CL_INVALID_VALUE),
    }
}

/// Answers a query about a parameter.
pub fn argument_info(kernel: Handle, index: u32, name: u32, query: &Query) -> Result<()> {
    let kernel = get::<Kernel>(kernel)?;
    let parameter = kernel.parameter(index)?;
    match name {
        CL_KERNEL_ARG_ADDRESS_QUALIFIER => query.answer(address_qualifier(parameter)),
        CL_KERNEL_ARG_ACCESS_QUALIFIER => query.answer(CL_KERNEL_ARG_ACCESS_NONE),
        CL_KERNEL_ARG_TYPE_NAME => query.answer(parameter.type_name.as_str()),
        CL_KERNEL_ARG_TYPE_QUALIFIER => query.answer(type_qualifiers(parameter)),
        CL_KERNEL_ARG_NAME => query.answer(parameter.name.as_str()),
        _ => Err(CL_INVALID_VALUE),
    }
}

fn address_qualifier(parameter: &Parameter) -> u32 {
    match parameter.address {
        AddressQualifier::Global => CL_KERNEL_ARG_ADDRESS_GLOBAL,
        AddressQualifier::Constant => CL_KERNEL_ARG_ADDRESS_CONSTANT,
        AddressQualifier::Local => CL_KERNEL_ARG_ADDRESS_LOCAL,
        AddressQualifier::Private => CL_KERNEL_ARG_ADDRESS_PRIVATE,
    }
}

/// The bits of a parameter's type qualifiers. Their type in the standard has 64 bits; the constants of `opencl_sys` have 32.
fn type_qualifiers(parameter: &Parameter) -> u64 {
    let qualifiers = &parameter.qualifiers;
    let all = [
        (qualifiers.is_const, CL_KERNEL_ARG_TYPE_CONST),
        (qualifiers.is_restrict, CL_KERNEL_ARG_TYPE_RESTRICT),
        (qualifiers.is_volatile, CL_KERNEL_ARG_TYPE_VOLATILE),
    ];
    let has = all.into_iter().filter(|(has, _)| *has);
    has.fold(0, |bits, (_, bit)| bits | u64::from(bit))
}

/// Answers a query about the resources of the device that a kernel needs.
pub fn work_group_info(kernel: Handle, device: Handle, name: u32, query: &Query) -> Result<()> {
    let kernel = get::<Kernel>(kernel)?;
    if !device.is_null() {
        device::check(device)?;
    }
    let (machine, signature) = (gpu::machine()?, kernel.signature());
    match name {
        CL_KERNEL_WORK_GROUP_SIZE => query.answer(machine.reported_block_threads()),
        CL_KERNEL_COMPILE_WORK_GROUP_SIZE => {
            let required = signature.required_work_group_size.unwrap_or_default();
            query.answer(required.map(|extent| extent as usize))
        }
        CL_KERNEL_LOCAL_MEM_SIZE => query.answer(kernel.local_bytes()),
        CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE => query.answer(machine.warp_size()),
        CL_KERNEL_PRIVATE_MEM_SIZE => {
            let stack = machine.config().core.stack_bytes;
            query.answer(u64::from(signature.stack_bytes.unwrap_or(stack)))
        }
        _ => Err(CL_INVALID_VALUE),
    }
}
