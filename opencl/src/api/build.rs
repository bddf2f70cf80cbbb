//! Building, compiling and linking. All three are synchronous: the compiler finishes within the call, and a callback runs
//! before the call returns.

use super::device;
use crate::answer::{Code, Result};
use crate::border::{Handle, HostPointer, In, ObjectCallback, Table, Text};
use crate::compiler::{self, Failure, LinkOptions, Objects, Unit, words};
use crate::gpu::{self, Machine};
use crate::object::deferred::{Deferred, push};
use crate::object::program::{Made, State};
use crate::object::registry::{Object, get, get_all, hand_out};
use crate::object::{Context, Program};
use opencl_sys::*;
use std::sync::Arc;

/// The error codes for wrong options and wrong sources; each call has its own.
struct Codes {
    options: Code,
    failure: Code,
}

const BUILD: Codes = Codes {
    options: CL_INVALID_BUILD_OPTIONS,
    failure: CL_BUILD_PROGRAM_FAILURE,
};

const COMPILE: Codes = Codes {
    options: CL_INVALID_COMPILER_OPTIONS,
    failure: CL_COMPILE_PROGRAM_FAILURE,
};

const LINK: Codes = Codes {
    options: CL_INVALID_LINKER_OPTIONS,
    failure: CL_LINK_PROGRAM_FAILURE,
};

/// The product and the log of the compiler.
type Outcome = std::result::Result<(Made, String), Failure>;

/// Builds an executable from the source or the binary of a program.
pub fn build(
    program: Handle,
    count: u32,
    devices: In<Handle>,
    options: In<i8>,
    notify: ObjectCallback,
    data: HostPointer,
) -> Result<()> {
    let program = get::<Program>(program)?;
    check(count, &devices, notify, data)?;
    program.check_no_kernels()?;
    let options = text(&options);
    let made = program.state().made;
    let outcome = match (&program.source, made) {
        (Some(source), _) => built(source, &options),
        (None, Made::Object(objects) | Made::Library(objects)) => linked(&objects),
        (None, Made::Executable(executable)) => Ok((Made::Executable(executable), String::new())),
        (None, Made::Nothing) => return Err(CL_INVALID_OPERATION),
    };
    let code = finish(&program, options, outcome, &BUILD);
    push(Deferred::Object(notify, program.handle(), data));
    code
}

/// Compiles the source of a program to an object.
pub fn compile(
    program: Handle,
    count: u32,
    devices: In<Handle>,
    options: In<i8>,
    headers: u32,
    header_programs: In<Handle>,
    header_names: Table<Text>,
    notify: ObjectCallback,
    data: HostPointer,
) -> Result<()> {
    let program = get::<Program>(program)?;
    check(count, &devices, notify, data)?;
    let headers = headers_of(headers, &header_programs, &header_names)?;
    program.check_no_kernels()?;
    let source = program.source.clone().ok_or(CL_INVALID_OPERATION)?;
    let options = text(&options);
    let unit = unit(source, &options, headers);
    let outcome = compiler::compile(&unit).map(|(objects, log)| (Made::Object(objects), log));
    let code = finish(&program, options, outcome, &COMPILE);
    push(Deferred::Object(notify, program.handle(), data));
    code
}

/// Links compiled programs to a new program. If linking fails, the new program still exists and holds the log of the linker.
pub fn link(
    context: Handle,
    count: u32,
    devices: In<Handle>,
    options: In<i8>,
    inputs: u32,
    programs: In<Handle>,
    notify: ObjectCallback,
    data: HostPointer,
) -> Result<(Handle, Code)> {
    let context = get::<Context>(context)?;
    check(count, &devices, notify, data)?;
    let handles = programs.list(inputs as usize).unwrap_or_default();
    if handles.is_empty() {
        return Err(CL_INVALID_VALUE);
    }
    let objects = objects_of(&context, &handles)?;
    let options = text(&options);
    let outcome = match LinkOptions::read(&options) {
        Err(_) => return Err(CL_INVALID_LINKER_OPTIONS),
        Ok(LinkOptions { library: true }) => Ok((Made::Library(Arc::new(objects)), String::new())),
        Ok(LinkOptions { library: false }) => linked(&objects),
    };
    let program = Arc::new(Program::of_state(context, State::default()));
    let code = finish(&program, options, outcome, &LINK).err();
    push(Deferred::Object(notify, program.handle(), data));
    Ok((hand_out(&program), code.unwrap_or(CL_SUCCESS)))
}

