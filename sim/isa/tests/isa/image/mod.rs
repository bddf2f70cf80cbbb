//! Minimal ELF files: one code segment, one data segment, no sections.

// Each test binary uses its part of this module.
#![allow(dead_code)]

/// Where the code starts; it is also the entry.
pub const CODE: u32 = 0x0001_0000;
/// Where the data starts.
pub const DATA: u32 = 0x0100_0000;

const HEADER_BYTES: usize = 52;
const SEGMENT_BYTES: usize = 32;
const PAGE: usize = 4096;
const RX: u32 = 5;
const RW: u32 = 6;

fn halves(values: &[u16]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

fn words(values: &[u32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

/// ELF32, little-endian, RISC-V, `ET_EXEC`, single-float ABI.
fn header() -> Vec<u8> {
    let mut bytes = b"\x7fELF\x01\x01\x01".to_vec();
    bytes.resize(16, 0);
    bytes.extend(halves(&[2, 243]));
    bytes.extend(words(&[1, CODE, HEADER_BYTES as u32, 0, 2]));
    bytes.extend(halves(&[
        HEADER_BYTES as u16,
        SEGMENT_BYTES as u16,
        2,
        40,
        0,
        0,
    ]));
    bytes
}

fn segment(offset: usize, address: u32, bytes: usize, flags: u32) -> Vec<u8> {
    let (offset, bytes) = (offset as u32, bytes as u32);
    words(&[
        1,
        offset,
        address,
        address,
        bytes,
        bytes,
        flags,
        PAGE as u32,
    ])
}

/// An executable with this code and this data.
pub fn elf(code: &[u32], data: &[u8]) -> Vec<u8> {
    let code = words(code);
    let data_offset = PAGE + code.len().next_multiple_of(PAGE);
    let mut file = header();
    file.extend(segment(PAGE, CODE, code.len(), RX));
    file.extend(segment(data_offset, DATA, data.len(), RW));
    file.resize(PAGE, 0);
    file.extend(code);
    file.resize(data_offset, 0);
    file.extend(data);
    file
}
