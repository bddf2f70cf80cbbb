//! Linking objects to an ELF file.

use crate::error::CompileError;
use crate::tools::{Tool, Tools, failed, start};
use std::path::PathBuf;

/// Arguments of the linker. Relocations stay in the file: they say where jump tables and addresses of functions are.
const ARGUMENTS: [&str; 7] = [
    "-static",
    "--entry=0",
    "--build-id=none",
    "--fatal-warnings",
    "--emit-relocs",
    "--no-relax-gp",
    "--discard-locals",
];

/// What is linked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inputs {
    /// Objects, in order.
    pub objects: Vec<PathBuf>,
    /// Objects and archives of which only what the objects need is linked, in order.
    pub libraries: Vec<PathBuf>,
    /// Symbols of which the file must hold all that they lead to, and nothing else; the whole of the objects if there are none.
    pub roots: Vec<String>,
}

/// Links.
///
/// # Errors
/// [`CompileError`]; a function that is called but not defined is the source's fault.
pub(crate) fn link(
    tools: &Tools,
    name: &str,
    inputs: &Inputs,
    out: &PathBuf,
) -> Result<(), CompileError> {
    let mut link = tools.command(Tool::Linker);
    link.args(ARGUMENTS);
    if !inputs.roots.is_empty() {
        link.arg("--gc-sections");
    }
    link.args(
        inputs
            .roots
            .iter()
            .map(|symbol| format!("--undefined={symbol}")),
    );
    link.args(&inputs.objects).arg("--start-lib");
    link.args(&inputs.libraries).arg("--end-lib");
    link.arg("-o").arg(out);
    let output = start(&mut link)?;
    if output.status.success() {
        return Ok(());
    }
    // A function that is declared and called but never defined: clang cannot detect it.
    let said = String::from_utf8_lossy(&output.stderr);
    let undefined = said
        .lines()
        .filter_map(|line| line.split_once("undefined symbol: "));
    let messages = undefined.map(|(_, name)| format!("`{name}` is called, but not defined\n"));
    let log: String = messages.collect();
    match log.is_empty() {
        true => Err(failed(&link, name, &output)),
        false => Err(CompileError::Rejected {
            name: name.to_owned(),
            log,
        }),
    }
}
