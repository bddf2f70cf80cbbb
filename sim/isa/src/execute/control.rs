//! Branches and jumps (chapter 2.5).

use super::lanes::map;
use crate::instruction::{Instruction, Op};
use crate::registers::Registers;
use heddle_types::{LaneMask, Pc, ThreadId};

/// Lanes of the mask that take a conditional branch.
///
/// # Panics
/// For an instruction of a class other than `Branch`.
pub fn branch<const W: usize>(
    instruction: &Instruction,
    registers: &Registers,
    first: ThreadId,
    mask: LaneMask,
) -> LaneMask {
    let a = registers.x_row::<W>(instruction.rs1, first);
    let b = registers.x_row::<W>(instruction.rs2, first);
    let equal = || LaneMask::where_rows(a, b, |a, b| a == b);
    let less = || LaneMask::where_rows(a, b, |a, b| (a as i32) < b as i32);
    let less_unsigned = || LaneMask::where_rows(a, b, |a, b| a < b);
    match instruction.op {
        Op::Beq => equal() & mask,
        Op::Bne => mask.without(equal()),
        Op::Blt => less() & mask,
        Op::Bge => mask.without(less()),
        Op::Bltu => less_unsigned() & mask,
        Op::Bgeu => mask.without(less_unsigned()),
        _ => unreachable!("{instruction} is no branch"),
    }
}

/// Executes `jal` or `jalr`: writes `rd` and the targets of the lanes in the mask (the entries of other lanes are unchanged).
/// Targets need not be multiples of 4; the fetch reports those that are not.
///
/// # Panics
/// For an instruction of a class other than `Jump`.
pub fn jump_targets<const W: usize>(
    instruction: &Instruction,
    pc: Pc,
    registers: &mut Registers,
    first: ThreadId,
    mask: LaneMask,
    targets: &mut [Pc; W],
) {
    let offset = instruction.imm as u32;
    let found = match instruction.op {
        Op::Jal => [pc.offset(offset); W],
        Op::Jalr => map(registers.x_row(instruction.rs1, first), |base| {
            Pc::new(base.wrapping_add(offset) & !1)
        }),
        _ => unreachable!("{instruction} is no jump"),
    };
    if mask == LaneMask::all(W) {
        *targets = found;
    } else {
        for lane in mask {
            targets[lane] = found[lane];
        }
    }
    registers.set_x_row(instruction.rd, first, mask, &[pc.next().address(); W]);
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: ThreadId = ThreadId::new(0);

    fn branch_on(funct3: u32, mask: u64) -> u64 {
        // x1 = 0, 1, -1, 5 against x2 = 1 in four lanes.
        let mut registers = Registers::new(4);
        for (thread, value) in [0, 1, u32::MAX, 5].into_iter().enumerate() {
            let thread = ThreadId::new(thread);
            registers.set_x(1, thread, value);
            registers.set_x(2, thread, 1);
        }
        let word = 2 << 20 | 1 << 15 | funct3 << 12 | 0x63;
        let branches = Instruction::decode(word).unwrap();
        branch::<4>(&branches, &registers, FIRST, LaneMask::new(mask)).bits()
    }

    #[test]
    fn branches_compare_lane_by_lane() {
        let taken: Vec<u64> = [0, 1, 4, 5, 6, 7]
            .map(|funct3| branch_on(funct3, 0b1111))
            .to_vec();
        assert_eq!(taken, [0b0010, 0b1101, 0b0101, 0b1010, 0b0001, 0b1110]);
        assert_eq!(branch_on(1, 0b0110), 0b0100);
    }

    #[test]
    fn jalr_reads_its_base_before_it_writes_the_link() {
        let mut registers = Registers::new(2);
        registers.set_x(1, FIRST, 0x101);
        registers.set_x(1, FIRST + 1, 0x200);
        let jalr = Instruction::decode(4 << 20 | 1 << 15 | 1 << 7 | 0x67).unwrap();
        let mut targets = [7; 2].map(Pc::new);
        jump_targets::<2>(
            &jalr,
            Pc::new(0x40),
            &mut registers,
            FIRST,
            LaneMask::single(0),
            &mut targets,
        );
        assert_eq!(targets, [0x104, 7].map(Pc::new));
        assert_eq!(
            (registers.x(1, FIRST), registers.x(1, FIRST + 1)),
            (0x44, 0x200)
        );
    }
}
