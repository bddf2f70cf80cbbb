//! Loads, stores and atomics (chapters 2.6, 8 and 11.5), one lane at a time.

use super::lanes::map;
use crate::instruction::{Instruction, Op};
use crate::memory::{Access, DataPort, MemoryFault};
use crate::registers::{Registers, Reservation};
use heddle_types::{LaneMask, ThreadId};

impl Instruction {
    /// Bytes a load, store or atomic accesses; 0 for other instructions.
    #[inline]
    pub fn access_bytes(&self) -> u32 {
        use crate::instruction::Class::{Atomic, Load, Store};
        match (self.op, self.op.class()) {
            (Op::Lb | Op::Lbu | Op::Sb, _) => 1,
            (Op::Lh | Op::Lhu | Op::Sh, _) => 2,
            (_, Load | Store | Atomic) => 4,
            _ => 0,
        }
    }
}

/// Effective addresses of a load, store or atomic for `W` lanes.
#[inline]
pub fn addresses<const W: usize>(
    instruction: &Instruction,
    registers: &Registers,
    first: ThreadId,
    out: &mut [u32; W],
) {
    let offset = instruction.imm as u32;
    *out = map(registers.x_row(instruction.rs1, first), |base| {
        base.wrapping_add(offset)
    });
}

/// A load or store of some lanes of a warp: its lanes, their threads and addresses.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a, const W: usize> {
    /// The instruction that the lanes execute.
    pub instruction: &'a Instruction,
    /// The thread in each lane.
    pub threads: &'a [ThreadId; W],
    /// The address that each lane accesses.
    pub addresses: &'a [u32; W],
    /// Lanes that execute it.
    pub lanes: LaneMask,
}

impl<const W: usize> Row<'_, W> {
    /// Writes the value that `read` returns for each address, zero-extended, to the registers. The accesses do not affect each
    /// other.
    #[inline(always)]
    pub fn load(&self, registers: &mut Registers, read: impl Fn(u32) -> u32) {
        let rd = self.instruction.rd;
        let to = match self.instruction.op {
            Op::Flw => registers.f_of_all_mut(rd),
            _ if rd == 0 => return,
            _ => registers.x_of_all_mut(rd),
        };
        match self.instruction.op {
            Op::Lb => self.each(|thread, address| to[thread] = read(address) as i8 as u32),
            Op::Lh => self.each(|thread, address| to[thread] = read(address) as i16 as u32),
            _ => self.each(|thread, address| to[thread] = read(address)),
        }
    }

    /// Calls `write` with each address and the value stored there, one lane after the other.
    #[inline(always)]
    pub fn store(&self, registers: &Registers, mut write: impl FnMut(u32, u32)) {
        let from = match self.instruction.op {
            Op::Fsw => registers.f_of_all(self.instruction.rs2),
            _ => registers.x_of_all(self.instruction.rs2),
        };
        self.each(|thread, address| write(address, from[thread]));
    }

    #[inline(always)]
    fn each(&self, mut act: impl FnMut(usize, u32)) {
        if self.lanes == LaneMask::all(W) {
            for lane in 0..W {
                act(self.threads[lane].index(), self.addresses[lane]);
            }
            return;
        }
        for lane in self.lanes {
            act(self.threads[lane].index(), self.addresses[lane]);
        }
    }
}

/// Executes a load of one thread at its effective address.
///
/// # Errors
/// [`MemoryFault`]; then the register is unchanged.
#[inline]
pub fn load(
    instruction: &Instruction,
    registers: &mut Registers,
    thread: ThreadId,
    address: u32,
    port: &mut impl DataPort,
) -> Result<(), MemoryFault> {
    let value = port.load(thread, address, instruction.access_bytes())?;
    match instruction.op {
        Op::Flw => registers.set_f(instruction.rd, thread, value),
        Op::Lb => registers.set_x(instruction.rd, thread, value as i8 as u32),
        Op::Lh => registers.set_x(instruction.rd, thread, value as i16 as u32),
        _ => registers.set_x(instruction.rd, thread, value),
    }
    Ok(())
}

