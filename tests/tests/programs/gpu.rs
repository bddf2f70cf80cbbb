//! Compilers for the GPU.

use crate::compile::run;
use crate::language::Language;
use heddle_compiler::{CompileError, Compiled, c};
use heddle_opencl_c::{Request, compile};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// Compiles a file of programs as Heddle compiles kernels; returns the warnings.
///
/// # Errors
/// The message of a compiler.
pub fn as_shipped(
    language: Language,
    level: &str,
    source: &Path,
    elf: &Path,
) -> Result<String, String> {
    match language {
        Language::C => c(level, source, elf),
        Language::OpenClC => opencl_c(level, source, elf),
    }
}

/// Warnings are off because random programs have constant conditions and other questionable code.
fn c(level: &str, source: &Path, elf: &Path) -> Result<String, String> {
    let request = c::Request {
        file: source.to_owned(),
        options: ["-w", level].map(str::to_owned).to_vec(),
        ..c::Request::default()
    };
    written(c::compile(&request), elf)
}

/// Compiles a file in C by one run of clang, which takes no care of barriers. Convergent functions keep clang from merging two
/// barriers; relocations show where jump tables are.
///
/// # Errors
/// The message of clang.
pub fn by_clang_alone(level: &str, source: &Path, elf: &Path) -> Result<(), String> {
    let flags = ["@tests/tests/programs/clang_alone.flags", "-w", level, "-o"];
    let mut arguments = flags.map(OsStr::new).to_vec();
    arguments.extend([elf.as_os_str(), source.as_os_str()]);
    run("clang-19", &arguments)
}

fn opencl_c(level: &str, source: &Path, elf: &Path) -> Result<String, String> {
    let request = Request {
        name: source.display().to_string(),
        source: fs::read(source).map_err(|error| error.to_string())?,
        options: ["-w", level].map(str::to_owned).to_vec(),
        folder: Default::default(),
        without_double: false,
    };
    written(compile(&request), elf)
}

fn written(compiled: Result<Compiled, CompileError>, elf: &Path) -> Result<String, String> {
    let compiled = compiled.map_err(|error| error.to_string())?;
    fs::write(elf, compiled.elf).map_err(|error| error.to_string())?;
    Ok(compiled.log)
}
