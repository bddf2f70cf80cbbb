//! `heddle sim` without a launch file: a program on one thread, and what it writes.

use crate::program::heddle;
use serde_json::Value;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Output, Stdio};
use tempfile::TempDir;

const ECALL: u32 = 0x73;
const A0: u32 = 10;
const A1: u32 = 11;
const A2: u32 = 12;
const A7: u32 = 17;

/// `addi rd, rs1, value`.
fn addi(rd: u32, rs1: u32, value: u32) -> u32 {
    value << 20 | rs1 << 15 | rd << 7 | 0x13
}

/// An ELF32 file for RISC-V whose one segment is this code, entered at its start.
fn whole_program(code: &[u32]) -> Vec<u8> {
    const BASE: u32 = 0x1_0000;
    let bytes = 4 * code.len() as u32;
    let mut file = b"\x7fELF\x01\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    // ET_EXEC, EM_RISCV; then version, entry, program headers, sections, flags.
    file.extend([2u16, 243].iter().flat_map(|half| half.to_le_bytes()));
    file.extend(
        [1, BASE, 52, 0, 0]
            .iter()
            .flat_map(|word: &u32| word.to_le_bytes()),
    );
    file.extend(
        [52u16, 32, 1, 0, 0, 0]
            .iter()
            .flat_map(|half| half.to_le_bytes()),
    );
    // PT_LOAD, readable and executable.
    let segment = [1, 84, BASE, BASE, bytes, bytes, 5, 4];
    file.extend(segment.iter().flat_map(|word: &u32| word.to_le_bytes()));
    file.extend(code.iter().flat_map(|word| word.to_le_bytes()));
    file
}

/// A program that writes these bytes to a stream (1: output, 2: errors), and ends with an exit code.
fn writer(stream: u32, bytes: [u8; 4], exit_code: u32) -> Vec<u8> {
    const AUIPC_A1: u32 = 0x597;
    whole_program(&[
        AUIPC_A1,
        addi(A1, A1, 36),
        addi(A0, 0, stream),
        addi(A2, 0, 4),
        addi(A7, 0, 64),
        ECALL,
        addi(A0, 0, exit_code),
        addi(A7, 0, 93),
        ECALL,
        u32::from_le_bytes(bytes),
    ])
}

fn written(program: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program.elf");
    fs::write(&path, program).unwrap();
    (folder, path)
}

fn run(program: &[u8], more: &[&str], out: Stdio, errors: Stdio) -> Output {
    let (_folder, path) = written(program);
    let mut command = heddle();
    command.args(["sim", "--kernel"]).arg(path).args(more);
    let child = command.stdout(out).stderr(errors).spawn();
    child.unwrap().wait_with_output().unwrap()
}

fn full() -> Stdio {
    let full = File::options().write(true).open("/dev/full");
    full.expect("Linux has it").into()
}

#[test]
fn it_ends_with_its_exit_code() {
    for (exit_code, expected) in [(0, 0), (7, 1)] {
        let program = whole_program(&[addi(A0, 0, exit_code), addi(A7, 0, 93), ECALL]);
        let output = run(&program, &["--json"], Stdio::piped(), Stdio::piped());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(expected), "{errors}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["exit_code"], exit_code);
    }
}

/// Bytes that are no text: a byte above 127, and half of a character.
const BYTES: [u8; 4] = [0xff, 0xc3, b'A', b'B'];

#[test]
fn bytes_come_out_as_they_are() {
    let output = run(&writer(1, BYTES, 0), &[], Stdio::piped(), Stdio::piped());
    assert_eq!(
        (output.stdout, output.status.code()),
        (BYTES.into(), Some(0))
    );
    let output = run(&writer(2, BYTES, 0), &[], Stdio::piped(), Stdio::piped());
    assert_eq!(
        (output.stderr, output.status.code()),
        (BYTES.into(), Some(0))
    );
}

#[test]
fn json_has_bytes_that_are_no_text_in_digits() {
    let report = |bytes| {
        let output = run(
            &writer(1, bytes, 0),
            &["--json"],
            Stdio::piped(),
            Stdio::piped(),
        );
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let bytes = report(BYTES);
    assert_eq!(bytes["output_hex"], "ffc34142");
    let text = report(*b"text");
    assert_eq!(text["output"], "text");
    assert!(text["output_hex"].is_null() && text["errors_hex"].is_null());
}

/// The output ends without a line end, so nothing has been sent when the program ends.
#[test]
fn output_that_is_lost_is_a_failure() {
    for arguments in [&[][..], &["--json"]] {
        let output = run(&writer(1, *b"text", 0), arguments, full(), Stdio::piped());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(
            errors.contains("standard output cannot be written"),
            "{errors}"
        );
    }
    for argument in ["--help", "--version"] {
        let output = heddle().arg(argument).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{argument}");
    }
}

#[test]
fn errors_that_nobody_can_read_change_no_exit_code() {
    let output = run(&writer(2, *b"text", 0), &[], Stdio::piped(), full());
    assert_eq!(output.status.code(), Some(0));
    let output = run(&writer(2, *b"text", 7), &[], Stdio::piped(), full());
    assert_eq!(output.status.code(), Some(1));
    let output = heddle()
        .args(["sim", "--kernel", "nowhere.elf"])
        .stderr(full())
        .output();
    assert_eq!(output.unwrap().status.code(), Some(2));
}
