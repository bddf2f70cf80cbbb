//! A folder of Verilog and testbenches, and the simulators that run it.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The simulators of a testbench; `scripts/testbenches` installs cocotb, the others are always installed.
#[derive(Clone, Copy, Debug)]
pub enum Simulator {
    Icarus,
    Verilator,
    Cocotb,
}

impl Simulator {
    fn target(self) -> &'static str {
        match self {
            Self::Icarus => "icarus",
            Self::Verilator => "verilator",
            Self::Cocotb => "cocotb",
        }
    }
}

/// The output of `heddle gen --testbench`.
pub struct Kit(TempDir);

impl Kit {
    pub fn of(units: &[&str], options: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut command = crate::program::heddle();
        command.args(["gen", "--testbench", "--out"]);
        command.arg(folder.path()).args(options);
        command.args(units.iter().flat_map(|unit| ["--unit", unit]));
        let output = command.output().expect("it starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{options:?}: {errors}");
        Self(folder)
    }

    /// The folder that contains everything.
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    /// The folder of the testbenches.
    pub fn testbench(&self) -> PathBuf {
        self.folder().join("testbench")
    }

    /// The manifest of the folder.
    pub fn manifest(&self) -> Value {
        let text = fs::read(self.folder().join("manifest.json")).expect("gen wrote it");
        serde_json::from_slice(&text).expect("the manifest is JSON")
    }

    /// Runs the testbench of a unit.
    pub fn run(&self, simulator: Simulator, unit: &str) -> Output {
        self.run_with(simulator, unit, &[])
    }

    /// As `run`, with more arguments of `make`.
    pub fn run_with(&self, simulator: Simulator, unit: &str, arguments: &[&str]) -> Output {
        self.make(&format!("{}-{unit}", simulator.target()), arguments)
    }

    /// Runs the testbenches of these units, each of which has to pass.
    pub fn all_pass(&self, simulator: Simulator, units: &[&str]) {
        let output = self.make(simulator.target(), &["-j2", "-k"]);
        for unit in units {
            output.passes(&format!("PASS: {unit}, "));
        }
    }

    fn make(&self, target: &str, arguments: &[&str]) -> Output {
        let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.cocotb/bin/python");
        let mut command = Command::new("make");
        command.current_dir(self.testbench()).args(arguments);
        command
            .arg(target)
            .arg(format!("PYTHON={}", python.display()));
        let output = command.output().expect("scripts/setup installs make");
        let text = [output.stdout, output.stderr].concat();
        Output {
            text: format!("make {target}\n{}", String::from_utf8_lossy(&text)),
            success: output.status.success(),
        }
    }

    /// The Verilog of a unit.
    pub fn verilog(&self, unit: &str) -> String {
        fs::read_to_string(self.file(unit)).expect("gen wrote it")
    }

    /// Replaces the Verilog of a unit.
    pub fn write(&self, unit: &str, verilog: &str) {
        fs::write(self.file(unit), verilog).expect("a file of ours");
    }

    fn file(&self, unit: &str) -> PathBuf {
        self.folder().join(format!("{unit}.v"))
    }
}

/// The output of `make`, and whether it succeeded.
pub struct Output {
    text: String,
    success: bool,
}

impl Output {
    pub fn success(&self) -> bool {
        self.success
    }

    pub fn passes(&self, line: &str) {
        let passes = self.success && self.text.contains(line);
        assert!(passes, "not `{line}`: {}", self.text);
    }

    pub fn fails(&self, line: &str) {
        let fails = !self.success && self.text.contains(line);
        assert!(fails, "not `{line}`: {}", self.text);
    }
}

/// Ports of the testbench that a save file of GTKWave names, as VCD writes them.
pub fn ports(save: &str, unit: &str) -> Vec<String> {
    let prefix = format!("{unit}_tb.");
    let signals = save.lines().filter_map(|line| line.strip_prefix(&prefix));
    let ports: Vec<String> = signals.map(|name| name.replace('[', " [")).collect();
    assert!(ports.len() > 4, "{save}");
    ports
}
