//! `heddle gen --rust-hdl` writes the blocks that are tested (`rust-hdl/blocks`), and those committed in the repository.

use heddle_hdl::units;
use heddle_machines::shipped;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Units whose blocks are committed for readers: a single unit, which the crate's example uses, and an assembly around it.
const SAMPLES: [&str; 4] = ["--unit", "unified_arbiter", "--unit", "stackless_front_end"];

/// The folder of the committed samples.
fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rust-hdl/generated")
}

/// Files that a block consists of: Rust, Verilog, the machine.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let of_block = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("rs" | "v" | "toml"))
    };
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a file").to_string_lossy();
        (
            name.into_owned(),
            std::fs::read_to_string(&path).expect("text"),
        )
    };
    paths.filter(of_block).map(read).collect()
}

fn bless(fresh: &BTreeMap<String, String>) {
    let folder = committed();
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in fresh {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

fn generate(options: &[&str]) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let status = crate::program::heddle()
        .args(["gen", "--preset", "tiny", "--rust-hdl"])
        .args(options)
        .arg("--out")
        .arg(folder.path())
        .stdout(std::process::Stdio::null())
        .status()
        .expect("it starts");
    assert!(status.success());
    files(folder.path())
}

/// The tests of `rust-hdl/blocks` get their blocks from the library, the command's users get them from the command.
#[test]
fn blocks_of_every_unit_are_those_that_are_tested() {
    let machine = shipped("tiny");
    let design = |unit: &&str| units::design(unit, &machine).expect("a unit of the machine");
    let designs: Vec<_> = units::NAMES.iter().map(design).collect();
    let blocks = heddle_rust_hdl_generator::files(&machine, &designs).expect("a valid machine");
    let modules = designs.iter().flat_map(|design| &design.modules);
    let verilog = modules.map(|module| (module.file_name(), module.verilog.clone()));
    let tested: BTreeMap<String, String> = blocks.into_iter().chain(verilog).collect();
    let written = generate(&["--all"]);
    assert!(written.keys().eq(tested.keys()), "{:?}", written.keys());
    for (name, text) in tested {
        assert_eq!(written[&name], text, "{name}");
    }
}

#[test]
fn samples_are_up_to_date() {
    let fresh = generate(&SAMPLES);
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        bless(&fresh);
    }
    let committed = files(&committed());
    let names = |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&committed), names(&fresh), "run `just bless`");
    for (name, text) in fresh {
        assert_eq!(committed[&name], text, "{name} is old; run `just bless`");
    }
}

#[test]
fn blocks_have_the_reset_of_the_verilog() {
    let unit = ["--unit", "unified_arbiter"];
    let style = ["--reset", "async", "--reset-level", "low"];
    let files = generate(&[&unit[..], &style].concat());
    assert_eq!(files["mod.rs"].matches("pub mod").count(), 1);
    let block = &files["unified_arbiter.rs"];
    for part in [
        "back to the state after power-up, at once",
        ".step_or_reset(",
        ".rst_ni(~reset),",
    ] {
        assert!(block.contains(part), "`{part}` is missing in {block}");
    }
}

#[test]
fn a_combinational_unit_has_no_register_to_time() {
    let machine = ["--set", "stackless.tree_latency=0"];
    let files = generate(&[&["--unit", "unified_arbiter"][..], &machine].concat());
    let block = &files["unified_arbiter.rs"];
    assert!(
        block.contains("Vec::new()") && !block.contains("TimingInfo {"),
        "{block}"
    );
    assert!(!block.contains("Port,"), "unused: {block}");
}
