//! Units that were written by hand (`synth/by-hand`): each behaves like the golden unit, in all corners.

use crate::program::heddle;
use heddle_machines::part;
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

#[derive(Deserialize)]
struct Table {
    version: Vec<Version>,
}

/// A unit, and the machine that it was written for.
#[derive(Deserialize)]
struct Version {
    unit: String,
    preset: String,
    #[serde(default)]
    set: Vec<String>,
}

impl Version {
    fn check(&self, folder: &Path) {
        let mut command = heddle();
        command.args(["cosim", "--unit", &self.unit, "--preset", &self.preset]);
        command.args(["--cycles", "100000", "--json"]);
        for change in &self.set {
            command.args(["--set", change]);
        }
        let verilog = folder.join(&self.unit).join(format!("{}.v", self.preset));
        command.arg("--verilog").arg(verilog);
        let mismatch = TempDir::new().unwrap();
        let output = command
            .arg("--out")
            .arg(mismatch.path().join("mismatch"))
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", self.unit);
        let outcome: Value = serde_json::from_slice(&output.stdout).unwrap();
        for corner in outcome["corners"].as_array().unwrap() {
            assert_ne!(corner["hits"], 0, "{}: {corner}", self.unit);
        }
    }
}

#[test]
fn each_is_as_its_golden_unit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../synth/by-hand");
    let table = std::fs::read_to_string(folder.join("versions.toml")).unwrap();
    let table: Table = toml::from_str(&table).unwrap();
    // By day one in five, at night all of them.
    part(&table.version, 0, 5)
        .into_iter()
        .for_each(|version| version.check(&folder));
}
