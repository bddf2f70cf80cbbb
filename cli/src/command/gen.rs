//! `heddle gen`: Verilog, file lists, constraints and a manifest for the machine at hand.

mod check;
mod group;
mod point;

use crate::cli::{Gen, Global};
use crate::failure::Failure;
use crate::output::{self, Planned};
use heddle_gen::{Choices, Generated, Package, Units, generate};
use heddle_hdl::Module;
use serde_json::json;
use std::path::Path;

/// Writes the files of the chosen units.
pub fn execute(global: &Global, options: &Gen) -> Result<(), Failure> {
    match &options.from {
        Some(folder) => point::execute(global, options, folder),
        None => of_machine(global, options),
    }
}

fn of_machine(global: &Global, options: &Gen) -> Result<(), Failure> {
    if options.check.check {
        let remedy = "add --from DIR/POINT, of `heddle explore`; `heddle cosim` compares a unit of any machine";
        return Err(Failure::input_with("--check without --from", remedy));
    }
    Planned::new().folder("--out", Some(&options.out)).check()?;
    let generated = generated(global, options)?;
    generated.write(&options.out)?;
    if global.json {
        let files: Vec<&String> = generated.files.iter().map(|(name, _)| name).collect();
        let (modules, choices) = (&generated.manifest, &generated.forms);
        return output::json(&json!({ "files": files, "modules": modules, "choices": choices }));
    }
    show(&generated.modules, &options.out)?;
    generated
        .forms
        .iter()
        .try_for_each(|line| output::line(line))
}

/// The files of the chosen units.
pub(super) fn generated(global: &Global, options: &Gen) -> Result<Generated, Failure> {
    let config = global.machine()?;
    let units = match options.all {
        true => Units::All,
        false => Units::Named(&options.unit),
    };
    Ok(generate(&config, units, &choices(global, options))?)
}

/// The choices that the options describe.
fn choices(global: &Global, options: &Gen) -> Choices {
    let (package, testbench) = (&options.package, options.testbench);
    Choices {
        style: options.style.style(),
        macros: options.style.has_macros(),
        package: Package {
            prefix: package.prefix.clone(),
            name_by_config: package.name_by_config,
            timescale: package.timescale.clone(),
        },
        period_ns: options.period,
        io_delay: options.io_delay,
        templates: options.constraints.clone(),
        rust_hdl: options.rust_hdl,
        checkers: options.checkers,
        testbench_cycles: testbench.testbench.then_some(testbench.cycles),
        seed: global.seed,
        origin: global.arguments(),
    }
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
