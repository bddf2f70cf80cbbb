//! The folder of a point: a mechanism on a machine, and the programs that it was found with. `heddle explore` writes it, and
//! `heddle gen --from` reads it.

mod program;

pub use program::{Program, folder_name};

use crate::cli::Global;
use crate::failure::Failure;
use crate::output;
use heddle_contract::Config;
use heddle_sim::Mechanism;
use heddle_system::input::{WRITTEN, read_text};
use serde_json::{Value, json};
use std::path::Path;

/// The machine, as `heddle config` prints it.
const MACHINE: &str = "machine.toml";
/// What is no key of a machine.
const POINT: &str = "point.json";

/// A point in its folder.
pub struct PointFile {
    /// Its name.
    pub name: String,
    /// How it handles divergence.
    pub mechanism: Mechanism,
    /// Bits of a core.
    pub bits: u64,
    /// The programs that it was found with; none are in folders of older versions.
    pub programs: Vec<Program>,
}

impl PointFile {
    /// Writes the folder.
    pub fn write(&self, folder: &Path, machine: &Config) -> Result<(), Failure> {
        let machine = toml::to_string(machine).expect("a machine has string keys");
        let point = json!({
            "name": self.name,
            "mechanism": self.mechanism.name(),
            "bits": self.bits,
            "programs": self.programs,
        });
        let point = serde_json::to_string_pretty(&point).expect("string keys") + "\n";
        let files = [(MACHINE, machine.as_bytes()), (POINT, point.as_bytes())];
        output::files(folder, files)
    }

    /// Reads a folder.
    ///
    /// # Errors
    /// A folder that names no mechanism.
    pub fn read(folder: &Path) -> Result<PointFile, Failure> {
        let path = folder.join(POINT);
        let text = read_text(&path, WRITTEN).map_err(Failure::unreadable(&path))?;
        let mut value: Value = serde_json::from_str(&text).unwrap_or_default();
        let name = value["mechanism"].as_str().unwrap_or_default();
        let found = Mechanism::ALL.into_iter().find(|m| m.name() == name);
        let mechanism = found.ok_or_else(|| {
            let what = format!("{}: it names no mechanism", path.display());
            let remedy = "name a folder that `heddle explore` wrote: DIR/POINT";
            Failure::input_with(what, remedy)
        })?;
        let programs: Vec<Program> =
            serde_json::from_value(value["programs"].take()).unwrap_or_default();
        let programs = programs.into_iter().map(|program| program.below(folder));
        Ok(PointFile {
            name: value["name"].as_str().unwrap_or_default().into(),
            mechanism,
            bits: value["bits"].as_u64().unwrap_or_default(),
            programs: programs.collect(),
        })
    }
}

/// The options of a command with the machine of a folder in place of that which they name.
pub fn on_machine_of(global: &Global, folder: &Path) -> Result<Global, Failure> {
    if global.config.is_some() || global.preset.is_some() {
        let what = "--from names a machine, and so does --config or --preset";
        return Err(Failure::input_with(what, "leave one of them out"));
    }
    let mut global = global.clone();
    global.config = Some(folder.join(MACHINE));
    Ok(global)
}
