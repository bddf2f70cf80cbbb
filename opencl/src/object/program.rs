//! Programs: their source or binary, the result of the last build, and the log of the compiler.

use super::Context;
use super::registry::{Object, Tag};
use crate::answer::{Code, Result};
use crate::compiler::{Executable, Objects};
use opencl_sys::{
    CL_BUILD_NONE, CL_BUILD_SUCCESS, CL_INVALID_OPERATION, CL_INVALID_PROGRAM,
    CL_INVALID_PROGRAM_EXECUTABLE, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
    CL_PROGRAM_BINARY_TYPE_EXECUTABLE, CL_PROGRAM_BINARY_TYPE_LIBRARY, CL_PROGRAM_BINARY_TYPE_NONE,
};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};

/// A program.
pub struct Program {
    tag: Tag,
    /// Its context.
    pub context: Arc<Context>,
    /// OpenCL C; `None` for a program that came as a binary or was linked.
    pub source: Option<Vec<u8>>,
    state: Mutex<State>,
    /// The number of kernel objects of the program.
    kernels: AtomicIsize,
}

/// The result of the last build, compilation or link.
#[derive(Clone, Default)]
pub struct State {
    /// Whether it succeeded, `CL_BUILD_...`; `None` before the first build.
    pub status: Option<i32>,
    /// The options that the host program gave.
    pub options: String,
    /// The log of the compiler.
    pub log: String,
    /// The product.
    pub made: Made,
}

/// The product of a build, a compilation or a link.
#[derive(Clone, Default)]
pub enum Made {
    /// Nothing.
    #[default]
    Nothing,
    /// A compiled object, which can be linked.
    Object(Arc<Objects>),
    /// A library of objects, which can be linked.
    Library(Arc<Objects>),
    /// An executable.
    Executable(Arc<Executable>),
}

impl Made {
    /// The kind of the binary, `CL_PROGRAM_BINARY_TYPE_...`.
    pub fn binary_type(&self) -> u32 {
        match self {
            Made::Nothing => CL_PROGRAM_BINARY_TYPE_NONE,
            Made::Object(_) => CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
            Made::Library(_) => CL_PROGRAM_BINARY_TYPE_LIBRARY,
            Made::Executable(_) => CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
        }
    }

    /// The bytes of the binary, from which the product can be created again.
    pub fn binary(&self) -> &[u8] {
        match self {
            Made::Nothing => &[],
            Made::Object(objects) | Made::Library(objects) => objects.binary(),
            Made::Executable(executable) => executable.elf(),
        }
    }
}

impl Object for Program {
    const INVALID: Code = CL_INVALID_PROGRAM;

    fn tag(&self) -> &Tag {
        &self.tag
    }
}

impl Program {
    /// A program from source, not built yet.
    pub fn of_source(context: Arc<Context>, source: Vec<u8>) -> Program {
        Program::new(context, Some(source), State::default())
    }

    /// A program without a source: from a binary, or from a link that succeeded or failed.
    pub fn of_state(context: Arc<Context>, state: State) -> Program {
        Program::new(context, None, state)
    }

    fn new(context: Arc<Context>, source: Option<Vec<u8>>, state: State) -> Program {
        Program {
            tag: Tag::new(),
            context,
            source,
            state: Mutex::new(state),
            kernels: AtomicIsize::new(0),
        }
    }

    /// The result of the last build, compilation or link.
    pub fn state(&self) -> State {
        self.state.lock().clone()
    }

    /// The status of the last build, `CL_BUILD_...`.
    pub fn status(&self) -> i32 {
        self.state.lock().status.unwrap_or(CL_BUILD_NONE)
    }

    /// Records the result of a new build, compilation or link.
    pub fn set_state(&self, state: State) {
        *self.state.lock() = state;
    }

    /// The executable of the program.
    ///
    /// # Errors
    /// `CL_INVALID_PROGRAM_EXECUTABLE` if the program was not built successfully.
    pub fn executable(&self) -> Result<Arc<Executable>> {
        let state = self.state.lock();
        match (&state.made, state.status) {
            (Made::Executable(executable), Some(CL_BUILD_SUCCESS)) => Ok(executable.clone()),
            _ => Err(CL_INVALID_PROGRAM_EXECUTABLE),
        }
    }

    /// Counts one kernel more (`1`) or less (`-1`).
    pub(super) fn count_kernel(&self, change: isize) {
        self.kernels.fetch_add(change, Ordering::Relaxed);
    }

    /// Refuses to rebuild a program that has kernel objects.
    ///
    /// # Errors
    /// `CL_INVALID_OPERATION`.
    pub fn check_no_kernels(&self) -> Result<()> {
        match self.kernels.load(Ordering::Relaxed) {
            0 => Ok(()),
            _ => Err(CL_INVALID_OPERATION),
        }
    }
}
