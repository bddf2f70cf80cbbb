//! Programs: what they come from, what was made of them, and what the compiler said.

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
    /// OpenCL C; none of a program that came as a binary or was linked.
    pub source: Option<Vec<u8>>,
    state: Mutex<State>,
    /// Kernels that there are of it.
    kernels: AtomicIsize,
}

/// What was made of a program last.
#[derive(Clone, Default)]
pub struct State {
    /// Whether it was made, `CL_BUILD_...`; `None` before the first time.
    pub status: Option<i32>,
    /// The options of the program's.
    pub options: String,
    /// What the compiler said.
    pub log: String,
    /// What came of it.
    pub made: Made,
}

/// What a source, or several, were made into.
#[derive(Clone, Default)]
pub enum Made {
    /// Nothing.
    #[default]
    Nothing,
    /// What can be linked.
    Object(Arc<Objects>),
    /// What can be linked, from several objects.
    Library(Arc<Objects>),
    /// What can run.
    Executable(Arc<Executable>),
}

impl Made {
    /// Its kind, `CL_PROGRAM_BINARY_TYPE_...`.
    pub fn binary_type(&self) -> u32 {
        match self {
            Made::Nothing => CL_PROGRAM_BINARY_TYPE_NONE,
            Made::Object(_) => CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
            Made::Library(_) => CL_PROGRAM_BINARY_TYPE_LIBRARY,
            Made::Executable(_) => CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
        }
    }

    /// Its bytes, from which it can be made again.
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
    /// A program of which nothing was made.
    pub fn of_source(context: Arc<Context>, source: Vec<u8>) -> Program {
        Program::new(context, Some(source), State::default())
    }

    /// A program without a source, of which something was made, or failed to be.
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

    /// What was made of it last.
    pub fn state(&self) -> State {
        self.state.lock().clone()
    }

    /// Whether it was made, `CL_BUILD_...`.
    pub fn status(&self) -> i32 {
        self.state.lock().status.unwrap_or(CL_BUILD_NONE)
    }

    /// Something else was made of it.
    pub fn set_state(&self, state: State) {
        *self.state.lock() = state;
    }

    /// What can run.
    ///
    /// # Errors
    /// `CL_INVALID_PROGRAM_EXECUTABLE` if nothing can.
    pub fn executable(&self) -> Result<Arc<Executable>> {
        let state = self.state.lock();
        match (&state.made, state.status) {
            (Made::Executable(executable), Some(CL_BUILD_SUCCESS)) => Ok(executable.clone()),
            _ => Err(CL_INVALID_PROGRAM_EXECUTABLE),
        }
    }

    /// A kernel more, or one less.
    pub(super) fn count_kernel(&self, change: isize) {
        self.kernels.fetch_add(change, Ordering::Relaxed);
    }

    /// Refuses to make something else of a program that has kernels.
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
