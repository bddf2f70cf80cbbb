//! A tiny assembler: from an op and its fields to a word. It is written from the manual's
//! figure 2.4 and not from the decoder.

// Each test binary uses its part of this module.
#![allow(dead_code)]

use heddle_isa::Op;

pub fn rd_field(rd: u32) -> u32 {
    rd << 7
}

/// `op rd, rs1, rs2`.
pub fn register(op: Op, rd: u32, rs1: u32, rs2: u32) -> u32 {
    op.row().value | rs2 << 20 | rs1 << 15 | rd_field(rd)
}

/// `op rd, rs1, value`: 12-bit immediates, CSR numbers.
pub fn immediate(op: Op, rd: u32, rs1: u32, value: u32) -> u32 {
    op.row().value | value << 20 | rs1 << 15 | rd_field(rd)
}

/// `op rs2, offset(rs1)`.
pub fn store_word(op: Op, rs2: u32, rs1: u32, offset: u32) -> u32 {
    op.row().value | (offset >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | (offset & 0x1f) << 7
}

/// `op rd, value` with the low 12 bits of the value 0.
pub fn upper(op: Op, rd: u32, value: u32) -> u32 {
    op.row().value | value & !0xfff | rd_field(rd)
}

/// `op rs1, rs2, distance`, forward.
pub fn branch(op: Op, rs1: u32, rs2: u32, distance: u32) -> u32 {
    let high = (distance >> 12 & 1) << 31 | (distance >> 5 & 0x3f) << 25;
    let low = (distance >> 1 & 0xf) << 8 | (distance >> 11 & 1) << 7;
    op.row().value | high | rs2 << 20 | rs1 << 15 | low
}

/// `op rd, distance`, forward.
pub fn jump(op: Op, rd: u32, distance: u32) -> u32 {
    let high = (distance >> 20 & 1) << 31 | (distance >> 1 & 0x3ff) << 21;
    let low = (distance >> 11 & 1) << 20 | (distance >> 12 & 0xff) << 12;
    op.row().value | high | low | rd_field(rd)
}
