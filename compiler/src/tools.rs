//! The programs that a compilation needs.

use crate::error::CompileError;
use heddle_system::{Search, Tied, tied};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::UNIX_EPOCH;

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Compiles C, OpenCL C and assembly.
    Clang,
    /// Turns bitcode into IR as text.
    Disassembler,
    /// Links modules of IR.
    Link,
    /// Optimises a module.
    Optimizer,
    /// Makes an object of a module.
    CodeGenerator,
    /// Links objects.
    Linker,
    /// Adds sections to files, and removes some.
    ObjectCopy,
}

impl Tool {
    /// Those that make a kernel file of a module.
    pub const OF_MODULES: [Self; 5] = [
        Self::Clang,
        Self::Optimizer,
        Self::CodeGenerator,
        Self::Linker,
        Self::ObjectCopy,
    ];
    /// All.
    pub const ALL: [Self; 7] = [
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

/// Tools on this computer.
#[derive(Clone, Debug)]
pub struct Tools {
    paths: Vec<(Tool, PathBuf)>,
    /// Identifies the files of the tools; part of every cache key. The tools themselves are not run for this, because that would
    /// take longer than a lookup in the cache.
    pub identity: String,
}

impl Tools {
    /// Finds tools of [this machine](Search::of_this_machine).
    ///
    /// # Errors
    /// [`CompileError::MissingTool`] names a tool that does not exist.
    pub fn find(tools: &[Tool]) -> Result<Self, CompileError> {
        let search = Search::of_this_machine();
        let find = |tool: Tool| {
            let program = tool.program();
            let missing = || CompileError::MissingTool {
                tool: program.to_owned(),
            };
            let found = search.find(&[program]).ok_or_else(missing)?;
            Ok((tool, found))
        };
        let paths = tools.iter().map(|&tool| find(tool));
        let paths = paths.collect::<Result<Vec<_>, CompileError>>()?;
        let identities = paths.iter().map(|(_, path)| identity(path));
        let identity = identities.collect::<Result<String, _>>()?;
        Ok(Self { paths, identity })
    }

    /// A tool, to be run by [`run`]. It is one of those that were searched, and ends with this process.
    pub fn command(&self, tool: Tool) -> Tied {
        let mut paths = self.paths.iter();
        let found = paths.find(|(known, _)| *known == tool);
        let (_, path) = found.expect("only tools that were found are run");
        let mut command = tied(path);
        // Messages do not depend on the user's language, as tests expect them in English.
        command.env("LC_ALL", "C");
        command
    }
}

/// Path, size and modification time of a file; symbolic links are followed.
///
/// # Errors
/// [`CompileError::MissingTool`] if it does not exist.
pub fn identity(path: &Path) -> Result<String, CompileError> {
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
pub fn run(command: &mut Command, name: &str) -> Result<Output, CompileError> {
    let output = start(command)?;
    if output.status.success() {
        return Ok(output);
    }
    Err(failed(command, name, &output))
}

/// Runs a tool; returns its output, whether it succeeded or not.
pub fn start(command: &mut Command) -> Result<Output, CompileError> {
    let output = command.output();
    output.map_err(|reason| CompileError::Io {
        path: command.get_program().into(),
        reason,
    })
}

/// The error of a tool that failed.
pub fn failed(command: &Command, name: &str, output: &Output) -> CompileError {
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
