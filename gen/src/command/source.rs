//! Sources in OpenCL C.

use super::kernel_file::KernelFile;
use crate::console;
use crate::failure::Failure;
use crate::output::folder_of;
use heddle_isa::Program;
use heddle_opencl_c::{CompileError, Compiled, Request};
use std::fs;
use std::path::Path;

/// The program in a source file, with its line table. Warnings are shown.
pub fn kernel_file(file: &Path, mut options: Vec<String>) -> Result<KernelFile, Failure> {
    options.push("-g".into());
    let elf = compile(file, options)?.elf;
    let program = Program::parse(&file.display().to_string(), &elf).map_err(Failure::ran)?;
    Ok(KernelFile::new(program, &elf))
}

/// Compiles a source file to a kernel file. Warnings are shown.
pub fn compile(file: &Path, mut options: Vec<String>) -> Result<Compiled, Failure> {
    let name = file.display().to_string();
    let source = fs::read(file).map_err(|error| {
        let what = format!("{name}: cannot be read: {error}");
        Failure::input_with(what, "check the name and permissions of the file")
            .code("heddle::opencl")
    })?;
    // Included files are also searched for beside the source file.
    options.push(format!("-I{}", folder_of(file).display()));
    let request = Request {
        name,
        source,
        options,
        folder: Path::new("").into(),
    };
    let compiled = heddle_opencl_c::compile(&request).map_err(failure)?;
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
    failure.help(remedy).code("heddle::opencl")
}
