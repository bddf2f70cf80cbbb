//! `heddle area`: storage bits of every structure, counted in the netlist.

use crate::cli::Global;
use crate::failure::Failure;
use crate::output;
use heddle_contract::Config;
use heddle_hdl::Module;
use heddle_hdl::units::{self, NAMES};
use serde_json::{Value, json};

/// A structure that remembers, in the module that holds it.
struct Structure {
    module: String,
    name: String,
    entries: usize,
    width: u32,
}

impl Structure {
    fn bits(&self) -> usize {
        self.entries * self.width as usize
    }
}

/// Prints the structures of the machine's largest assemblies: a unit inside another is counted
/// once, as part of it.
pub fn execute(global: &Global) -> Result<(), Failure> {
    let structures = structures(&global.machine()?)?;
    let total: usize = structures.iter().map(Structure::bits).sum();
    if global.json {
        let rows: Vec<Value> = structures.iter().map(as_json).collect();
        return output::json(&json!({ "structures": rows, "total_bits": total }));
    }
    let mut table = output::table(
        &["module", "structure", "entries", "width", "bits"],
        &[2, 3, 4],
    );
    for s in &structures {
        let numbers = [s.entries, s.width as usize, s.bits()].map(|number| number.to_string());
        table.add_row([&s.module, &s.name, &numbers[0], &numbers[1], &numbers[2]]);
    }
    output::line(&format!("{table}\ntotal: {total} bits"))
}

/// mm2 needs a model of memories and logic; the sources of these units give no areas.
fn as_json(s: &Structure) -> Value {
    json!({
        "name": format!("{}.{}", s.module, s.name),
        "module": s.module,
        "entries": s.entries,
        "bits": s.bits(),
        "bits_in_paper": null,
        "mm2_in_paper": null,
        "mm2": null,
    })
}

fn structures(config: &Config) -> Result<Vec<Structure>, Failure> {
    let mut designs = Vec::new();
    for name in NAMES {
        designs.push(units::design(name, config)?);
    }
    let inside = |name: &str| {
        designs
            .iter()
            .flat_map(|design| &design.modules)
            .any(|m| m.instances.iter().any(|i| i == name))
    };
    let outermost = designs.iter().filter(|design| !inside(&design.top().name));
    Ok(outermost
        .flat_map(|design| &design.modules)
        .flat_map(of_module)
        .collect())
}

fn of_module(module: &Module) -> impl Iterator<Item = Structure> + '_ {
    module.storage.iter().map(|storage| Structure {
        module: module.name.clone(),
        name: storage.name.clone(),
        entries: storage.entries,
        width: storage.width,
    })
}
