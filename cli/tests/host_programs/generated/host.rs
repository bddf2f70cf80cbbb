//! The host program, `run.c`.

use crate::programs::{SOURCES, text_of};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Path of the program, compiled against the system's headers and ICD loader.
pub fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(compile)
}

fn compile() -> PathBuf {
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/host_programs/generated/run.c"
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
    std::fs::create_dir_all(&folder).expect("a folder");
    let program = folder.join("run");
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=gnu11", "-O2", "-g", "-Wall", "-Wextra", "-Werror"]);
    gcc.args(["-I", SOURCES, "-o"]).arg(&program);
    let output = gcc.arg(source).arg("-lOpenCL").output();
    text_of(&output.expect("gcc is installed"));
    program
}
