//! Linking objects to an ELF file.

use crate::error::CompileError;
use crate::tools::{Tool, Tools};
use heddle_system::ProgramError;
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
    let output = link.answer()?;
    if output.status.success() {
        return Ok(());
    }
    // A function that is declared and called but never defined: clang cannot detect it.
    let log = undefined(&String::from_utf8_lossy(&output.stderr));
    match log.is_empty() {
        true => Err(ProgramError::failed(&link, name, &output).into()),
        false => Err(CompileError::Rejected {
            name: name.to_owned(),
            log,
        }),
    }
}

/// A message for each function that the linker does not find, with the line of a call if the linker knows it.
fn undefined(said: &str) -> String {
    let mut messages = String::new();
    let mut lines = said.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((_, name)) = line.split_once("undefined symbol: ") else {
            continue;
        };
        let from = lines
            .peek()
            .and_then(|line| line.split_once("referenced by "));
        let place = from.and_then(|(_, from)| from.split(' ').next());
        let place = place.filter(|place| place.contains(':'));
        let place = place.map_or_else(String::new, |place| format!("{place}: error: "));
        messages += &format!("{place}`{name}` is called, but not defined\n");
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::undefined;

    #[test]
    fn a_function_that_is_not_defined_is_named_with_a_call() {
        let said = "ld.lld: error: undefined symbol: f\n>>> referenced by k.c:3 (/a/k.c:3)\n>>>     k.o:(k)\n\n\
            ld.lld: error: undefined symbol: g\n>>> referenced by k.o\nld.lld: error: other\n";
        assert_eq!(
            undefined(said),
            "k.c:3: error: `f` is called, but not defined\n`g` is called, but not defined\n"
        );
        assert_eq!(undefined("ld.lld: error: other"), "");
    }
}
