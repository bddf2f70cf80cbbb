//! All files and folders that commands write have the permissions that the user gives to new ones.

use crate::own_verilog::wrong_design;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;

/// Files as the user's `umask 027` makes them, and folders.
const FILE: u32 = 0o640;
const FOLDER: u32 = 0o750;

const HOST: &str = include_str!("../data/opencl/twice.c");

const COMMANDS: [(&[&str], i32); 6] = [
    (
        &[
            "run",
            "if_else",
            "--trace",
            "out/t.json",
            "--draw",
            "out/t.svg",
            "--log-instructions",
            "out/t.log",
        ],
        0,
    ),
    (
        &[
            "exec",
            "--preset",
            "tiny",
            "--out",
            "out/a",
            "--capture",
            "out/b",
            "--trace",
            "out/c",
            "--",
            "./twice",
        ],
        0,
    ),
    (&["compile", "k.cl", "-o", "out/k.elf"], 0),
    (
        &["gen", "--unit", "warp_allocator", "--out", "out/verilog"],
        0,
    ),
    (&["compare", "if_else", "--out", "out/compared"], 0),
    (
        &[
            "cosim",
            "--unit",
            "warp_allocator",
            "--preset",
            "tiny",
            "--cycles",
            "20000",
            "--verilog",
            "warp_allocator.v",
            "--out",
            "out/mismatch",
        ],
        1,
    ),
];

fn check(folder: &Path, files: &mut u32) {
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!(mode(folder), FOLDER, "{}", folder.display());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => check(&path, files),
            false => {
                assert_eq!(mode(&path), FILE, "{}", path.display());
                *files += 1;
            }
        }
    }
}

#[test]
fn outputs_have_the_permissions_of_the_user() {
    let folder = wrong_design();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("k.cl"), "kernel void k(global int *a) { *a = 1; }\n").unwrap();
    fs::write(at("twice.c"), HOST).unwrap();
    let mut gcc = Command::new("gcc");
    let gcc = gcc.args(["-o", "twice", "twice.c", "-lOpenCL"]);
    assert!(gcc.current_dir(folder.path()).status().unwrap().success());
    for (arguments, code) in COMMANDS {
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            "umask 027 && exec \"$@\"",
            "sh",
            env!("CARGO_BIN_EXE_heddle"),
        ]);
        let output = shell
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {output:?}"
        );
    }
    let mut files = 0;
    check(&at("out"), &mut files);
    assert!(files > 20, "{files} files");
}
