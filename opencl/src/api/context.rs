//! Contexts.

use super::{device, platform};
use crate::answer::{Query, Result};
use crate::border::{ContextCallback, Handle, HostPointer, In, ObjectCallback};
use crate::object::Context;
use crate::object::registry::{self, get, hand_out, references};
use opencl_sys::*;
use std::sync::Arc;

/// Creates a context of the device.
pub fn create(
    properties: In<isize>,
    count: u32,
    devices: In<Handle>,
    notify: ContextCallback,
    data: HostPointer,
) -> Result<Handle> {
    let properties = checked(&properties)?;
    if devices.is_null() || count == 0 || (notify.is_null() && !data.is_null()) {
        return Err(CL_INVALID_VALUE);
    }
    device::check_all(count, &devices)?;
    Ok(hand_out(&Arc::new(Context::new(properties, notify, data))))
}

/// Creates a context of the devices of a kind.
pub fn create_from_type(
    properties: In<isize>,
    kind: u64,
    notify: ContextCallback,
    data: HostPointer,
) -> Result<Handle> {
    let properties = checked(&properties)?;
    if notify.is_null() && !data.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    device::check_kind(kind)?;
    Ok(hand_out(&Arc::new(Context::new(properties, notify, data))))
}

/// Checks a list of properties; returns it with the terminating 0, as queries return it.
fn checked(properties: &In<isize>) -> Result<Vec<isize>> {
    let pairs = properties.pairs();
    for (index, &(name, value)) in pairs.iter().enumerate() {
        let twice = pairs[..index].iter().any(|&(other, _)| other == name);
        match name {
            _ if twice => return Err(CL_INVALID_PROPERTY),
            CL_CONTEXT_PLATFORM => check_platform(value)?,
            CL_CONTEXT_INTEROP_USER_SYNC if matches!(value, 0 | 1) => {}
            _ => return Err(CL_INVALID_PROPERTY),
        }
    }
    Ok(properties.whole_list())
}

fn check_platform(value: isize) -> Result<()> {
    match Handle::of_property(value) == platform::handle() {
        true => Ok(()),
        false => Err(CL_INVALID_PLATFORM),
    }
}

/// Adds a reference.
pub fn retain(context: Handle) -> Result<()> {
    registry::retain::<Context>(context)
}

/// Removes a reference.
pub fn release(context: Handle) -> Result<()> {
    registry::release::<Context>(context)
}

/// Registers a callback for the destruction of the context.
pub fn on_destruction(context: Handle, notify: ObjectCallback, data: HostPointer) -> Result<()> {
    let context = get::<Context>(context)?;
    if notify.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    context.destructors.add(notify, data);
    Ok(())
}

/// Answers a query about a context.
pub fn info(context: Handle, name: u32, query: &Query) -> Result<()> {
    let context = get::<Context>(context)?;
    match name {
        CL_CONTEXT_REFERENCE_COUNT => query.answer(references(&*context)),
        CL_CONTEXT_NUM_DEVICES => query.answer(1u32),
        CL_CONTEXT_DEVICES => query.answer(device::handle()),
        CL_CONTEXT_PROPERTIES => query.answer(context.properties.as_slice()),
        _ => Err(CL_INVALID_VALUE),
    }
}