/// Executes a store of one thread at its effective address.
///
/// # Errors
/// [`MemoryFault`]; then nothing is written.
#[inline]
pub fn store(
    instruction: &Instruction,
    registers: &Registers,
    thread: ThreadId,
    address: u32,
    port: &mut impl DataPort,
) -> Result<(), MemoryFault> {
    let value = match instruction.op {
        Op::Fsw => registers.f(instruction.rs2, thread),
        _ => registers.x(instruction.rs2, thread),
    };
    port.store(thread, address, instruction.access_bytes(), value)
}

/// Executes `lr.w`, `sc.w` or an AMO of one thread at its address. Acquire and release bits have no effect here: the caller
/// performs memory accesses in order.
///
/// # Errors
/// [`MemoryFault`], also for an address that is not a multiple of 4; then nothing is written.
pub fn atomic(
    instruction: &Instruction,
    registers: &mut Registers,
    thread: ThreadId,
    address: u32,
    port: &mut impl DataPort,
) -> Result<(), MemoryFault> {
    if !address.is_multiple_of(4) {
        return Err(MemoryFault {
            address,
            bytes: 4,
            access: Access::MisalignedAtomic,
        });
    }
    let old = port.load(thread, address, 4)?;
    let operand = registers.x(instruction.rs2, thread);
    let reservation = Reservation {
        address,
        value: old,
    };
    let result = match instruction.op {
        Op::LrW => {
            registers.set_reservation(thread, Some(reservation));
            old
        }
        Op::ScW => {
            // INS-2: as qemu does it: also after another thread has written other values and this one again.
            let succeeds = registers.reservation(thread) == Some(reservation);
            registers.set_reservation(thread, None);
            if succeeds {
                port.store(thread, address, 4, operand)?;
            }
            u32::from(!succeeds)
        }
        op => {
            port.store(thread, address, 4, combine(op, old, operand))?;
            old
        }
    };
    registers.set_x(instruction.rd, thread, result);
    Ok(())
}

/// The value that an AMO stores.
fn combine(op: Op, old: u32, operand: u32) -> u32 {
    match op {
        Op::AmoswapW => operand,
        Op::AmoaddW => old.wrapping_add(operand),
        Op::AmoxorW => old ^ operand,
        Op::AmoandW => old & operand,
        Op::AmoorW => old | operand,
        Op::AmominW => (old as i32).min(operand as i32) as u32,
        Op::AmomaxW => (old as i32).max(operand as i32) as u32,
        Op::AmominuW => old.min(operand),
        Op::AmomaxuW => old.max(operand),
        _ => unreachable!("{op:?} is no AMO"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;

    const FIRST: ThreadId = ThreadId::new(0);
    const SECOND: ThreadId = ThreadId::new(1);

    const LR: u32 = 0x1000_a1af; // lr.w x3, (x1)
    const SC: u32 = 0x1820_a1af; // sc.w x3, x2, (x1)

    fn run(word: u32, registers: &mut Registers, memory: &mut Memory, thread: ThreadId) -> u32 {
        let instruction = Instruction::decode(word).unwrap();
        atomic(&instruction, registers, thread, 0x100, memory).unwrap();
        registers.x(3, thread)
    }

    #[test]
    fn a_store_by_another_thread_breaks_the_reservation() {
        let (mut registers, mut memory) = (Registers::new(2), Memory::new());
        memory.map(0x100, 4);
        registers.set_x(2, FIRST, 7);
        registers.set_x(2, SECOND, 9);
        run(LR, &mut registers, &mut memory, FIRST);
        run(LR, &mut registers, &mut memory, SECOND);
        assert_eq!(run(SC, &mut registers, &mut memory, SECOND), 0);
        assert_eq!(run(SC, &mut registers, &mut memory, FIRST), 1);
        assert_eq!(memory.read(0x100, 4), Ok(9));
        assert_eq!(run(SC, &mut registers, &mut memory, SECOND), 1);
    }

    #[test]
    fn atomics_must_be_aligned() {
        let (mut registers, mut memory) = (Registers::new(1), Memory::new());
        memory.map(0x100, 8);
        let lr = Instruction::decode(LR).unwrap();
        let fault = atomic(&lr, &mut registers, FIRST, 0x102, &mut memory).unwrap_err();
        assert_eq!(fault.access, Access::MisalignedAtomic);
    }
}
