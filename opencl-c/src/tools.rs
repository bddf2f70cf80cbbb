//! The programs and the library that a compilation needs.

use crate::error::CompileError;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::UNIX_EPOCH;

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    Clang,
    Disassembler,
    Link,
    Optimizer,
    CodeGenerator,
    Linker,
    ObjectCopy,
}

impl Tool {
    const ALL: [Self; 7] = [
        Self::Clang,
        Self::Disassembler,
        Self::Link,
        Self::Optimizer,
        Self::CodeGenerator,
        Self::Linker,
        Self::ObjectCopy,
    ];

    /// The file name of the program. It includes the version, because the text of IR depends on it: LLVM 19.
    pub fn program(self) -> &'static str {
        match self {
            Self::Clang => "clang-19",
            Self::Disassembler => "llvm-dis-19",
            Self::Link => "llvm-link-19",
            Self::Optimizer => "opt-19",
            Self::CodeGenerator => "llc-19",
            Self::Linker => "ld.lld-19",
            Self::ObjectCopy => "llvm-objcopy-19",
        }
    }
}

/// libclc for 32-bit pointers, with the function names of `spir` and without intrinsics of a processor.
const LIBCLC: &str = "/usr/lib/clc/nvptx--.bc";

/// The tools on this computer.
#[derive(Clone, Debug)]
pub(crate) struct Tools {
    paths: Vec<PathBuf>,
    /// Identifies the files of the tools; part of every cache key. The tools themselves are not run for this, because that would
    /// take longer than a lookup in the cache.
    pub identity: String,
    pub libclc: &'static Path,
}

impl Tools {
    /// Finds the tools in `PATH`.
    ///
    /// # Errors
    /// [`CompileError::MissingTool`] names a tool that does not exist.
    pub fn find() -> Result<Self, CompileError> {
        let search = env::var_os("PATH").unwrap_or_default();
        let find = |program: &'static str| {
            let mut places = env::split_paths(&search).map(|folder| folder.join(program));
            let missing = || CompileError::MissingTool {
                tool: program.to_owned(),
            };
            places.find(|place| place.is_file()).ok_or_else(missing)
        };
        let paths = Tool::ALL.into_iter().map(|tool| find(tool.program()));
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        let libclc = Path::new(LIBCLC);
        let files = paths.iter().map(PathBuf::as_path).chain([libclc]);
        let identity = files.map(identity).collect::<Result<String, _>>()?;
        Ok(Self {
            paths,
            identity,
            libclc,
        })
    }

    /// A tool, to be run by [`run`].
    pub fn command(&self, tool: Tool) -> Command {
        let path = Tool::ALL.iter().position(|&known| known == tool);
        let mut command = Command::new(&self.paths[path.expect("all tools are in the list")]);
        // Messages do not depend on the user's language, as tests expect them in English.
        command.env("LC_ALL", "C").stdin(Stdio::null());
        command
    }
}

/// Path, size and modification time of a file; symbolic links are followed.
fn identity(path: &Path) -> Result<String, CompileError> {
    let found = fs::canonicalize(path).and_then(|real| Ok((fs::metadata(&real)?, real)));
    let (metadata, real) = found.map_err(|_| CompileError::MissingTool {
        tool: path.display().to_string(),
    })?;
    let changed = metadata.modified().ok();
    let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let nanoseconds = changed.unwrap_or_default().as_nanos();
    Ok(format!(
        "{} {} {nanoseconds}\n",
        real.display(),
        metadata.len()
    ))
}

/// Runs a tool to its end.
///
/// # Errors
/// [`CompileError::Failed`] with the tool's message and the name of the source.
pub(crate) fn run(command: &mut Command, name: &str) -> Result<Output, CompileError> {
    let output = start(command)?;
    if output.status.success() {
        return Ok(output);
    }
    Err(failed(command, name, &output))
}

/// Runs a tool; returns its output, whether it succeeded or not.
pub(crate) fn start(command: &mut Command) -> Result<Output, CompileError> {
    let output = command.output();
    output.map_err(|reason| CompileError::Io {
        path: command.get_program().into(),
        reason,
    })
}

pub(crate) fn failed(command: &Command, name: &str, output: &Output) -> CompileError {
    let said = String::from_utf8_lossy(&output.stderr);
    let log = match said.trim() {
        "" => format!("it said nothing ({})", output.status),
        said => said.to_owned(),
    };
    let program = Path::new(command.get_program());
    let tool = program.file_name().unwrap_or_default();
    CompileError::Failed {
        tool: tool.to_string_lossy().into_owned(),
        name: name.to_owned(),
        log,
    }
}
