//! `heddle gen`: Verilog, file lists, constraints and a manifest for the machine at hand.

mod checkers;
mod choices;
mod constraints;
mod fusesoc;
mod lists;
mod manifest;
mod sources;
pub mod testbench;

use crate::cli::{Gen, Global};
use crate::failure::Failure;
use crate::output::{self, Planned};
use constraints::Timing;
use heddle_contract::Config;
use heddle_hdl::units::{self, NAMES, UnitError};
use heddle_hdl::{Design, Module};
use serde_json::json;
use std::path::Path;

/// Writes the files of the chosen units.
pub fn execute(global: &Global, options: &Gen) -> Result<(), Failure> {
    let config = global.machine()?;
    Planned::new().folder("--out", Some(&options.out)).check()?;
    let designs = designs(&config, options)?;
    let modules = sources::modules(&designs)?;
    let mut contents = contents(&modules, global, options)?;
    if options.rust_hdl {
        contents.extend(heddle_rust_hdl_generator::files(&config, &designs)?);
    }
    if options.testbench.testbench {
        let designs: Vec<_> = chosen(options).into_iter().zip(&designs).collect();
        contents.extend(testbench::files(global, &config, options, &designs)?);
    }
    if options.checkers {
        contents.extend(checkers::files(&config, options, &chosen(options))?);
    }
    contents.extend(fusesoc::files(&modules, &contents));
    contents.extend(constraints(&modules, options, &contents)?);
    output::files(
        &options.out,
        contents
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_bytes())),
    )?;
    let files: Vec<&String> = contents.iter().map(|(name, _)| name).collect();
    let choices = choices::of(&chosen(options), &config);
    if global.json {
        let modules = manifest::modules(&modules, options);
        return output::json(&json!({ "files": files, "modules": modules, "choices": choices }));
    }
    show(&modules, &options.out)?;
    choices.iter().try_for_each(|line| output::line(line))
}

fn chosen(options: &Gen) -> Vec<&str> {
    if options.all {
        NAMES.to_vec()
    } else {
        options.unit.iter().map(String::as_str).collect()
    }
}

/// The RTL of the chosen units.
///
/// # Errors
/// A unit that does not fit the machine. With `--all`, all such units, and the option that leaves them out.
fn designs(config: &Config, options: &Gen) -> Result<Vec<Design>, Failure> {
    let (style, naming) = (options.style.style(), options.package.naming());
    let design = |name: &&str| units::named(name, config, style, &naming);
    if !options.all {
        let designs = chosen(options).iter().map(design).collect::<Result<_, _>>();
        return Ok(designs?);
    }
    let (mut designs, mut fitting, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for name in chosen(options) {
        match design(&name) {
            Ok(design) => {
                designs.push(design);
                fitting.push(name);
            }
            Err(UnitError::Params(refusal)) => refused.push(refusal.to_string()),
            Err(other) => return Err(other.into()),
        }
    }
    match refused.is_empty() {
        true => Ok(designs),
        false => Err(Failure::input_with(
            refused.join("\n"),
            format!(
                "write the units that fit this machine: --unit {}",
                fitting.join(",")
            ),
        )),
    }
}

/// Names and texts of the constraint files.
///
/// # Errors
/// Wrong options or templates, and a template whose files would replace other files.
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
    // A memory wrapper has no ports of a fixed width, and is never the top of a design.
    for module in modules.iter().filter(|module| !module.ports.is_empty()) {
        constraints::replaces_none(module, &templates, others)?;
        files.extend(constraints::of_module(module, style, timing, &templates)?);
    }
    Ok(files)
}

/// Names and texts of all other files.
fn contents(
    modules: &[Module],
    global: &Global,
    options: &Gen,
) -> Result<Vec<(String, String)>, Failure> {
    let verilog = |module: &Module| {
        let text = sources::text(&module.name, &module.verilog, &options.package);
        (module.file_name(), text)
    };
    let mut files: Vec<_> = modules.iter().map(verilog).collect();
    files.extend(lists::files(modules, options));
    let manifest = manifest::text(modules, global, options)?;
    files.push(("manifest.json".into(), manifest));
    Ok(files)
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
