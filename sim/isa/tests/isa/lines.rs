//! Source lines and calls: those that DWARF gives, and that damaged DWARF gives none and does no harm.

use heddle_isa::{Class, Program};
use object::LittleEndian;
use object::elf::FileHeader32;
use object::read::elf::{FileHeader, SectionHeader};
use std::ops::Range;

/// A file with DWARF 5, as `clang-19 -g` writes it.
const BRANCHES: &[u8] = include_bytes!("../data/branches.elf");
const SOURCE: &str = include_str!("../data/branches.c");
/// A file without DWARF.
const MATMUL: &[u8] = include_bytes!("../../../../kernels/matmul/matmul.elf");

fn parse(file: &[u8]) -> Program {
    Program::parse("branches.elf", file).expect("DWARF is no reason to refuse a file")
}

/// The source text of the line of an instruction, by its address.
fn text(program: &Program, pc: u32) -> Option<&'static str> {
    let place = program.line_at(pc)?;
    assert_eq!(place.file, "sim/isa/tests/data/branches.c");
    SOURCE.lines().nth(place.line as usize - 1)
}

fn section(file: &[u8], name: &str) -> Range<usize> {
    let header = FileHeader32::<LittleEndian>::parse(file).unwrap();
    let sections = header.sections(LittleEndian, file).unwrap();
    let (_, section) = sections
        .section_by_name(LittleEndian, name.as_bytes())
        .unwrap();
    let range = section.file_range(LittleEndian).unwrap();
    range.0 as usize..(range.0 + range.1) as usize
}

#[test]
fn branches_are_of_the_lines_that_part() {
    let program = parse(BRANCHES);
    let branches = program.code.instructions();
    let branches = branches.filter(|(_, instruction)| instruction.class() == Class::Branch);
    let mut named = [0; 2];
    for (pc, _) in branches {
        let text = text(&program, pc).unwrap_or_default();
        named[0] += usize::from(text.contains("every second thread"));
        named[1] += usize::from(text.contains("one after the other"));
    }
    assert_eq!(named[0], 1);
    assert!(named[1] > 0);
}

#[test]
fn only_code_has_lines() {
    let program = parse(BRANCHES);
    let code = program.text_range();
    assert!(text(&program, code.start).is_some());
    for outside in [0, code.start - 4, code.end, u32::MAX] {
        assert_eq!(program.line_at(outside), None);
    }
    let without = Program::parse("matmul.elf", MATMUL).unwrap();
    assert_eq!(without.line_at(without.text_range().start), None);
}

/// `collatz` is inlined, in several parts; the file says so in a range list of DWARF 5.
#[test]
fn inlined_calls_are_told_from_their_callers() {
    let program = parse(BRANCHES);
    let number = |words: &str| {
        SOURCE
            .lines()
            .position(|line| line.contains(words))
            .unwrap() as u32
            + 1
    };
    let (collatz, kernel) = (number("collatz(uint32_t x)"), number("KERNEL(branches)"));
    let mut seen = [0; 2];
    for pc in program.text_range().step_by(4) {
        // Line 0 is code that the compiler does not blame on a line.
        let Some(place) = program.line_at(pc).filter(|place| place.line > 0) else {
            continue;
        };
        let calls = program.calls_at(pc);
        if (collatz..kernel).contains(&place.line) {
            assert_eq!(calls, ["__kernel_branches", "collatz"], "{place:?}");
            seen[0] += 1;
        } else {
            assert_eq!(calls, ["__kernel_branches"], "{place:?}");
            seen[1] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
    let whole = program.symbol("__kernel_branches").expect("the kernel");
    assert_eq!(program.calls_at(whole.address), ["__kernel_branches"]);
    for outside in [0, whole.address - 4, whole.address + whole.bytes, u32::MAX] {
        assert!(program.calls_at(outside).is_empty());
    }
}

/// Flips every bit of the sections that are read.
#[test]
fn damaged_tables_harm_nothing() {
    let intact = parse(BRANCHES);
    let (mut file, mut fewer) = (BRANCHES.to_vec(), 0);
    for name in [
        ".debug_line",
        ".debug_line_str",
        ".debug_info",
        ".debug_abbrev",
        ".debug_rnglists",
        ".debug_addr",
        ".debug_str_offsets",
        ".debug_str",
    ] {
        for at in section(BRANCHES, name) {
            for bit in 0..8 {
                file[at] ^= 1 << bit;
                let damaged = parse(&file);
                assert_eq!(damaged.code, intact.code);
                let lines = damaged.text_range().step_by(4);
                fewer += usize::from(lines.clone().all(|pc| damaged.line_at(pc).is_none()));
                file[at] ^= 1 << bit;
            }
        }
    }
    assert!(fewer > 0, "some damage is noticed");
}
