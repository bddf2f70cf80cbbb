//! Verilator's run-time library: the same for all models, compiled once per version of the tools.

use super::cache::{Cache, Key};
use super::tools::{self, Tools};
use super::{BuildError, build};
use std::path::{Path, PathBuf};

/// Object files to link a model with.
pub(super) fn objects(
    cache: &Cache,
    tools: &Tools,
    trace: bool,
) -> Result<Vec<PathBuf>, BuildError> {
    let flags = build::compile_flags(tools, trace);
    let key = Key::new("runtime")
        .with(&tools.versions)
        .with(&flags.join("\n"));
    let parts = parts(trace);
    let entry = cache.entry(key, |folder| {
        parts
            .iter()
            .try_for_each(|part| compile(tools, &flags, part, folder))
    })?;
    Ok(parts.iter().map(|part| object(&entry, part)).collect())
}

fn parts(trace: bool) -> &'static [&'static str] {
    const PARTS: &[&str] = &["verilated", "verilated_threads", "verilated_fst_c"];
    if trace { PARTS } else { &PARTS[..2] }
}

fn object(folder: &Path, part: &str) -> PathBuf {
    folder.join(part).with_extension("o")
}

fn compile(tools: &Tools, flags: &[String], part: &str, folder: &Path) -> Result<(), BuildError> {
    let source = tools.include.join(part).with_extension("cpp");
    tools::compiler(part, |command| {
        command.args(flags).arg("-c").arg(source);
        command.arg("-o").arg(object(folder, part));
    })
}
