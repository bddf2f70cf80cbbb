//! Kernel files: the contents read from valid ones, and the errors reported for invalid ones.

use crate::assembler::immediate;
use crate::image::{CODE, DATA, elf};
use crate::stimuli::Random;
use heddle_isa::elf::ElfReason;
use heddle_isa::{Class, FetchFault, Memory, Op, Program};
use heddle_types::Pc;

/// A kernel as the toolchain of the kernel ABI builds it, with static shared memory.
const MATMUL: &[u8] = include_bytes!("../../../../kernels/matmul/matmul.elf");

/// Offsets of fields in the file header.
const CLASS: usize = 4;
const ENDIAN: usize = 5;
const KIND: usize = 16;
const MACHINE: usize = 18;
const PROGRAM_HEADERS: usize = 28;
const FLAGS: usize = 36;
const SEGMENTS: usize = 44;
/// Offsets of fields in the first program header.
const FIRST: usize = 52;
const VIRTUAL_ADDRESS: usize = FIRST + 8;
const FILE_BYTES: usize = FIRST + 16;
const MEMORY_BYTES: usize = FIRST + 20;
const SEGMENT_FLAGS: usize = FIRST + 24;

fn small() -> Vec<u8> {
    elf(
        &[immediate(Op::Addi, 1, 0, 7), 0xffff_ffff, 0x0000_000b],
        &[1, 2, 3, 4],
    )
}

fn reason(file: &[u8]) -> ElfReason {
    Program::parse("bad.elf", file)
        .expect_err("a bad file")
        .reason
}

/// The error reported for the small file with some bytes replaced.
fn reason_with(at: usize, bytes: &[u8]) -> ElfReason {
    let mut file = small();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    reason(&file)
}

#[test]
fn code_is_decoded_and_segments_are_loaded() {
    let program = Program::parse("small.elf", &small()).unwrap();
    assert_eq!(
        (program.entry, program.text_range()),
        (CODE, CODE..CODE + 12)
    );
    assert_eq!(
        program.instruction(CODE).unwrap().to_string(),
        "addi ra, zero, 7"
    );
    assert_eq!(program.instruction(CODE + 8).unwrap().class(), Class::Exit);
    let mut memory = Memory::new();
    program.load_into(&mut memory).unwrap();
    assert_eq!(memory.read(DATA, 4), Ok(0x0403_0201));
    assert_eq!(memory.read(CODE + 8, 4), Ok(0x0000_000b));
}

#[test]
fn fetches_fail_for_a_reason() {
    let program = Program::parse("small.elf", &small()).unwrap();
    let fault = |pc| program.code.fetch(pc).unwrap_err();
    let (illegal, word) = (CODE + 4, 0xffff_ffff);
    assert_eq!(
        fault(illegal),
        FetchFault::Illegal {
            pc: Pc::new(illegal),
            word
        }
    );
    assert_eq!(
        fault(CODE + 2),
        FetchFault::Misaligned {
            pc: Pc::new(CODE + 2)
        }
    );
    for pc in [0, CODE - 4, CODE + 12, 0xffff_fffc] {
        assert_eq!(fault(pc), FetchFault::Outside { pc: Pc::new(pc) });
    }
}

#[test]
fn a_compiled_kernel_has_symbols_shared_memory_and_notes() {
    let program = Program::parse("matmul.elf", MATMUL).unwrap();
    assert_eq!(program.kernels(), ["matmul"]);
    let entry = program.kernel("matmul").unwrap();
    assert!(program.text_range().contains(&entry));
    assert_eq!(program.function_at(entry + 8), Some(("__kernel_matmul", 8)));
    assert_eq!(
        program.code.instructions().count(),
        program.text_range().len() / 4
    );
    assert_eq!(
        (program.tls.memory_bytes, program.tls.image.len()),
        (2048, 0)
    );
    let tile = program.symbol("tile_b").unwrap();
    assert!(tile.thread_local && tile.address == 1024 && tile.bytes == 1024);
    let note = program.note(".note.heddle").unwrap();
    assert_eq!((note.len(), &note[12..18]), (52, b"heddle".as_slice()));
    assert!(program.symbols().all(|(name, _)| !name.starts_with('$')));
}

