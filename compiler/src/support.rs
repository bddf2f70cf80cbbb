//! The functions that the code generator calls for what riscv32 has no instructions for (CPL-11).

use crate::error::{CompileError, io};
use crate::tools::{Tool, Tools};
use std::fs;
use std::path::{Path, PathBuf};

/// Their source.
pub const SOURCE: &str = include_str!("runtime/support.c");

/// Arguments of clang that describe the target processor.
pub const TARGET: [&str; 4] = [
    "--target=riscv32-unknown-elf",
    "-march=rv32imaf",
    "-mabi=ilp32f",
    "-mcmodel=medany",
];

/// Compiles them to an object in a folder.
///
/// # Errors
/// [`CompileError`] when a tool or the folder is at fault.
pub fn object(tools: &Tools, folder: &Path) -> Result<PathBuf, CompileError> {
    let [source, object] = ["support.c", "support.o"].map(|file| folder.join(file));
    fs::write(&source, SOURCE).map_err(io(&source))?;
    compile(tools, &source, &object)?;
    Ok(object)
}

/// Compiles one file of functions that the code generator calls.
///
/// # Errors
/// As [`object`].
pub fn compile(tools: &Tools, source: &Path, object: &Path) -> Result<(), CompileError> {
    let mut compile = tools.command(Tool::Clang);
    compile.args(TARGET).args([
        "-std=c17",
        "-O2",
        "-ffreestanding",
        "-fno-builtin",
        // The processor's root of a `float` is taken, which sets no `errno`.
        "-fno-math-errno",
        "-ffp-contract=off",
        "-ffunction-sections",
        "-fno-ident",
        "-c",
    ]);
    compile.arg(source).arg("-o").arg(object);
    compile.run("the functions of the code generator")?;
    Ok(())
}
