//! The crates of the golden GPU form layers as ARCHITECTURE.md draws them, and golden units depend only on the contracts.

use crate::packages::packages;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders, the lowest layer first. A crate may use the crates of lower layers.
const LAYERS: [&[&str]; 6] = [
    &["sim/types"],
    &["sim/isa", "sim/units", "sim/memory", "sim/traces"],
    &["sim/flow", "sim/core"],
    &["sim/mechanisms"],
    &["sim"],
    &["kernels"],
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn manifest(folder: &str) -> toml::Table {
    let text = fs::read_to_string(root().join(folder).join("Cargo.toml")).expect("a crate");
    text.parse().expect("a manifest")
}

/// Heddle's own crates among the dependencies of a crate, without dev-dependencies.
fn uses(folder: &str) -> Vec<String> {
    let manifest = manifest(folder);
    let dependencies = manifest["dependencies"].as_table().expect("a table");
    let own = dependencies
        .keys()
        .filter(|name| name.starts_with("heddle-"));
    own.cloned().collect()
}

fn name(folder: &str) -> String {
    let name = manifest(folder)["package"]["name"].clone();
    name.as_str().expect("a name").into()
}

#[test]
fn no_crate_uses_one_above_it() {
    let mut below = vec!["heddle-contract".to_string(), "heddle-system".into()];
    for layer in LAYERS {
        for folder in layer {
            for used in uses(folder) {
                assert!(below.contains(&used), "{folder} uses {used}");
            }
        }
        below.extend(layer.iter().map(|folder| name(folder)));
    }
}

/// Everything that a crate depends on, also its tests and its build.
fn all_uses(manifest: &toml::Table) -> BTreeSet<String> {
    let of = |kind: &str| manifest.get(kind).and_then(toml::Value::as_table);
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let tables = kinds.into_iter().filter_map(of);
    tables.flat_map(|table| table.keys().cloned()).collect()
}

/// The command is the top: it holds arguments, texts for terminals and exit codes, and everything else is a library.
#[test]
fn no_crate_uses_the_command() {
    let mut commands = Vec::new();
    for folder in packages() {
        let manifest = manifest(&folder);
        let used = all_uses(&manifest);
        assert!(!used.contains("heddle"), "{folder} uses the command");
        if used.contains("clap") {
            commands.push(folder);
        }
    }
    assert_eq!(commands, COMMANDS);
}

/// The crates with a command line: the command, the runner of stages.
const COMMANDS: [&str; 2] = ["cli", "stages"];

/// Libraries of the command, which print nothing: their callers are told by values and by an observer.
const SILENT: [&str; 4] = ["area", "gen", "study", "library"];

#[test]
fn libraries_of_the_command_know_no_console() {
    for folder in SILENT {
        let used = all_uses(&manifest(folder));
        for console in ["clap", "comfy-table", "indicatif", "miette"] {
            assert!(!used.contains(console), "{folder} uses {console}");
        }
        for file in sources(&root().join(folder).join("src")) {
            for line in code(&file) {
                let prints = ["println!", "print!", "dbg!", "process::exit"];
                let prints = prints.iter().any(|way| line.contains(way));
                assert!(!prints, "{folder}: {line}");
            }
        }
    }
}

/// Texts of the files in Rust below a folder.
fn sources(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            texts.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            texts.push(fs::read_to_string(path).expect("a source"));
        }
    }
    texts
}

/// The lines of a file without comments, whose examples may print.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines();
    lines.filter(|line| !line.trim_start().starts_with("//"))
}

/// A block for rust-hdl is simulated by its golden unit and printed as its RTL: two crates, so that neither depends on the other.
#[test]
fn oracles_see_contracts_only() {
    assert_eq!(uses("sim/units"), ["heddle-contract"]);
    assert_eq!(uses("hdl"), ["heddle-contract"]);
    assert_eq!(
        uses("synth"),
        ["heddle-contract", "heddle-hdl", "heddle-system"]
    );
    assert!(uses("system").is_empty());
    assert!(uses("contract/derive").is_empty());
    assert_eq!(
        uses("contract"),
        ["heddle-contract-derive", "heddle-system"]
    );
    assert_eq!(uses("rust-hdl"), ["heddle-contract", "heddle-units"]);
    assert_eq!(
        uses("rust-hdl/generator"),
        ["heddle-contract", "heddle-hdl"]
    );
}
