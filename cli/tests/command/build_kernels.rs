//! `scripts/build-kernels` writes no file that has not changed.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// What the script needs, without the kernels of workloads, which take minutes.
const COPIED: [&str; 7] = [
    "scripts/build-kernels",
    "kernels/include",
    "kernels/tests/data",
    "sim/flow/tests/data",
    "sim/flow/tests/repeated",
    "sim/isa/tests/data",
    "tests/tests/programs/clang_alone.flags",
];

/// A tree with what the script needs, whose `cargo` does nothing.
fn tree(root: &Path) {
    for path in COPIED.iter().chain(&["cli/tests/data"]) {
        let to = root.join(path);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        let copy = Command::new("cp")
            .arg("-a")
            .arg(Path::new(ROOT).join(path))
            .arg(&to)
            .status();
        assert!(copy.unwrap().success(), "{path}");
    }
    for folder in ["bin", "target/debug", "kernels/regimes", "kernels/.rv32imf"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    // The script only looks whether it is there; these programs call nothing of it.
    fs::write(root.join("kernels/.rv32imf/libc.a"), "").unwrap();
    symlink(
        env!("CARGO_BIN_EXE_heddle"),
        root.join("target/debug/heddle"),
    )
    .unwrap();
    let cargo = root.join("bin/cargo");
    fs::write(&cargo, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The ELFs below a folder, with their contents and when they were written.
fn elfs(folder: &Path) -> BTreeMap<PathBuf, (SystemTime, Vec<u8>)> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(elfs(&path));
        } else if path.extension().is_some_and(|end| end == "elf") {
            let written = path.metadata().unwrap().modified().unwrap();
            let bytes = fs::read(&path).unwrap();
            all.insert(path, (written, bytes));
        }
    }
    all
}

#[test]
fn files_that_have_not_changed_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    tree(root);
    let before = elfs(root);
    assert!(before.keys().any(|path| path.ends_with("unknown_jump.elf")));
    let path = format!(
        "{}:{}",
        root.join("bin").display(),
        std::env::var("PATH").unwrap()
    );
    let output = Command::new(root.join("scripts/build-kernels"))
        .env("PATH", path)
        .env("CARGO_TARGET_DIR", root.join("target"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let after = elfs(root);
    let rewritten: Vec<_> = after
        .iter()
        .filter(|(path, elf)| before.get(*path) != Some(elf))
        .map(|(path, _)| path)
        .collect();
    assert!(rewritten.is_empty(), "{rewritten:?}");
    assert_eq!(before.len(), after.len());
}
