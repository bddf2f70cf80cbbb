//! The part that all models share, compiled once for each version of the tools: Verilator's run-time library, and the
//! headers that the generated C++ includes, which would take most of a small model's compile time.

use super::BuildError;
use super::error::unwritable;
use super::tools::{self, Tools};
use heddle_system::kept::{Cache, Key};
use std::fs;
use std::path::{Path, PathBuf};

/// The header that every model includes first. The compiler uses the precompiled file beside it instead.
const HEADER: &str = "headers.h";

/// Flags for all C++.
///
/// `-O1` code is as fast as `-O2` code here and compiles in a third of the time. A library's own symbols take
/// precedence over the process's.
pub(super) fn compile_flags(tools: &Tools, trace: bool) -> Vec<String> {
    let include = tools.include.display();
    let mut flags: Vec<String> = "-std=gnu++17 -O1 -w -fPIC -fvisibility=hidden -fno-gnu-unique \
        -faligned-new -fcf-protection=none -pthread -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE_VCD=0"
        .split_whitespace()
        .map(String::from)
        .collect();
    flags.push(format!("-DVM_TRACE={}", u8::from(trace)));
    flags.push(format!("-DVM_TRACE_FST={}", u8::from(trace)));
    flags.push(format!("-I{include}"));
    flags.push(format!("-I{include}/vltstd"));
    flags
}

/// The files that models are compiled and linked with.
pub(super) struct Runtime {
    pub header: PathBuf,
    pub objects: Vec<PathBuf>,
}

/// The runtime, which is compiled if it is not in the cache.
pub(super) fn runtime(cache: &Cache, tools: &Tools, trace: bool) -> Result<Runtime, BuildError> {
    let flags = compile_flags(tools, trace);
    let includes = includes(trace);
    let key = Key::new("runtime")
        .with("tools", &tools.versions)
        .with("compiler", flags.join("\n"))
        .with("includes", &includes);
    let parts = parts(trace);
    let entry = cache.entry(&key, |folder| {
        precompile(&flags, &includes, folder)?;
        parts
            .iter()
            .try_for_each(|part| compile(tools, &flags, part, folder))
    })?;
    Ok(Runtime {
        header: entry.join(HEADER),
        objects: parts.iter().map(|part| object(&entry, part)).collect(),
    })
}

fn includes(trace: bool) -> String {
    let waveforms = if trace {
        "#include \"verilated_fst_c.h\"\n"
    } else {
        ""
    };
    format!("#include <memory>\n#include \"verilated.h\"\n{waveforms}")
}

fn precompile(flags: &[String], includes: &str, folder: &Path) -> Result<(), BuildError> {
    let header = folder.join(HEADER);
    fs::write(&header, includes).map_err(unwritable(&header))?;
    tools::compiler(HEADER, |command| {
        command.args(flags).args(["-x", "c++-header"]).arg(&header);
        command
            .arg("-o")
            .arg(folder.join(HEADER).with_extension("h.gch"));
    })
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
