//! `--profile` of a kernel with DWARF names lines.

use crate::many::desk::Desk;
use serde_json::Value;
use std::ops::Range;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const SOURCE: &str = include_str!("../../../../sim/isa/tests/data/branches.c");
const ELF: &[u8] = include_bytes!("../../../../sim/isa/tests/data/branches.elf");
const LAUNCH: &str = r#"
kernel = "branches"
grid = [2, 1, 1]
block = [8, 1, 1]
args = [{ buffer = "out" }]

[[buffer]]
name = "out"
bytes = 64
init = "zero"
out = true
"#;
const RUN: &str = "sim --kernel branches.elf --launch launch.toml --preset tiny --mechanism pdom";

fn desk(elf: &[u8]) -> Desk {
    let desk = Desk::new();
    std::fs::write(desk.path("branches.elf"), elf).unwrap();
    std::fs::write(desk.path("launch.toml"), LAUNCH).unwrap();
    desk
}

/// The number of the source line that contains these words.
fn line(words: &str) -> usize {
    let mut lines = SOURCE.lines();
    1 + lines.position(|line| line.contains(words)).unwrap()
}

fn diverged(row: &Value) -> bool {
    row["branches"]["diverged"].as_u64() > Some(0)
}

#[test]
fn a_branch_that_diverges_is_named_by_its_line() {
    let desk = desk(ELF);
    let report = desk.json(&format!("{RUN} --profile"));
    let rows = report["profile"].as_array().unwrap();
    for words in ["every second thread", "one after the other"] {
        let named = rows.iter().filter(|row| {
            row["source"]["line"] == line(words)
                && row["source"]["file"] == "sim/isa/tests/data/branches.c"
        });
        assert!(named.filter(|row| diverged(row)).count() > 0, "{words}");
    }
    let table = desk.prints(&format!("{RUN} --profile"));
    let name = format!("branches.c:{}", line("every second thread"));
    let row = table.lines().find(|row| row.contains(&name)).unwrap();
    assert!(row.contains("__kernel_branches+0x"), "{row}");
}

/// Where a section lies in an ELF file.
fn section(elf: &[u8], name: &[u8]) -> Range<usize> {
    let word = |at: usize| u32::from_le_bytes(elf[at..at + 4].try_into().unwrap()) as usize;
    let half = |at: usize| usize::from(u16::from_le_bytes(elf[at..at + 2].try_into().unwrap()));
    let header = |number: usize| word(32) + 40 * number;
    let names = word(header(half(50)) + 16);
    let mut all = (0..half(48)).map(header);
    let found = all.find(|&header| elf[names + word(header)..].starts_with(name));
    let found = found.expect("a section of this name");
    word(found + 16)..word(found + 16) + word(found + 20)
}

/// With damaged line tables, the run is the same but shows no lines.
#[test]
fn damaged_lines_change_nothing_else() {
    let mut elf = ELF.to_vec();
    let intact = desk(&elf).json(&format!("{RUN} --profile"));
    let lines = section(&elf, b".debug_line\0");
    elf[lines].fill(0xff);
    let damaged = desk(&elf).json(&format!("{RUN} --profile"));
    let parted = |report: &Value| {
        let mut rows = report["profile"].as_array().unwrap().clone();
        let sources = rows
            .iter_mut()
            .map(|row| row.as_object_mut().unwrap().remove("source"));
        let sources = sources.flatten().count();
        let rest = (report["buffers"].clone(), report["cycles"].clone());
        (sources, rows, rest)
    };
    let (sources, rows, rest) = parted(&intact);
    assert!(sources > 0);
    assert_eq!(parted(&damaged), (0, rows, rest));
}

#[test]
fn without_dwarf_there_is_no_column() {
    let desk = Desk::new();
    let kernel = format!("{ROOT}/kernels/if_else/if_else");
    let run = format!("sim --kernel {kernel}.elf --launch {kernel}.toml --preset tiny --profile");
    let table = desk.prints(&run);
    assert!(
        table.contains("instruction") && !table.contains("source"),
        "{table}"
    );
    let rows = desk.json(&run)["profile"].clone();
    assert!(
        rows.as_array()
            .unwrap()
            .iter()
            .all(|row| row.get("source").is_none())
    );
}
