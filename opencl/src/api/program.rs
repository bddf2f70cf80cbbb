//! Programs: from source or from a binary.

use super::device;
use crate::answer::{Query, Result, Text};
use crate::border::{self, Binary, Handle, In, Out, Table};
use crate::compiler::{Executable, Objects};
use crate::object::program::{Made, State};
use crate::object::registry::{self, Object, get, hand_out, references};
use crate::object::{Context, Program};
use crate::say::say;
use opencl_sys::*;
use std::sync::Arc;

/// Creates a program from OpenCL C: the concatenation of these texts.
pub fn from_source(
    context: Handle,
    count: u32,
    texts: Table<border::Text>,
    lengths: In<usize>,
) -> Result<Handle> {
    let context = get::<Context>(context)?;
    let texts = texts.list(count as usize).unwrap_or_default();
    if texts.is_empty() {
        return Err(CL_INVALID_VALUE);
    }
    let lengths = lengths.list(texts.len());
    let mut source = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let length = lengths.as_ref().map(|lengths| lengths[index]);
        // A length of 0 stands for a text that ends with a NUL.
        let length = length.filter(|&length| length > 0);
        source.extend(text.bytes(length).ok_or(CL_INVALID_VALUE)?);
    }
    Ok(hand_out(&Arc::new(Program::of_source(context, source))))
}

/// Creates a program from a binary.
pub fn from_binary(
    context: Handle,
    count: u32,
    devices: In<Handle>,
    lengths: In<usize>,
    binaries: Table<Binary>,
    status: Out<i32>,
) -> Result<Handle> {
    let context = get::<Context>(context)?;
    if count != 1 || devices.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    device::check_all(count, &devices)?;
    let length = lengths.list(1).and_then(|lengths| lengths.first().copied());
    let binary = binaries
        .list(1)
        .and_then(|binaries| binaries.first().copied());
    let binary = binary.zip(length.filter(|&length| length > 0));
    let bytes = binary.and_then(|(binary, length)| binary.bytes(length));
    let made = bytes.ok_or(CL_INVALID_VALUE).and_then(read);
    status.set(made.as_ref().err().copied().unwrap_or(CL_SUCCESS));
    let state = State {
        made: made?,
        ..State::default()
    };
    Ok(hand_out(&Arc::new(Program::of_state(context, state))))
}

/// The contents of a binary.
fn read(binary: Vec<u8>) -> Result<Made> {
    if let Some(objects) = Objects::read(&binary) {
        let objects = Arc::new(objects);
        return Ok(match objects.is_library() {
            true => Made::Library(objects),
            false => Made::Object(objects),
        });
    }
    let executable = Executable::new(binary);
    let executable = executable.map_err(|what| {
        say(&what);
        CL_INVALID_BINARY
    })?;
    Ok(Made::Executable(Arc::new(executable)))
}

/// Always fails: the device has no built-in kernels.
pub fn built_in(
    context: Handle,
    count: u32,
    devices: In<Handle>,
    _names: In<i8>,
) -> Result<Handle> {
    get::<Context>(context)?;
    if count == 0 || devices.is_null() {
        return Err(CL_INVALID_VALUE);
    }
    device::check_all(count, &devices)?;
    Err(CL_INVALID_VALUE)
}

/// Adds a reference.
pub fn retain(program: Handle) -> Result<()> {
    registry::retain::<Program>(program)
}

/// Removes a reference.
pub fn release(program: Handle) -> Result<()> {
    registry::release::<Program>(program)
}

/// Answers a query about a program.
pub fn info(program: Handle, name: u32, query: &Query) -> Result<()> {
    let program = get::<Program>(program)?;
    match name {
        CL_PROGRAM_REFERENCE_COUNT => query.answer(references(&*program)),
        CL_PROGRAM_CONTEXT => query.answer(program.context.handle()),
        CL_PROGRAM_NUM_DEVICES => query.answer(1u32),
        CL_PROGRAM_DEVICES => query.answer(device::handle()),
        CL_PROGRAM_SOURCE => {
            let source = program.source.as_deref();
            query.answer(Text(source.unwrap_or_default()))
        }
        CL_PROGRAM_BINARY_SIZES => query.answer(program.state().made.binary().len()),
        CL_PROGRAM_BINARIES => query.answer_at_places(&[program.state().made.binary()]),
        CL_PROGRAM_NUM_KERNELS => query.answer(program.executable()?.kernels().len()),
        CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT | CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT => {
            query.answer(false)
        }
        CL_PROGRAM_IL => query.answer([0u32; 0]),
        CL_PROGRAM_KERNEL_NAMES => query.answer(program.executable()?.kernels().join(";").as_str()),
        _ => Err(CL_INVALID_VALUE),
    }
}

/// Answers a query about the last build of a program.
pub fn build_info(program: Handle, device: Handle, name: u32, query: &Query) -> Result<()> {
    let program = get::<Program>(program)?;
    device::check(device)?;
    let state = program.state();
    match name {
        CL_PROGRAM_BUILD_STATUS => query.answer(program.status()),
        CL_PROGRAM_BUILD_OPTIONS => query.answer(state.options.as_str()),
        CL_PROGRAM_BUILD_LOG => query.answer(state.log.as_str()),
        CL_PROGRAM_BINARY_TYPE => query.answer(state.made.binary_type()),
        CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE => query.answer(0usize),
        _ => Err(CL_INVALID_VALUE),
    }
}
