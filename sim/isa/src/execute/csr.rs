//! Control and status registers (chapters 9, 10 and 11.2).

use super::{Trap, TrapCause};
use crate::instruction::{Instruction, Op};
use crate::registers::Registers;
use heddle_types::{LaneMask, ThreadId};

const FFLAGS: u16 = 1;
const FRM: u16 = 2;
const FCSR: u16 = 3;

/// Every CSR except `fflags`, `frm` and `fcsr`, which live in [`Registers`].
pub trait CsrSource {
    /// Value of a CSR for a thread; `None` if the CSR does not exist.
    fn read(&self, csr: u16, thread: ThreadId) -> Option<u32>;

    /// Handles a write to a CSR that [`CsrSource::read`] knows; `false` if it cannot be written. CSRs from 0xc00 on are read-only
    /// by their number, so writes to them never reach this function.
    fn write(&mut self, _csr: u16, _thread: ThreadId, _value: u32) -> bool {
        false
    }
}

fn read(registers: &Registers, source: &impl CsrSource, csr: u16, thread: ThreadId) -> Option<u32> {
    match csr {
        FFLAGS => Some(registers.fflags(thread)),
        FRM => Some(registers.frm(thread)),
        FCSR => Some(registers.fcsr(thread)),
        _ => source.read(csr, thread),
    }
}

fn write(
    registers: &mut Registers,
    source: &mut impl CsrSource,
    csr: u16,
    thread: ThreadId,
    value: u32,
) -> bool {
    match csr {
        FFLAGS => registers.set_fflags(thread, value),
        FRM => registers.set_frm(thread, value),
        FCSR => registers.set_fcsr(thread, value),
        // The two top bits of the number say that it is read-only (chapter 9, privileged 2.1).
        _ => return csr < 0xc00 && source.write(csr, thread, value),
    }
    true
}

/// The value that the instruction writes, given the old value and the operand; `None` if it only reads: the set and clear forms
/// with `x0` or an immediate of 0 (chapter 9.1).
fn new_value(instruction: &Instruction, old: u32, operand: u32) -> Option<u32> {
    match instruction.op {
        Op::Csrrw | Op::Csrrwi => Some(operand),
        _ if instruction.rs1 == 0 => None,
        Op::Csrrs | Op::Csrrsi => Some(old | operand),
        _ => Some(old & !operand),
    }
}

fn access(
    instruction: &Instruction,
    registers: &mut Registers,
    thread: ThreadId,
    source: &mut impl CsrSource,
) -> Result<(), Trap> {
    let number = instruction.imm as u16;
    let trap = |cause| Trap { thread, cause };
    let old = read(registers, source, number, thread).ok_or(trap(TrapCause::UnknownCsr(number)))?;
    let operand = match instruction.op {
        Op::Csrrw | Op::Csrrs | Op::Csrrc => registers.x(instruction.rs1, thread),
        _ => instruction.rs1.into(),
    };
    if let Some(value) = new_value(instruction, old, operand)
        && !write(registers, source, number, thread, value)
    {
        return Err(trap(TrapCause::ReadOnlyCsr(number)));
    }
    registers.set_x(instruction.rd, thread, old);
    Ok(())
}

/// Executes an instruction of class `Csr`. Reads have no side effects, so the CSR is read even by the forms that must not read
/// (`csrrw` to x0).
///
/// # Errors
/// [`Trap`] for a CSR that does not exist or cannot be written. This depends only on the CSR, so in that case no lane has been
/// written.
pub fn csr<const W: usize>(
    instruction: &Instruction,
    registers: &mut Registers,
    first: ThreadId,
    mask: LaneMask,
    source: &mut impl CsrSource,
) -> Result<(), Trap> {
    for lane in mask {
        access(instruction, registers, first + lane, source)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: ThreadId = ThreadId::new(0);

    struct Ids;

    impl CsrSource for Ids {
        fn read(&self, csr: u16, thread: ThreadId) -> Option<u32> {
            (csr == 0xcd3).then_some(thread.index() as u32 * 10)
        }
    }

    fn run(registers: &mut Registers, number: u32, funct3: u32, rs1: u32) -> Result<(), Trap> {
        let word = number << 20 | rs1 << 15 | funct3 << 12 | 5 << 7 | 0x73;
        csr::<4>(
            &Instruction::decode(word).unwrap(),
            registers,
            FIRST,
            LaneMask::new(0b1110),
            &mut Ids,
        )
    }

    #[test]
    fn ids_are_per_thread_and_read_only() {
        let mut registers = Registers::new(4);
        run(&mut registers, 0xcd3, 2, 0).unwrap();
        assert_eq!((registers.x(5, FIRST), registers.x(5, FIRST + 3)), (0, 30));
        let trap = run(&mut registers, 0xcd3, 1, 0).unwrap_err();
        assert_eq!(
            trap,
            Trap {
                thread: FIRST + 1,
                cause: TrapCause::ReadOnlyCsr(0xcd3)
            }
        );
        let trap = run(&mut registers, 0x7c0, 2, 0).unwrap_err();
        assert_eq!(trap.cause, TrapCause::UnknownCsr(0x7c0));
    }

    #[test]
    fn fcsr_is_frm_above_fflags() {
        let mut registers = Registers::new(4);
        run(&mut registers, 2, 5, 3).unwrap(); // csrrwi frm, 3
        run(&mut registers, 1, 6, 17).unwrap(); // csrrsi fflags, 17
        run(&mut registers, 3, 7, 1).unwrap(); // csrrci fcsr, 1
        assert_eq!(registers.x(5, FIRST + 2), 3 << 5 | 17);
        assert_eq!(registers.fcsr(FIRST + 2), 3 << 5 | 16);
        assert_eq!(registers.fcsr(FIRST), 0);
        assert!(!registers.rounds_to_even::<4>(FIRST) && registers.rounds_to_even::<1>(FIRST));
    }
}
