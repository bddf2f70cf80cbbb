//! Applying a function of words to rows of registers.

use crate::instruction::Instruction;
use crate::registers::Registers;
use heddle_types::{LaneMask, ThreadId};

/// `f` of every lane.
#[inline(always)]
pub fn map<T: Copy + Default, const W: usize>(a: &[u32; W], f: impl Fn(u32) -> T) -> [T; W] {
    let mut out = [T::default(); W];
    for lane in 0..W {
        out[lane] = f(a[lane]);
    }
    out
}

/// `f` of every lane of two rows.
#[inline(always)]
pub fn map2<const W: usize>(a: &[u32; W], b: &[u32; W], f: impl Fn(u32, u32) -> u32) -> [u32; W] {
    let mut out = [0; W];
    for lane in 0..W {
        out[lane] = f(a[lane], b[lane]);
    }
    out
}

/// The operands of one instruction for `W` lanes.
pub struct Lanes<'a, const W: usize> {
    pub instruction: &'a Instruction,
    pub registers: &'a mut Registers,
    pub first: ThreadId,
    pub mask: LaneMask,
}

impl<const W: usize> Lanes<'_, W> {
    #[inline(always)]
    pub fn x1(&self) -> &[u32; W] {
        self.registers.x_row(self.instruction.rs1, self.first)
    }

    #[inline(always)]
    pub fn x2(&self) -> &[u32; W] {
        self.registers.x_row(self.instruction.rs2, self.first)
    }

    #[inline(always)]
    pub fn f1(&self) -> &[u32; W] {
        self.registers.f_row(self.instruction.rs1, self.first)
    }

    #[inline(always)]
    pub fn f2(&self) -> &[u32; W] {
        self.registers.f_row(self.instruction.rs2, self.first)
    }

    #[inline(always)]
    pub fn f3(&self) -> &[u32; W] {
        self.registers.f_row(self.instruction.rs3, self.first)
    }

    #[inline(always)]
    pub fn write_x(&mut self, values: &[u32; W]) {
        self.registers
            .set_x_row(self.instruction.rd, self.first, self.mask, values);
    }

    #[inline(always)]
    pub fn write_f(&mut self, values: &[u32; W]) {
        self.registers
            .set_f_row(self.instruction.rd, self.first, self.mask, values);
    }
}
