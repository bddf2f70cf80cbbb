//! `heddle gen`: Verilog, file list, constraints and a manifest for the machine at hand.

mod constraints;
mod testbench;

use crate::cli::{Gen, Global};
use crate::failure::Failure;
use crate::output::{self, Planned};
use constraints::Timing;
use heddle_contract::Config;
use heddle_hdl::units::{self, NAMES};
use heddle_hdl::{Design, Module, Style};
use serde_json::{Value, json};
use std::path::Path;

/// Writes the files of the chosen units.
pub fn execute(global: &Global, options: &Gen) -> Result<(), Failure> {
    let config = global.machine()?;
    Planned::new().folder("--out", Some(&options.out)).check()?;
    let names = chosen(options);
    let designs = designs(&names, &config, options.style.style())?;
    let modules = modules(&designs);
    let mut contents = contents(&modules, global)?;
    if options.rust_hdl {
        contents.extend(heddle_rust_hdl_generator::files(&config, &designs)?);
    }
    if options.testbench.testbench {
        let designs: Vec<_> = names.iter().copied().zip(&designs).collect();
        let cycles = options.testbench.cycles;
        contents.extend(testbench::files(global, &config, cycles, &designs)?);
    }
    let constraints = constraints(&modules, options, &contents)?;
    contents.extend(constraints);
    output::files(
        &options.out,
        contents
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_bytes())),
    )?;
    let files: Vec<&String> = contents.iter().map(|(name, _)| name).collect();
    if global.json {
        return output::json(&json!({ "files": files, "modules": list_of(&modules) }));
    }
    show(&modules, &options.out)
}

fn chosen(options: &Gen) -> Vec<&str> {
    if options.all {
        NAMES.to_vec()
    } else {
        options.unit.iter().map(String::as_str).collect()
    }
}

fn designs(names: &[&str], config: &Config, style: Style) -> Result<Vec<Design>, Failure> {
    let design = |name: &&str| Ok(units::styled(name, config, style)?);
    names.iter().map(design).collect()
}

/// Modules of several designs; a module that occurs twice is kept once, children first.
fn modules(designs: &[Design]) -> Vec<Module> {
    let mut all: Vec<Module> = Vec::new();
    for module in designs.iter().flat_map(|design| &design.modules) {
        if !all.contains(module) {
            all.push(module.clone());
        }
    }
    all
}

/// Names and texts of the constraint files.
///
/// # Errors
/// Wrong options or templates, and a template whose files would replace some of the others.
fn constraints(
    modules: &[Module],
    options: &Gen,
    others: &[(String, String)],
) -> Result<Vec<(String, String)>, Failure> {
    let timing = Timing::new(options.period, options.io_delay)?;
    let templates = match &options.constraints {
        Some(folder) => constraints::of_folder(folder)?,
        None => constraints::built_in(),
    };
    let style = options.style.style();
    let mut files = Vec::new();
    // A wrapper of a memory has no ports of a width; it is never the top of a design.
    for module in modules.iter().filter(|module| !module.ports.is_empty()) {
        constraints::replaces_none(module, &templates, others)?;
        files.extend(constraints::of_module(module, style, timing, &templates)?);
    }
    Ok(files)
}

/// Names and texts of all other files.
fn contents(modules: &[Module], global: &Global) -> Result<Vec<(String, String)>, Failure> {
    let verilog = |module: &Module| (module.file_name(), module.verilog.clone());
    let mut files: Vec<_> = modules.iter().map(verilog).collect();
    let list: String = modules
        .iter()
        .map(|module| module.file_name() + "\n")
        .collect();
    files.push(("files.f".into(), list));
    let manifest = json!({
        "heddle": env!("CARGO_PKG_VERSION"),
        "options": global.arguments(),
        "machine": global.machine()?,
        "modules": list_of(modules),
    });
    let manifest = serde_json::to_string_pretty(&manifest).expect("string keys") + "\n";
    files.push(("manifest.json".into(), manifest));
    Ok(files)
}

fn list_of(modules: &[Module]) -> Vec<Value> {
    let row = |module: &Module| {
        json!({
            "name": module.name,
            "file": module.file_name(),
            "register_bits": module.register_bits(),
            "memory_bits": module.memory_bits(),
            "overhead_bits": module.overhead_bits(),
        })
    };
    modules.iter().map(row).collect()
}

fn show(modules: &[Module], folder: &Path) -> Result<(), Failure> {
    let mut table = output::table(&["module", "file", "register bits", "memory bits"], &[2, 3]);
    for module in modules {
        let file = folder.join(module.file_name()).display().to_string();
        let bits = [
            module.register_bits().to_string(),
            module.memory_bits().to_string(),
        ];
        table.add_row([&module.name, &file, &bits[0], &bits[1]]);
    }
    output::line(&table.to_string())
}
