//! A crate outside of the workspace builds on the libraries: with the examples of `area`, `gen` and `study`, and with `heddle-gpu`. At night.

use crate::packages::ROOT;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Examples that use only these crates.
const EXAMPLES: [&str; 3] = ["count_storage", "compare_mechanisms", "generate_files"];

/// The crates, with their folders.
const CRATES: [(&str, &str); 7] = [
    ("heddle-area", "area"),
    ("heddle-contract", "contract"),
    ("heddle-gen", "gen"),
    ("heddle-gpu", "library"),
    ("heddle-kernels", "kernels"),
    ("heddle-sim", "sim"),
    ("heddle-study", "study"),
];

/// A program that reaches every library through one crate.
const THROUGH_ONE: &str = "use heddle_gpu::{area, contract, cosim, files, flow, hdl, isa, kernels, sim, study, synth};
fn main() {
    let machine = study::Machine::preset(\"tiny\").with(&[]).unwrap();
    println!(\"{} bits\", area::Area::of(&machine, 90).unwrap().total_bits());
    let _ = (files::generate, hdl::units::design, kernels::all, sim::Gpu::new, contract::units::all);
    let _ = (cosim::by_name, isa::Program::parse, flow::Flow::new, synth::Target::parse);
}
";

fn manifest(root: &Path) -> String {
    let dependency = |(name, folder): (&str, &str)| {
        format!(
            "{name} = {{ path = \"{}\" }}\n",
            root.join(folder).display()
        )
    };
    let dependencies: String = CRATES.map(dependency).concat();
    format!(
        "[package]\nname = \"outside\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\n{dependencies}\n[workspace]\n"
    )
}

#[test]
#[ignore = "at night: it checks the libraries again"]
fn examples_build_outside_of_the_workspace() {
    let root = fs::canonicalize(ROOT).expect("the workspace");
    // Kept from one run to the next, so that only what has changed is checked again.
    let outside = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside");
    let programs = outside.join("src/bin");
    fs::create_dir_all(&programs).expect("a folder");
    for example in EXAMPLES.map(|name| format!("{name}.rs")) {
        fs::copy(root.join("examples").join(&example), programs.join(example)).expect("an example");
    }
    fs::write(programs.join("through_one.rs"), THROUGH_ONE).expect("a program");
    fs::write(outside.join("Cargo.toml"), manifest(&root)).expect("a manifest");
    fs::copy(root.join("Cargo.lock"), outside.join("Cargo.lock")).expect("the versions");

    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--bins"])
        .env("CARGO_TARGET_DIR", outside.join("target"))
        .current_dir(&outside)
        .output()
        .expect("Cargo");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
