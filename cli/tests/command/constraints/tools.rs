//! Tools that read the output of `heddle gen`.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a tool to its end; returns standard output and standard error together.
///
/// # Panics
/// If the tool is missing or fails.
pub fn run(program: impl AsRef<Path>, arguments: &[&str], folder: &Path) -> String {
    let program = program.as_ref();
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}; run scripts/setup", program.display()));
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    let code = output.status;
    assert!(
        code.success(),
        "{} {arguments:?}: {code}\n{text}",
        program.display()
    );
    text
}

/// A Python tool, where scripts/setup puts it.
pub fn python_tool(name: &str) -> PathBuf {
    let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    repository.join(".tools/bin").join(name)
}

/// One port of a module.
pub struct Port {
    pub name: String,
    pub width: u64,
    pub is_input: bool,
}

/// A unit whose files were written.
pub struct Unit {
    pub name: String,
    /// All ports except clock and reset.
    pub ports: Vec<Port>,
}

/// A small machine; its stacks are shallow, because synthesis takes time for each bit of memory.
const SMALL: [&str; 4] = ["--preset", "tiny", "--set", "stack.depth=8"];

/// Writes all files of all units of a small machine, with these changes to it and these options;
/// returns the units.
pub fn generate(folder: &Path, machine: &[&str], options: &[&str]) -> Vec<Unit> {
    let heddle = env!("CARGO_BIN_EXE_heddle");
    let machine = [&SMALL[..], machine].concat();
    let folder_name = folder.to_str().expect("a temporary folder");
    let gen_all = ["gen", "--all", "--out", folder_name];
    run(heddle, &[&gen_all, &machine[..], options].concat(), folder);
    let units = run(
        heddle,
        &[&["units", "--json"], &machine[..]].concat(),
        folder,
    );
    let units: Vec<Value> = serde_json::from_str(&units).expect("a list of units");
    units.iter().map(unit).collect()
}

fn unit(unit: &Value) -> Unit {
    let ports = unit["ports"].as_array().expect("a unit has ports");
    Unit {
        name: text(&unit["unit"]),
        ports: ports.iter().map(port).collect(),
    }
}

fn port(port: &Value) -> Port {
    Port {
        name: text(&port["name"]),
        width: port["width"].as_u64().expect("a width"),
        is_input: port["dir"] == "in",
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").into()
}

/// Every Verilog file of the folder, for Yosys to read.
pub fn verilog_files(folder: &Path) -> String {
    let list = std::fs::read_to_string(folder.join("files.f")).expect("gen wrote it");
    list.split_whitespace().collect::<Vec<_>>().join(" ")
}
