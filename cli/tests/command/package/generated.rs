//! A folder that `heddle gen` wrote, and tools that read it from another folder.

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// The output of `heddle gen`.
pub struct Generated {
    pub folder: TempDir,
    /// Rows of the manifest, children first.
    pub modules: Vec<Value>,
}

impl Generated {
    /// Generates files with these options.
    pub fn new(options: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let status = crate::program::heddle()
            .arg("gen")
            .args(options)
            .arg("--out")
            .arg(folder.path())
            .stdout(std::process::Stdio::null())
            .status()
            .expect("it starts");
        assert!(status.success(), "{options:?}");
        let manifest = std::fs::read(folder.path().join("manifest.json")).unwrap();
        let manifest: Value = serde_json::from_slice(&manifest).expect("the manifest is JSON");
        let modules = manifest["modules"].as_array().expect("modules").clone();
        Self { folder, modules }
    }

    /// The module of the unit, if the options name one.
    pub fn top(&self) -> &Value {
        self.modules.last().expect("a module")
    }

    /// The text of one of the files.
    pub fn text(&self, name: &str) -> String {
        let path = self.folder.path().join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

/// The text under a key.
pub fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key]
        .as_str()
        .unwrap_or_else(|| panic!("no `{key}`: {value:#}"))
}

/// A module `around` with one instance of each folder's unit, all inputs 0.
pub fn around(units: &[&Generated]) -> String {
    let instances: String = units
        .iter()
        .enumerate()
        .map(|(number, unit)| instance(number, unit.top()))
        .collect();
    format!("module around (input wire clk_i, input wire rst_i);\n{instances}endmodule\n")
}

fn instance(number: usize, unit: &Value) -> String {
    let ports = unit["ports"].as_array().expect("ports").iter();
    let pins: Vec<String> = ports.map(pin).collect();
    format!(
        "    {} u_{number} ({});\n",
        word(unit, "name"),
        pins.join(", ")
    )
}

fn pin(port: &Value) -> String {
    let name = word(port, "name");
    match (word(port, "group"), word(port, "direction")) {
        ("clock and reset", _) => format!(".{name}({name})"),
        (_, "in") => format!(".{name}({}'d0)", port["width"]),
        _ => format!(".{name}()"),
    }
}

/// Verilator, Icarus Verilog and Yosys elaborate the module `around` with these folders. They start in another folder and find
/// the files through the lists, or through the names of modules.
pub fn elaborates(units: &[&Generated], around: &str) {
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::write(elsewhere.path().join("around.v"), around).unwrap();
    let folders = || units.iter().map(|unit| unit.folder.path());
    let each = |option: &str, file: &str| -> Vec<String> {
        let pair = |folder: &Path| [option.into(), folder.join(file).display().to_string()];
        folders().flat_map(pair).collect()
    };
    let lists = each("-F", "files.f");
    let quiet = [
        "--lint-only",
        "-Wall",
        "-Wno-PINCONNECTEMPTY",
        "--top-module",
        "around",
    ];
    silent("verilator_bin", &quiet, &lists, elsewhere.path());
    let once = ["-g2005", "-Wall", "-s", "around", "-t", "null"];
    silent("iverilog", &once, &each("-y", "."), elsewhere.path());
    let script: String = folders().map(read_in_tcl).collect();
    let checks = "yosys read_verilog around.v\nyosys hierarchy -check -top around\nyosys proc\nyosys check -assert\n";
    std::fs::write(elsewhere.path().join("read.tcl"), script + checks).unwrap();
    silent("yosys", &["-q", "-c", "read.tcl"], &[], elsewhere.path());
}

fn read_in_tcl(folder: &Path) -> String {
    let list = folder.join("files.tcl").display().to_string();
    format!("source {{{list}}}\nyosys read_verilog {{*}}$heddle_files\n")
}

/// Runs a tool, which must succeed and print nothing.
fn silent(tool: &str, arguments: &[&str], more: &[String], folder: &Path) {
    let own = (tool != "yosys").then_some("around.v");
    let run = Command::new(tool)
        .args(arguments)
        .args(more)
        .args(own)
        .current_dir(folder)
        .output();
    let run = run.unwrap_or_else(|error| panic!("{tool}: {error}; run scripts/setup"));
    let said = [run.stdout, run.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(
        run.status.success() && said.trim().is_empty(),
        "{tool}: {said}"
    );
}
