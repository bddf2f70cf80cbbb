//! What instructions do, `W` lanes at a time.
//!
//! Lane `l` of a call is thread `first + l`; `mask` says whether it takes part. Work
//! from registers to registers is done on whole rows and written under the mask; memory is
//! accessed one lane at a time, because cores serve lanes by cache line.

mod control;
mod csr;
mod float;
mod integer;
mod lanes;
mod memory;

pub use control::{branch, jump_targets};
pub use csr::{CsrSource, csr};
pub use memory::{Row, addresses, atomic, load, store};

use crate::instruction::{Class, Instruction};
use crate::registers::Registers;
use heddle_types::{LaneMask, Pc, ThreadId};

/// Why an instruction is illegal although its encoding is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrapCause {
    /// The rounding mode is dynamic and `frm` holds 5, 6 or 7 (chapter 11.2).
    #[error("the rounding mode in frm is reserved")]
    ReservedRounding,
    /// There is no such CSR.
    #[error("there is no CSR 0x{0:03x}")]
    UnknownCsr(u16),
    /// The CSR cannot be written.
    #[error("CSR 0x{0:03x} is read-only")]
    ReadOnlyCsr(u16),
}

/// An instruction that is illegal in its context. No lane has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cause} (thread {thread})")]
pub struct Trap {
    /// The first thread for which the instruction is illegal.
    pub thread: ThreadId,
    /// Why the instruction is illegal.
    pub cause: TrapCause,
}

/// Executes an instruction that only touches registers: classes `Alu`, `Mul`, `Div`, `Float` and
/// `FloatDiv`. `auipc` wants its `pc`.
///
/// # Errors
/// [`Trap`] for a reserved dynamic rounding mode in a lane of the mask.
///
/// # Panics
/// For an instruction of another class.
#[inline]
pub fn compute<const W: usize>(
    instruction: &Instruction,
    pc: Pc,
    registers: &mut Registers,
    first: ThreadId,
    mask: LaneMask,
) -> Result<(), Trap> {
    match instruction.class() {
        Class::Alu | Class::Mul | Class::Div => {
            integer::compute::<W>(instruction, pc, registers, first, mask);
            Ok(())
        }
        Class::Float | Class::FloatDiv => float::compute::<W>(instruction, registers, first, mask),
        class => panic!("{instruction} of class {class:?} does not only compute"),
    }
}
