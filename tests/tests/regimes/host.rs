//! The kernels on the host: the results file contains the output of the same sources compiled by a C compiler.
//!
//! `HEDDLE_BLESS=1 cargo test --workspace --test regimes host` writes it again.

use crate::kernels::{KERNELS, OUTPUT_WORDS, Size, folder, job};
use crate::results::{RESULTS, run_name};
use heddle_contract::config::PRESETS;
use heddle_sim::Job;
use heddle_sim::report::Output;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

const BLESS: &str = "HEDDLE_BLESS=1 cargo test --workspace --test regimes host";

/// The program that runs kernels on the host, and its `simt.h`.
const HOST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/host");

/// Compiles all kernels into one program for the host.
fn compile(scratch: &Path) -> PathBuf {
    let program = scratch.join("regimes");
    let flags = ["-std=gnu17", "-O1", "-ffp-contract=off", "-I", HOST, "-o"];
    let sources = KERNELS.map(|kernel| folder().join(kernel).with_extension("c"));
    let status = Command::new("cc")
        .args(flags)
        .arg(&program)
        .args(&sources)
        .args([&format!("{HOST}/run.c"), "-lm"])
        .status();
    assert!(status.expect("a C compiler").success());
    program
}

/// The lines of one kernel in the results file.
fn results_of(kernel: &str, program: &Path, scratch: &Path) -> String {
    let mut lines = String::new();
    for (preset, _) in PRESETS {
        for size in Size::ALL {
            let output = run(program, kernel, &job(kernel, preset, size), scratch);
            let digest = Output::new("out", output).sha256;
            lines += &format!("{} {digest}\n", run_name(kernel, preset, size));
        }
    }
    lines
}

/// The host's output for the output buffer of a job.
fn run(program: &Path, kernel: &str, job: &Job, scratch: &Path) -> Vec<u8> {
    let (launch, input) = (&job.launches[0], &job.buffers[0]);
    let file = scratch.join("input");
    fs::write(&file, input.init.contents(input.bytes)).unwrap();
    let words = [input.bytes / 4, OUTPUT_WORDS].map(|number| number.to_string());
    let shape = [launch.grid[0], launch.block[0]].map(|number| number.to_string());
    let output = Command::new(program)
        .args(words)
        .arg(kernel)
        .args(shape)
        .stdin(File::open(&file).unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{kernel}: {said}");
    assert_eq!(output.stdout.len() as u32, job.buffers[1].bytes);
    output.stdout
}

#[test]
fn results_are_those_of_the_host() {
    let scratch = tempfile::tempdir().unwrap();
    let program = compile(scratch.path());
    let results = KERNELS.map(|kernel| results_of(kernel, &program, scratch.path()));
    let results = results.concat();
    if std::env::var_os("HEDDLE_BLESS").is_some_and(|value| value == "1") {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/regimes/results.txt");
        return fs::write(file, results).unwrap();
    }
    assert_eq!(results, RESULTS, "accept with {BLESS}");
}
