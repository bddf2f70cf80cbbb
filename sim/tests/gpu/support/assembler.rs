//! An assembler with labels, for programs of a few lines.

use super::elf::{CODE, Image};
use heddle_isa::{Op, Program};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Registers by their ABI names.
#[allow(dead_code)]
pub mod reg {
    pub const ZERO: u32 = 0;
    pub const RA: u32 = 1;
    pub const SP: u32 = 2;
    pub const GP: u32 = 3;
    pub const TP: u32 = 4;
    pub const T0: u32 = 5;
    pub const T1: u32 = 6;
    pub const T2: u32 = 7;
    pub const S0: u32 = 8;
    pub const S1: u32 = 9;
    pub const A0: u32 = 10;
    pub const A1: u32 = 11;
    pub const A2: u32 = 12;
    pub const A3: u32 = 13;
}

/// How the distance to a label is encoded in a word.
#[derive(Clone, Copy)]
enum Field {
    Branch,
    Jump,
}

/// Words, labels, and the places to be patched with label addresses.
#[derive(Default)]
pub struct Asm {
    words: Vec<u32>,
    labels: BTreeMap<String, u32>,
    open: Vec<(usize, String, Field)>,
    hides_labels: bool,
    image: Image,
}

impl Asm {
    /// A program that starts with the kernel `k`.
    pub fn kernel() -> Self {
        let mut asm = Asm::default();
        asm.label("__kernel_k");
        asm
    }

    /// Leaves labels out of the file, but for the kernel's: every symbol is a function, and a block that is one is never predicated.
    #[allow(dead_code)]
    pub fn hide_labels(&mut self) {
        self.hides_labels = true;
    }

    /// Sets the shared memory of a block: its first bytes, and its size.
    pub fn shared(&mut self, image: &[u8], bytes: u32) {
        self.image.tls = Some((image.to_vec(), bytes));
    }

    pub fn label(&mut self, name: &str) {
        self.labels.insert(name.into(), self.here());
    }

    fn here(&self) -> u32 {
        CODE + 4 * self.words.len() as u32
    }

    /// The address of a label that has been set.
    pub fn address(&self, label: &str) -> u32 {
        self.labels[label]
    }

    /// The address of a label, if it has been set.
    pub fn find(&self, label: &str) -> Option<u32> {
        self.labels.get(label).copied()
    }

    pub fn word(&mut self, word: u32) {
        self.words.push(word);
    }

    /// `op rd, rs1, rs2`; atomics too, with the address in `rs1`.
    pub fn op(&mut self, op: Op, rd: u32, rs1: u32, rs2: u32) {
        self.word(op.row().value | rs2 << 20 | rs1 << 15 | rd << 7);
    }

    /// `op rd, rs1, value`; loads and CSRs too.
    pub fn imm(&mut self, op: Op, rd: u32, rs1: u32, value: i32) {
        self.word(op.row().value | (value as u32) << 20 | rs1 << 15 | rd << 7);
    }

    /// `op rs2, offset(rs1)`.
    pub fn store(&mut self, op: Op, rs2: u32, offset: i32, rs1: u32) {
        let offset = offset as u32;
        let (high, low) = (offset >> 5 & 0x7f, offset & 0x1f);
        self.word(op.row().value | high << 25 | rs2 << 20 | rs1 << 15 | low << 7);
    }

    /// `li rd, value`.
    pub fn li(&mut self, rd: u32, value: u32) {
        let high = value.wrapping_add(0x800) & !0xfff;
        self.word(Op::Lui.row().value | high | rd << 7);
        self.imm(Op::Addi, rd, rd, value.wrapping_sub(high) as i32);
    }

    /// `op rs1, rs2, label`.
    pub fn branch(&mut self, op: Op, rs1: u32, rs2: u32, label: &str) {
        self.open
            .push((self.words.len(), label.into(), Field::Branch));
        self.word(op.row().value | rs2 << 20 | rs1 << 15);
    }

    /// `jal rd, label`.
    pub fn jal(&mut self, rd: u32, label: &str) {
        self.open
            .push((self.words.len(), label.into(), Field::Jump));
        self.word(Op::Jal.row().value | rd << 7);
    }

    pub fn ret(&mut self) {
        self.imm(Op::Jalr, reg::ZERO, reg::RA, 0);
    }

    /// `csrr rd, csr`.
    pub fn csrr(&mut self, rd: u32, csr: u32) {
        self.imm(Op::Csrrs, rd, reg::ZERO, csr as i32);
    }

    pub fn barrier(&mut self) {
        self.word(0x0000_400b);
    }

    pub fn partial_barrier(&mut self) {
        self.word(0x0000_700b);
    }

    pub fn exit(&mut self) {
        self.word(0x0000_000b);
    }

    /// `rd` = argument `index` + 4 * `by`.
    pub fn element(&mut self, rd: u32, index: i32, by: u32) {
        self.imm(Op::Lw, rd, reg::A1, 4 * index);
        self.imm(Op::Slli, reg::T2, by, 2);
        self.op(Op::Add, rd, rd, reg::T2);
    }

    /// Writes `value` to the thread's element of argument `index`.
    pub fn put(&mut self, value: u32, index: i32) {
        self.element(reg::T1, index, reg::A0);
        self.store(Op::Sw, value, 0, reg::T1);
    }

    /// The program, with every label a symbol.
    pub fn program(self) -> Arc<Program> {
        super::program(&self.image())
    }

    /// The contents of the file, with every label a symbol.
    pub fn image(mut self) -> Image {
        for (at, label, field) in std::mem::take(&mut self.open) {
            let target = self.labels.get(&label);
            let target = target.unwrap_or_else(|| panic!("label {label} is not set"));
            let distance = target.wrapping_sub(CODE + 4 * at as u32);
            self.words[at] |= field.encode(distance);
        }
        self.image.code = self.words;
        self.image.symbols = self.labels;
        let is_kernel = |name: &str| name.starts_with("__kernel_");
        let hides = self.hides_labels;
        self.image
            .symbols
            .retain(|name, _| !hides || is_kernel(name));
        self.image
    }
}

impl Field {
    fn encode(self, distance: u32) -> u32 {
        let bits = |low: u32, count: u32, at: u32| (distance >> low & ((1 << count) - 1)) << at;
        match self {
            Field::Branch => bits(12, 1, 31) | bits(5, 6, 25) | bits(1, 4, 8) | bits(11, 1, 7),
            Field::Jump => bits(20, 1, 31) | bits(1, 10, 21) | bits(11, 1, 20) | bits(12, 8, 12),
        }
    }
}
