//! From Verilog to a shared library.

use super::error::unwritable;
use super::one_clock::Regions;
use super::runtime::{Runtime, compile_flags, runtime};
use super::tools::{self, Tools};
use super::{BuildError, Source, shim};
use heddle_system::DraftFolder;
use heddle_system::kept::{Cache, Key};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// File name of a compiled model inside its cache entry.
const LIBRARY: &str = "model.so";

/// Registers without reset start with random bits (COS-10); `-Wno-fatal` because linting is done elsewhere.
const VERILATOR_FLAGS: &[&str] = &["--cc", "-Wno-fatal", "--x-initial", "unique"];

/// A library exports only the shim's functions. Hidden visibility does not cover symbols that the
/// headers of the standard library declare visible: the standard library would then use ours, and our library
/// could not be unloaded.
const EXPORTS: &str = "{ global: heddle_*; local: *; };\n";

/// The folder of the compiled model, which is compiled if it is not in the cache.
pub(super) fn library(source: &Source, cache: &Cache) -> Result<PathBuf, BuildError> {
    let tools = Tools::find()?;
    let shim = shim::text(source);
    let flags = compile_flags(&tools, source.trace);
    let mut key = Key::new("model")
        .with("tools", &tools.versions)
        .with("top", &source.verilog.top)
        .with("verilator", VERILATOR_FLAGS.join("\n"))
        .with("compiler", flags.join("\n"))
        .with("exports", EXPORTS)
        .with("by level", source.by_level.to_string())
        .with("shim", &shim);
    for file in &source.verilog.files {
        key = key.with("file", &file.name).with("text", &file.text);
    }
    cache.entry(&key, |folder| {
        let work = DraftFolder::within(folder).map_err(unwritable(folder))?;
        translate(source, &tools, work.path())?;
        let runtime = runtime(cache, &tools, source.trace)?;
        let regions = regions(source, work.path())?;
        gather(&shim, work.path())?;
        let flags = [flags, vec![regions.flag()]].concat();
        link(source, &flags, &runtime, work.path(), folder)
    })
}

/// Path of the library in a cache entry.
pub(super) fn library_file(entry: &Path) -> PathBuf {
    entry.join(LIBRARY)
}

/// Verilog to C++.
fn translate(source: &Source, tools: &Tools, work: &Path) -> Result<(), BuildError> {
    for file in &source.verilog.files {
        let path = work.join(&file.name);
        fs::write(&path, &file.text).map_err(unwritable(&path))?;
    }
    tools.verilator(&source.verilog.top, |command| {
        command.current_dir(work).args(VERILATOR_FLAGS);
        command.args(["--prefix", shim::CLASS, "--Mdir", ".", "--top-module"]);
        command.arg(&source.verilog.top);
        if source.trace {
            command.arg("--trace-fst");
        }
        command.args(source.verilog.files.iter().map(|file| &file.name));
    })
}

/// How the model is clocked. A waveform shows both levels of the clock.
fn regions(source: &Source, work: &Path) -> Result<Regions, BuildError> {
    match source.trace || source.by_level {
        true => Ok(Regions::Unknown),
        false => Regions::of(work).map_err(unwritable(work)),
    }
}

/// Gathers all generated C++ and the shim in one translation unit, which compiles several times faster.
fn gather(shim: &str, work: &Path) -> Result<(), BuildError> {
    let all = work.join("all.cc");
    let mut names = generated(work).map_err(unwritable(work))?;
    names.sort();
    let includes: String = names.iter().map(|name| included(name)).collect();
    fs::write(&all, includes + shim).map_err(unwritable(&all))
}

/// Includes a generated file. What Verilator calls slow runs before the first cycle only, so it is not worth an optimisation.
fn included(name: &str) -> String {
    let include = format!("#include \"{name}\"\n");
    match name.ends_with("__Slow.cpp") {
        true => format!(
            "#pragma GCC push_options\n#pragma GCC optimize(\"O0\")\n{include}#pragma GCC pop_options\n"
        ),
        false => include,
    }
}

fn generated(work: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(work)? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("cpp")) {
            names.extend(path.file_name().map(|name| name.to_string_lossy().into()));
        }
    }
    Ok(names)
}

fn link(
    source: &Source,
    flags: &[String],
    runtime: &Runtime,
    work: &Path,
    folder: &Path,
) -> Result<(), BuildError> {
    let exports = work.join("exports.map");
    fs::write(&exports, EXPORTS).map_err(unwritable(&exports))?;
    tools::compiler(&source.verilog.top, |command| {
        command.current_dir(work).args(flags);
        command.args([
            "-shared",
            "-Wl,-Bsymbolic",
            "-Wl,--version-script=exports.map",
        ]);
        command.arg("-include").arg(&runtime.header);
        command.args(["-I.", "all.cc"]);
        command.args(&runtime.objects);
        command.arg("-o").arg(library_file(folder));
        if source.trace {
            command.arg("-lz");
        }
    })
}
