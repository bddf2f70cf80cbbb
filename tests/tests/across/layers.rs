//! The crates of the golden GPU form layers as ARCHITECTURE.md draws them, and golden units depend only on the contracts.

use std::fs;
use std::path::Path;

/// Folders, the lowest layer first. A crate may use the crates of lower layers.
const LAYERS: [&[&str]; 6] = [
    &["sim/types"],
    &["sim/isa", "sim/units", "sim/memory", "sim/traces"],
    &["sim/flow", "sim/core"],
    &["sim/mechanisms"],
    &["sim"],
    &["kernels"],
];

fn manifest(folder: &str) -> toml::Table {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join(folder).join("Cargo.toml")).expect("a crate");
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

/// A block for rust-hdl is simulated by its golden unit and printed as its RTL: two crates, so that neither depends on the other.
#[test]
fn oracles_see_contracts_only() {
    assert_eq!(uses("sim/units"), ["heddle-contract"]);
    assert_eq!(uses("hdl"), ["heddle-contract"]);
    assert_eq!(uses("synth"), ["heddle-hdl", "heddle-system"]);
    assert!(uses("system").is_empty());
    assert_eq!(uses("contract"), ["heddle-system"]);
    assert_eq!(uses("rust-hdl"), ["heddle-contract", "heddle-units"]);
    assert_eq!(
        uses("rust-hdl/generator"),
        ["heddle-contract", "heddle-hdl"]
    );
}
