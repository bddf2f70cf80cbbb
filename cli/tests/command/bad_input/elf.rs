//! Files that are no kernels.

use crate::bad_input::desk::Desk;
use crate::bad_input::support::elf::{CODE, Image};
use std::fs;
use std::process::Command;

/// Offsets in the file header and in the first program header.
const CLASS: usize = 4;
const ENDIAN: usize = 5;
const KIND: usize = 16;
const MACHINE: usize = 18;
const FLAGS: usize = 36;
const SEGMENT: usize = 52;
const SEGMENT_BYTES: usize = 32;
const ADDRESS: usize = 8;
const FILE_BYTES: usize = 16;
const MEMORY_BYTES: usize = 20;
const SEGMENT_FLAGS: usize = 24;

/// The valid kernel file with these bytes changed.
fn changed(desk: &Desk, changes: &[(usize, &[u8])]) -> Vec<u8> {
    let mut file = fs::read(desk.path("k.elf")).unwrap();
    for (at, bytes) in changes {
        file[*at..at + bytes.len()].copy_from_slice(bytes);
    }
    file
}

fn refuse(desk: &mut Desk, name: &str, file: &[u8]) {
    desk.write(name, file);
    desk.refused(&format!("sim --kernel {name} --launch k.toml"));
}

#[test]
fn files_of_another_kind() {
    let mut desk = Desk::new();
    desk.refused("sim --kernel missing.elf --launch k.toml");
    desk.refused("sim --kernel . --launch k.toml");
    refuse(&mut desk, "empty.elf", b"");
    refuse(&mut desk, "text.elf", b"#!/bin/sh\n");
    for (name, at, bytes) in [
        ("64-bit.elf", CLASS, &[2][..]),
        ("big-endian.elf", ENDIAN, &[2]),
        ("x86.elf", MACHINE, &[62, 0]),
        ("object.elf", KIND, &[1, 0]),
        ("shared.elf", KIND, &[3, 0]),
        ("core-dump.elf", KIND, &[4, 0]),
        ("rv32e.elf", FLAGS, &[8]),
        ("double.elf", FLAGS, &[4]),
        ("data.elf", SEGMENT + SEGMENT_FLAGS, &[6]),
    ] {
        let file = changed(&desk, &[(at, bytes)]);
        refuse(&mut desk, name, &file);
    }
    // The test program itself is an executable of the machine it runs on.
    fs::copy(std::env::current_exe().unwrap(), desk.path("host.elf")).unwrap();
    desk.refused("sim --kernel host.elf --launch k.toml");
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn damaged_files() {
    let mut desk = Desk::new();
    let whole = changed(&desk, &[]);
    for length in [5, 40, 60, 130, whole.len() - 1] {
        refuse(&mut desk, &format!("first-{length}.elf"), &whole[..length]);
    }
    let word = |value: u32| value.to_le_bytes();
    let second = SEGMENT + SEGMENT_BYTES;
    for (name, changes) in [
        (
            "beyond-file.elf",
            &[(SEGMENT + FILE_BYTES, &word(1 << 30)[..])][..],
        ),
        ("small-memory.elf", &[(SEGMENT + MEMORY_BYTES, &word(4))]),
        (
            "beyond-4-gib.elf",
            &[(SEGMENT + ADDRESS, &word(0xffff_fff0))],
        ),
        ("4-gib.elf", &[(SEGMENT + MEMORY_BYTES, &word(u32::MAX))]),
        ("unaligned.elf", &[(SEGMENT + ADDRESS, &word(CODE + 2))]),
        (
            "overlap.elf",
            &[
                (second, &word(1)),
                (second + ADDRESS, &word(CODE + 8)),
                (second + MEMORY_BYTES, &word(8)),
            ],
        ),
        (
            "huge-shared.elf",
            &[(second + MEMORY_BYTES, &word(0xf000_0000))],
        ),
    ] {
        let file = changed(&desk, changes);
        refuse(&mut desk, name, &file);
    }
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn kernels_that_are_not_there() {
    let mut desk = Desk::new();
    desk.refused("sim --kernel k.elf:q --launch k.toml");
    desk.refused("sim --kernel k.elf:k");
    let mut image = Image {
        code: vec![0x0000_000b; 4],
        ..Image::default()
    };
    refuse(&mut desk, "stripped.elf", &image.bytes());
    for (name, address) in [("outside.elf", 0x100), ("between.elf", CODE + 2)] {
        image.symbols = [("__kernel_k".into(), address)].into();
        refuse(&mut desk, name, &image.bytes());
    }
    let names = (0..40).map(|n| (format!("__kernel_number_{n}"), CODE));
    image.symbols = names.collect();
    refuse(&mut desk, "many.elf", &image.bytes());
    image.symbols = [("__kernel_k".into(), CODE)].into();
    image.code = vec![0x0000_000b; 20];
    desk.write("long.elf", image.bytes());
    desk.refused("sim --kernel long.elf --launch k.toml --set core.pc_bits=4");
    desk.refused("cfg missing.elf");
    desk.refused("cfg k.elf --function q");
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn files_without_end_do_not_fill_memory() {
    let mut desk = Desk::new();
    // An address space of 1 GiB is more than the file needs, and less than a runaway reader takes.
    let limited = |desk: &Desk, arguments: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 1048576; exec \"$0\" \"$@\""]);
        command.arg(env!("CARGO_BIN_EXE_heddle"));
        command.args(arguments.split(' '));
        desk.surround(&mut command);
        command
    };
    for arguments in [
        "sim --kernel /dev/zero --launch k.toml",
        "sim --kernel k.elf --launch /dev/zero",
        "units --config /dev/zero",
    ] {
        let command = limited(&desk, arguments);
        desk.fails(command, arguments, 2);
    }
    insta::assert_snapshot!(desk.transcript());
}