#[test]
fn a_missing_kernel_lists_those_there_are() {
    let program = Program::parse("matmul.elf", MATMUL).unwrap();
    let missing = program.kernel("matmull").unwrap_err();
    assert_eq!(missing.to_string(), "there is no kernel `matmull`");
    assert_eq!(missing.remedy(), "the program has: matmul");
    let stripped = Program::parse("small.elf", &small()).unwrap();
    let text = stripped.kernel("a").unwrap_err().remedy();
    assert!(text.ends_with("do not strip it"), "{text}");
}

#[test]
fn files_of_another_kind_are_named() {
    let half = |value: u16| value.to_le_bytes();
    assert_eq!(reason(b"#!/bin/sh\n"), ElfReason::NotElf);
    assert_eq!(reason(b""), ElfReason::NotElf);
    assert_eq!(reason_with(CLASS, &[2]), ElfReason::NotElf32);
    assert_eq!(reason_with(ENDIAN, &[2]), ElfReason::BigEndian);
    assert_eq!(reason_with(MACHINE, &half(62)), ElfReason::NotRiscV(62));
    for kind in [0, 1, 3, 4] {
        assert_eq!(
            reason_with(KIND, &half(kind)),
            ElfReason::NotExecutable(kind)
        );
    }
    assert_eq!(reason_with(FLAGS, &[2 | 8]), ElfReason::Embedded);
    for wide in [4, 6] {
        assert_eq!(reason_with(FLAGS, &[wide]), ElfReason::WideFloat);
    }
    assert_eq!(reason_with(SEGMENT_FLAGS, &[6]), ElfReason::NoCode);
}

#[test]
fn damage_is_located() {
    let word = |value: u32| value.to_le_bytes();
    let place = |reason| match reason {
        ElfReason::Damaged { place, .. } => place,
        other => panic!("{other}"),
    };
    assert_eq!(place(reason(&small()[..40])), "file header");
    assert_eq!(
        place(reason_with(PROGRAM_HEADERS, &word(1 << 30))),
        "program headers"
    );
    assert_eq!(place(reason_with(FILE_BYTES, &word(1 << 30))), "segment 0");
    assert_eq!(place(reason_with(MEMORY_BYTES, &word(4))), "segment 0");
    assert_eq!(
        place(reason_with(VIRTUAL_ADDRESS, &word(0xffff_fffc))),
        "segment 0"
    );
    let layout = reason_with(VIRTUAL_ADDRESS, &word(CODE + 2));
    assert!(matches!(layout, ElfReason::CodeLayout { start, .. } if start == CODE + 2));
}

/// A file with `count` segments, each of which is the whole file.
fn folded(count: u16) -> Vec<u8> {
    let mut file = small();
    let headers = file.len().next_multiple_of(4);
    file.resize(headers, 0);
    let whole = (headers + 32 * usize::from(count)) as u32;
    for number in 0..u32::from(count) {
        let address = 0x10_0000 + number * 0x10_0000;
        let header = [1, 0, address, address, whole, whole, 5, 4];
        file.extend(header.iter().flat_map(|word: &u32| word.to_le_bytes()));
    }
    file[PROGRAM_HEADERS..PROGRAM_HEADERS + 4].copy_from_slice(&(headers as u32).to_le_bytes());
    file[SEGMENTS..SEGMENTS + 2].copy_from_slice(&count.to_le_bytes());
    file
}

#[test]
fn a_small_file_stays_a_small_program() {
    assert!(Program::parse("folded.elf", &folded(4)).is_ok());
    let text = reason(&folded(5)).to_string();
    assert!(
        text.contains("segment 4: the parts of the file are together larger"),
        "{text}"
    );
}

