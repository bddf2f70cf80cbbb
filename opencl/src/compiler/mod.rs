//! From OpenCL C to executables: the options of the host program, sources with their headers, and objects for the linker.

mod executable;
mod objects;
mod options;
mod unit;

pub use executable::Executable;
pub use objects::Objects;
pub use options::{LinkOptions, words};
pub use unit::{SOURCE, Unit};

use heddle_opencl_c::{CompileError, Compiled};
use heddle_system::ProgramError;
use std::sync::Arc;

/// Why a build, a compilation or a link failed.
#[derive(Debug)]
pub enum Failure {
    /// An option is wrong.
    Options(String),
    /// The compiler is not installed.
    Missing(String),
    /// A source is wrong, or objects cannot be linked; with the log of the compiler.
    Rejected(String),
}

impl Failure {
    /// The log that the host program reads.
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
            CompileError::Program(ProgramError::Missing { .. })
            | CompileError::MissingLibrary { .. } => Failure::Missing(log),
            CompileError::Rejected { log, .. } => Failure::Rejected(log),
            _ => Failure::Rejected(log),
        }
    }
}

/// Builds an executable from one source; returns it with the log of the compiler.
///
/// # Errors
/// [`Failure`].
pub fn build(unit: &Unit) -> Result<(Arc<Executable>, String), Failure> {
    let folder = unit.folder()?;
    let compiled = heddle_opencl_c::compile(&unit.request(&folder))?;
    executable(compiled, Some(&unit.source))
}

/// Compiles one source to an object; returns it with the log of the compiler.
///
/// # Errors
/// [`Failure`].
pub fn compile(unit: &Unit) -> Result<(Arc<Objects>, String), Failure> {
    let folder = unit.folder()?;
    let compiled = heddle_opencl_c::compile_object(&unit.request(&folder))?;
    Ok((Arc::new(Objects::one(compiled.object)), compiled.log))
}

/// Links objects to an executable; returns it with the log of the linker.
///
/// # Errors
/// [`Failure`].
pub fn link(objects: &Objects) -> Result<(Arc<Executable>, String), Failure> {
    executable(heddle_opencl_c::link(&objects.parts())?, None)
}

/// The executable of what was compiled, from one source or from several.
fn executable(
    compiled: Compiled,
    source: Option<&[u8]>,
) -> Result<(Arc<Executable>, String), Failure> {
    let executable = Executable::new(compiled.elf).map_err(Failure::Rejected)?;
    let executable = executable.with_source(source);
    Ok((Arc::new(executable), compiled.log))
}
