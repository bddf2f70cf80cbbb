//! From OpenCL C to what can run: options as the program gives them, sources with their headers, objects that are linked.

mod executable;
mod objects;
mod options;
mod unit;

pub use executable::Executable;
pub use objects::Objects;
pub use options::{LinkOptions, words};
pub use unit::Unit;

use heddle_opencl_c::{CompileError, Compiled};
use std::sync::Arc;

/// Why nothing came of sources.
#[derive(Debug)]
pub enum Failure {
    /// An option is wrong.
    Options(String),
    /// The compiler is not there.
    Missing(String),
    /// A source is wrong, or sources do not go together; with what the compiler said.
    Rejected(String),
}

impl Failure {
    /// What the program reads in the log.
    pub fn log(self) -> String {
        match self {
            Failure::Options(log) | Failure::Missing(log) | Failure::Rejected(log) => log,
        }
    }
}

impl From<CompileError> for Failure {
    fn from(error: CompileError) -> Failure {
        let log = format!("{error}\n{}\n", error.remedy());
        match error {
            CompileError::Option { .. } => Failure::Options(log),
            CompileError::MissingTool { .. } => Failure::Missing(log),
            CompileError::Rejected { log, .. } => Failure::Rejected(log),
            _ => Failure::Rejected(log),
        }
    }
}

/// What can run of one source, and what the compiler said.
///
/// # Errors
/// [`Failure`].
pub fn build(unit: &Unit) -> Result<(Arc<Executable>, String), Failure> {
    let folder = unit.folder()?;
    executable(heddle_opencl_c::compile(&unit.request(&folder))?)
}

/// What can be linked of one source, and what the compiler said.
///
/// # Errors
/// [`Failure`].
pub fn compile(unit: &Unit) -> Result<(Arc<Objects>, String), Failure> {
    let folder = unit.folder()?;
    let compiled = heddle_opencl_c::compile_object(&unit.request(&folder))?;
    Ok((Arc::new(Objects::one(compiled.object)), compiled.log))
}

/// What can run of objects, and what the linker said.
///
/// # Errors
/// [`Failure`].
pub fn link(objects: &Objects) -> Result<(Arc<Executable>, String), Failure> {
    executable(heddle_opencl_c::link(&objects.parts())?)
}

fn executable(compiled: Compiled) -> Result<(Arc<Executable>, String), Failure> {
    let executable = Executable::new(compiled.elf).map_err(Failure::Rejected)?;
    Ok((Arc::new(executable), compiled.log))
}
