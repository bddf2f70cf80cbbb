//! RV32I and M work from registers to registers (chapters 2.4 and 7).

use super::lanes::{Lanes, map, map2};
use crate::instruction::{Instruction, Op};
use crate::registers::Registers;
use heddle_types::{LaneMask, Pc, ThreadId};

fn set_less(a: u32, b: u32) -> u32 {
    u32::from((a as i32) < b as i32)
}

fn set_less_unsigned(a: u32, b: u32) -> u32 {
    u32::from(a < b)
}

fn shift_left(a: u32, b: u32) -> u32 {
    a << (b & 31)
}

fn shift_right(a: u32, b: u32) -> u32 {
    a >> (b & 31)
}

fn shift_right_signed(a: u32, b: u32) -> u32 {
    (a as i32 >> (b & 31)) as u32
}

fn multiply_high(a: u32, b: u32) -> u32 {
    ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32
}

fn multiply_high_unsigned(a: u32, b: u32) -> u32 {
    ((u64::from(a) * u64::from(b)) >> 32) as u32
}

fn multiply_high_signed_unsigned(a: u32, b: u32) -> u32 {
    ((i64::from(a as i32) * i64::from(b)) >> 32) as u32
}

// Division by zero gives a quotient of all ones and the dividend as remainder; signed overflow gives the dividend as quotient and
// a remainder of 0 (chapter 7.2, table 7.1).

fn divide(a: u32, b: u32) -> u32 {
    if b == 0 {
        u32::MAX
    } else {
        (a as i32).wrapping_div(b as i32) as u32
    }
}

fn divide_unsigned(a: u32, b: u32) -> u32 {
    a.checked_div(b).unwrap_or(u32::MAX)
}

fn remainder(a: u32, b: u32) -> u32 {
    if b == 0 {
        a
    } else {
        (a as i32).wrapping_rem(b as i32) as u32
    }
}

fn remainder_unsigned(a: u32, b: u32) -> u32 {
    a.checked_rem(b).unwrap_or(a)
}

impl<const W: usize> Lanes<'_, W> {
    #[inline(always)]
    fn registers(mut self, f: impl Fn(u32, u32) -> u32) {
        let out = map2(self.x1(), self.x2(), f);
        self.write_x(&out);
    }

    #[inline(always)]
    fn immediate(mut self, f: impl Fn(u32, u32) -> u32) {
        let immediate = self.instruction.imm as u32;
        let out = map(self.x1(), |a| f(a, immediate));
        self.write_x(&out);
    }

    #[inline(always)]
    fn constant(mut self, value: u32) {
        self.write_x(&[value; W]);
    }
}

/// Executes an instruction of class `Alu`, `Mul` or `Div`.
pub fn compute<const W: usize>(
    instruction: &Instruction,
    pc: Pc,
    registers: &mut Registers,
    first: ThreadId,
    mask: LaneMask,
) {
    let lanes = Lanes::<W> {
        instruction,
        registers,
        first,
        mask,
    };
    let immediate = instruction.imm as u32;
    match instruction.op {
        Op::Lui => lanes.constant(immediate),
        Op::Auipc => lanes.constant(pc.offset(immediate).address()),
        Op::Addi => lanes.immediate(u32::wrapping_add),
        Op::Slti => lanes.immediate(set_less),
        Op::Sltiu => lanes.immediate(set_less_unsigned),
        Op::Xori => lanes.immediate(|a, b| a ^ b),
        Op::Ori => lanes.immediate(|a, b| a | b),
        Op::Andi => lanes.immediate(|a, b| a & b),
        Op::Slli => lanes.immediate(shift_left),
        Op::Srli => lanes.immediate(shift_right),
        Op::Srai => lanes.immediate(shift_right_signed),
        Op::Add => lanes.registers(u32::wrapping_add),
        Op::Sub => lanes.registers(u32::wrapping_sub),
        Op::Sll => lanes.registers(shift_left),
        Op::Slt => lanes.registers(set_less),
        Op::Sltu => lanes.registers(set_less_unsigned),
        Op::Xor => lanes.registers(|a, b| a ^ b),
        Op::Srl => lanes.registers(shift_right),
        Op::Sra => lanes.registers(shift_right_signed),
        Op::Or => lanes.registers(|a, b| a | b),
        Op::And => lanes.registers(|a, b| a & b),
        Op::Mul => lanes.registers(u32::wrapping_mul),
        Op::Mulh => lanes.registers(multiply_high),
        Op::Mulhsu => lanes.registers(multiply_high_signed_unsigned),
        Op::Mulhu => lanes.registers(multiply_high_unsigned),
        Op::Div => lanes.registers(divide),
        Op::Divu => lanes.registers(divide_unsigned),
        Op::Rem => lanes.registers(remainder),
        Op::Remu => lanes.registers(remainder_unsigned),
        _ => unreachable!("{instruction} is no integer computation"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_corners_follow_table_7_1() {
        let min = i32::MIN as u32;
        assert_eq!((divide(7, 0), remainder(7, 0)), (u32::MAX, 7));
        assert_eq!(
            (divide_unsigned(7, 0), remainder_unsigned(7, 0)),
            (u32::MAX, 7)
        );
        assert_eq!((divide(min, u32::MAX), remainder(min, u32::MAX)), (min, 0));
        assert_eq!(
            (divide(-7i32 as u32, 2), remainder(-7i32 as u32, 2)),
            (-3i32 as u32, u32::MAX)
        );
    }

    #[test]
    fn high_products_differ_by_signedness() {
        let (a, b) = (-2i32 as u32, -3i32 as u32);
        assert_eq!(multiply_high(a, b), 0);
        assert_eq!(multiply_high_signed_unsigned(a, b), -2i32 as u32);
        assert_eq!(multiply_high_unsigned(a, b), -5i32 as u32);
    }

    #[test]
    fn lanes_outside_the_mask_and_x0_keep_their_values() {
        let (mut registers, first) = (Registers::new(8), ThreadId::new(4));
        let pc = Pc::default();
        let addi = |rd: u32| Instruction::decode(5 << 20 | rd << 7 | 0x13).unwrap();
        compute::<4>(&addi(3), pc, &mut registers, first, LaneMask::new(0b0101));
        compute::<4>(&addi(0), pc, &mut registers, first, LaneMask::all(4));
        let x3: Vec<u32> = (0..8)
            .map(|thread| registers.x(3, ThreadId::new(thread)))
            .collect();
        assert_eq!(x3, [0, 0, 0, 0, 5, 0, 5, 0]);
        assert_eq!(registers.x(0, first), 0);
    }
}
