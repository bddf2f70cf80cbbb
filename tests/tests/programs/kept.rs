//! Programs that failed, kept so that they can be run again by hand.

use crate::compile::Compiled;
use crate::generator::Program;
use crate::launch::{PRESETS, Shape};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Keeps a program's source, the ELF that failed (which contains other programs as well), and launch files: `heddle sim
/// programs.elf --launch tiny.toml --preset tiny`. Returns the folder.
///
/// # Errors
/// If the folder cannot be written.
pub fn keep(program: &Program, compiled: &Compiled) -> io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("programs")
        .join(&program.name);
    fs::create_dir_all(&folder)?;
    let ending = program.language.ending();
    let own = folder.join("program").with_extension(ending);
    fs::write(own, program.file())?;
    fs::copy(
        &compiled.source,
        folder.join("programs").with_extension(ending),
    )?;
    // The ELF does not exist if the compiler failed.
    if compiled.elf.is_file() {
        fs::copy(&compiled.elf, folder.join("programs.elf"))?;
    }
    for ((preset, _), shape) in PRESETS.into_iter().zip(Shape::on_presets(program.seed)) {
        fs::write(
            folder.join(preset).with_extension("toml"),
            shape.file(&program.name),
        )?;
    }
    Ok(folder)
}
