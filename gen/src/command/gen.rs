//! `heddle gen`: Verilog, file list, constraints and a manifest for the machine at hand.

mod constraints;

use crate::cli::{Gen, Global};
use crate::failure::Failure;
use crate::output;
use constraints::Timing;
use heddle_contract::Config;
use heddle_hdl::units::{self, NAMES};
use heddle_hdl::{Module, Style};
use serde_json::{Value, json};
use std::path::Path;

/// Writes the files of the chosen units.
pub fn execute(global: &Global, options: &Gen) -> Result<(), Failure> {
    let config = global.machine()?;
    let style = options.style.style();
    let modules = modules(&chosen(options), &config, style)?;
    let contents = contents(&modules, options, global)?;
    output::folder(&options.out)?;
    let mut files = Vec::new();
    for (name, text) in contents {
        output::file(&options.out.join(&name), text.as_bytes())?;
        files.push(name);
    }
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

/// Modules of several designs; a module that occurs twice is kept once, children first.
fn modules(names: &[&str], config: &Config, style: Style) -> Result<Vec<Module>, Failure> {
    let mut all: Vec<Module> = Vec::new();
    for name in names {
        for module in units::styled(name, config, style)?.modules {
            if !all.contains(&module) {
                all.push(module);
            }
        }
    }
    Ok(all)
}

/// Names and texts of all files.
fn contents(
    modules: &[Module],
    options: &Gen,
    global: &Global,
) -> Result<Vec<(String, String)>, Failure> {
    let timing = Timing::new(options.period, options.io_delay)?;
    let templates = match &options.constraints {
        Some(folder) => constraints::of_folder(folder)?,
        None => constraints::built_in(),
    };
    let style = options.style.style();
    let mut files: Vec<(String, String)> = Vec::new();
    for module in modules {
        files.push((module.file_name(), module.verilog.clone()));
        files.extend(constraints::of_module(module, style, timing, &templates)?);
    }
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