/// Refuses unknown devices, and data without a callback.
fn check(
    count: u32,
    devices: &In<Handle>,
    notify: ObjectCallback,
    data: HostPointer,
) -> Result<()> {
    device::check_all(count, devices)?;
    match notify.is_null() && !data.is_null() {
        true => Err(CL_INVALID_VALUE),
        false => Ok(()),
    }
}

fn text(options: &In<i8>) -> String {
    let bytes = options.string().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn built(source: &[u8], options: &str) -> Outcome {
    let unit = unit(source.into(), options, Vec::new());
    let (executable, log) = compiler::build(&unit)?;
    Ok((Made::Executable(executable), log))
}

/// A source for the device's compiler. There is a device, as there is a program.
fn unit(source: Vec<u8>, options: &str, headers: Vec<(String, Vec<u8>)>) -> Unit {
    let is = |what: fn(&Machine) -> bool| gpu::machine().is_ok_and(what);
    Unit {
        source,
        options: words(options),
        headers,
        has_double: is(Machine::has_double),
        notes_lines: is(Machine::notes_lines),
    }
}

fn linked(objects: &Objects) -> Outcome {
    let (executable, log) = compiler::link(objects)?;
    Ok((Made::Executable(executable), log))
}

/// The headers with their names.
fn headers_of(
    count: u32,
    programs: &In<Handle>,
    names: &Table<Text>,
) -> Result<Vec<(String, Vec<u8>)>> {
    let (programs, names) = (programs.list(count as usize), names.list(count as usize));
    if programs.is_some() != names.is_some() || programs.is_some() != (count > 0) {
        return Err(CL_INVALID_VALUE);
    }
    let programs = get_all::<Program>(&programs.unwrap_or_default())?;
    let named = names.unwrap_or_default().into_iter().zip(programs);
    let header = |(name, program): (Text, Arc<Program>)| {
        let name = name.bytes(None).ok_or(CL_INVALID_VALUE)?;
        let text = program.source.clone().ok_or(CL_INVALID_PROGRAM)?;
        Ok((String::from_utf8_lossy(&name).into_owned(), text))
    };
    named.map(header).collect()
}

/// The objects of compiled programs.
fn objects_of(context: &Context, handles: &[Handle]) -> Result<Objects> {
    let mut all = Vec::new();
    for program in get_all::<Program>(handles)? {
        context.same(&program.context)?;
        match program.state().made {
            Made::Object(objects) | Made::Library(objects) => all.push(objects),
            Made::Nothing | Made::Executable(_) => return Err(CL_INVALID_OPERATION),
        }
    }
    Ok(Objects::library(all.iter().map(|objects| &**objects)))
}

/// Stores the outcome in the program, and returns the error code of a failure.
fn finish(program: &Program, options: String, outcome: Outcome, codes: &Codes) -> Result<()> {
    let (state, code) = match outcome {
        Ok((made, log)) => {
            let state = State {
                status: Some(CL_BUILD_SUCCESS),
                options,
                log,
                made,
            };
            (state, Ok(()))
        }
        Err(failure) => {
            let code = match &failure {
                Failure::Options(_) => codes.options,
                Failure::Missing(_) => CL_COMPILER_NOT_AVAILABLE,
                Failure::Rejected(_) => codes.failure,
            };
            let state = State {
                status: Some(CL_BUILD_ERROR),
                options,
                log: failure.log(),
                made: Made::Nothing,
            };
            (state, Err(code))
        }
    };
    program.set_state(state);
    code
}
