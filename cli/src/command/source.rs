//! Sources in OpenCL C and in C.

use super::kernel_file::KernelFile;
use crate::console;
use crate::failure::Failure;
use crate::language::Language;
use heddle_compiler::{CompileError, Compiled, c};
use heddle_isa::Program;
use heddle_opencl_c::Request;
use heddle_system::input::{Limit, PROGRAM, SOURCE};
use std::path::Path;

/// What is at fault, for programs that read messages.
const OPENCL: &str = "heddle::opencl";
const C: &str = "heddle::c";

/// The program in a source file, with its line table. Warnings are shown.
pub fn kernel_file(file: &Path, mut options: Vec<String>) -> Result<KernelFile, Failure> {
    options.push("-g".into());
    let elf = compile(file, options)?.elf;
    let program = Program::parse(&file.display().to_string(), &elf).map_err(Failure::ran)?;
    Ok(KernelFile::new(program, elf))
}

/// Compiles a source file to a kernel file. Warnings are shown.
pub fn compile(file: &Path, options: Vec<String>) -> Result<Compiled, Failure> {
    match Language::of(file) {
        Some(Language::C) => compile_c(&c::Request {
            file: file.to_owned(),
            options,
            ..c::Request::default()
        }),
        _ => compile_opencl(file, options),
    }
}

/// Compiles a source in C or assembly. Warnings are shown.
pub fn compile_c(request: &c::Request) -> Result<Compiled, Failure> {
    // clang would name the file as its command line does, and not the remedy.
    check(&request.file, SOURCE)?;
    for library in &request.libraries {
        check(library, PROGRAM)?;
    }
    shown(c::compile(request)).map_err(|failure| failure.code(C))
}

/// Checks a file that a tool reads by its name.
fn check(file: &Path, limit: Limit) -> Result<(), Failure> {
    let checked = heddle_system::input::check(file, limit);
    checked.map_err(|error| Failure::unreadable(file)(error).code(C))
}

fn compile_opencl(file: &Path, mut options: Vec<String>) -> Result<Compiled, Failure> {
    // Included files are also searched for beside the source file.
    options.push(format!(
        "-I{}",
        heddle_system::files::folder_of(file).display()
    ));
    let hiding = std::env::var_os(heddle_opencl_c::HIDING);
    let has_double = heddle_opencl_c::has_double(hiding.as_deref()).map_err(Failure::input)?;
    let source = heddle_system::input::read(file, SOURCE);
    let compiled = heddle_opencl_c::compile(&Request {
        name: file.display().to_string(),
        source: source.map_err(|error| Failure::unreadable(file)(error).code(OPENCL))?,
        options,
        folder: Path::new("").into(),
        without_double: !has_double,
    });
    shown(compiled).map_err(|failure| failure.code(OPENCL))
}

fn shown(compiled: Result<Compiled, CompileError>) -> Result<Compiled, Failure> {
    let compiled = compiled.map_err(failure)?;
    if !compiled.log.is_empty() {
        console::note(compiled.log.trim_end());
    }
    Ok(compiled)
}

/// Messages of the compiler are shown unchanged above the failure, because their marks refer to columns of the source.
fn failure(error: CompileError) -> Failure {
    let (is_users, remedy) = (error.is_users(), error.remedy());
    let what = match error {
        CompileError::Rejected { name, log } => {
            console::note(log.trim_end());
            format!("{name} does not compile: its messages stand above")
        }
        error => error.to_string(),
    };
    let failure = match is_users {
        true => Failure::input(what),
        false => Failure::ran(what),
    };
    failure.help(remedy)
}