#[test]
fn segments_that_share_addresses_are_refused() {
    let second = FIRST + 32 + 8;
    let reason = reason_with(second, &(CODE + 8).to_le_bytes());
    let (first, end, second) = (CODE, u64::from(CODE) + 12, CODE + 8);
    assert_eq!(reason, ElfReason::Overlap { first, end, second });
}

#[test]
fn errors_name_file_problem_and_remedy() {
    let mut file = small();
    file[FLAGS] |= 8;
    let error = Program::parse("kernels/a.elf", &file).unwrap_err();
    assert_eq!(error.to_string(), "kernels/a.elf: e_flags announce RV32E");
    assert_eq!(
        error.reason.remedy(),
        "build for RV32I, as with -march=rv32imf"
    );
}

#[test]
fn damaged_files_never_panic() {
    for length in 0..MATMUL.len() {
        let _ = Program::parse("cut.elf", &MATMUL[..length]);
    }
    let mut random = Random::new(0xe1f);
    let mut parsed = 0;
    for _ in 0..20_000 {
        let mut file = MATMUL.to_vec();
        for _ in 0..1 + random.below(4) {
            let at = random.below(file.len() as u32) as usize;
            file[at] = random.word() as u8;
        }
        parsed += u32::from(Program::parse("flipped.elf", &file).is_ok());
    }
    // Most flips hit code, names or padding; some must hit checked fields.
    assert!(
        (1000..19_500).contains(&parsed),
        "{parsed} of 20000 files were read"
    );
}

/// A word of the file; `put` replaces one.
fn word_at(file: &[u8], at: usize) -> usize {
    u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize
}

fn put(file: &mut [u8], at: usize, value: usize) {
    file[at..at + 4].copy_from_slice(&(value as u32).to_le_bytes());
}

#[test]
fn a_flag_of_compressed_instructions_is_believed_only_where_there_are_some() {
    let mut file = MATMUL.to_vec();
    file[FLAGS] |= 1;
    let program = Program::parse("matmul.elf", &file).expect("nothing is compressed");
    let entry = program.kernel("matmul").unwrap();
    let segments = word_at(&file, PROGRAM_HEADERS);
    let code = (0..8).map(|number| segments + 32 * number).find(|&header| {
        let (address, bytes) = (word_at(&file, header + 8), word_at(&file, header + 16));
        (address..address + bytes).contains(&(entry as usize))
    });
    let code = code.expect("a segment with the kernel");
    let offset = word_at(&file, code + 4) + entry as usize - word_at(&file, code + 8);
    put(&mut file, offset + 8, 0x0001_0001);
    assert_eq!(reason(&file), ElfReason::Compressed);
}

/// The headers of the sections of a kind.
fn sections(file: &[u8], kind: usize) -> Vec<usize> {
    let (start, count) = (word_at(file, 32), usize::from(file[48]));
    let all = (0..count).map(|number| start + 40 * number);
    all.filter(|header| word_at(file, header + 4) == kind)
        .collect()
}

/// A small file whose symbols, or notes, all have one long name is not read into gigabytes.
#[test]
fn names_that_are_larger_than_the_file_are_refused() {
    const SYMBOLS: usize = 2;
    const STRINGS: usize = 3;
    let mut file = MATMUL.to_vec();
    let (symbols, strings) = (sections(&file, SYMBOLS)[0], sections(&file, STRINGS));
    let long = file.len();
    file.extend([b'x'; 100_000]);
    file.push(0);
    for header in strings {
        put(&mut file, header + 16, long);
        put(&mut file, header + 20, 100_001);
    }
    let table = file.len();
    for _ in 0..1000 {
        let mut symbol = [0; 16];
        symbol[14] = 1;
        file.extend(symbol);
    }
    put(&mut file, symbols + 16, table);
    put(&mut file, symbols + 20, 16 * 1000);
    let error = Program::parse("names.elf", &file).expect_err("a bad file");
    assert!(error.to_string().contains("names of symbols"), "{error}");
}
