//! RV32IMAF_Zicsr_Zifencei and the four custom-0 instructions of the kernel ABI.
//!
//! The table ([`Op::row`]) holds one row per instruction with its encoding, class and assembly text.
//! Source: *The RISC-V Instruction Set Manual, Volume I: Unprivileged ISA*, 20191213, chapters 2
//! (RV32I), 3 (Zifencei), 7 (M), 8 (A), 9 (Zicsr), 11 (F) and 24 (opcode maps).

mod assembly;
mod decode;
mod table;

pub use table::{Op, Row};

/// What kind of operation an instruction is: which function of [`crate::execute`] performs it, and which pipeline a core would
/// send it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Single-step integer operation, `lui` and `auipc` included: [`crate::execute::compute`].
    Alu,
    /// Integer multiplication: [`crate::execute::compute`].
    Mul,
    /// Integer division and remainder: [`crate::execute::compute`].
    Div,
    /// Floating point except division and square root: [`crate::execute::compute`].
    Float,
    /// Floating-point division and square root: [`crate::execute::compute`].
    FloatDiv,
    /// Conditional branch: [`crate::execute::branch`].
    Branch,
    /// `jal` and `jalr`: [`crate::execute::jump_targets`].
    Jump,
    /// Integer and floating-point loads: [`crate::execute::load`].
    Load,
    /// Integer and floating-point stores: [`crate::execute::store`].
    Store,
    /// `lr.w`, `sc.w` and the AMOs: [`crate::execute::atomic`].
    Atomic,
    /// Access to a control and status register: [`crate::execute::csr`].
    Csr,
    /// `fence` and `fence.i`.
    Fence,
    /// `ecall`, `ebreak`, `mret`, `wfi`.
    System,
    /// Barrier among the threads of a block (custom-0, funct3 4).
    Barrier,
    /// Barrier among the threads of the original warp (custom-0, funct3 7; fung2009 section 8).
    PartialBarrier,
    /// End of a thread (custom-0, funct3 0).
    Exit,
}

/// Rounding mode field of a floating-point instruction (chapter 11.2, table 11.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Rm {
    /// To nearest, ties to even; also the value for instructions without the field.
    #[default]
    Rne = 0,
    /// Towards zero.
    Rtz = 1,
    /// Down, towards negative infinity.
    Rdn = 2,
    /// Up, towards positive infinity.
    Rup = 3,
    /// To nearest, ties to the larger magnitude.
    Rmm = 4,
    /// The thread's `frm` decides.
    Dyn = 7,
}

/// A word that is not an instruction of this ISA; this includes the two reserved static rounding modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal instruction 0x{word:08x}")]
pub struct Illegal {
    /// The word as fetched.
    pub word: u32,
}

/// A decoded instruction. Fields an instruction does not have are 0.
///
/// `imm` holds the amount of shifts, the CSR number of CSR instructions, and the already shifted value of `lui` and `auipc`. The
/// immediate forms of CSR instructions hold their 5-bit operand in `rs1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The instruction's row of the table.
    pub op: Op,
    /// Destination register, 0..32.
    pub rd: u8,
    /// First source register, 0..32.
    pub rs1: u8,
    /// Second source register, 0..32.
    pub rs2: u8,
    /// Third source register (fused multiply-add), 0..32.
    pub rs3: u8,
    /// Rounding mode.
    pub rm: Rm,
    /// Immediate, sign-extended; byte offset of branches and jumps.
    pub imm: i32,
    /// The word it was decoded from.
    pub word: u32,
}

/// The standard link registers x1 and x5 (chapter 2.5, table 2.1).
fn is_link(register: u8) -> bool {
    register == 1 || register == 5
}

impl Instruction {
    /// The class of the instruction.
    #[inline]
    pub fn class(&self) -> Class {
        self.op.class()
    }

    /// Whether this is a call by the link-register hints: `jal` or `jalr` that writes x1 or x5.
    #[inline]
    pub fn is_call(&self) -> bool {
        matches!(self.op, Op::Jal | Op::Jalr) && is_link(self.rd)
    }

    /// Whether this is a return by the link-register hints: `jalr` through x1 or x5 that does not write the same register. A
    /// coroutine switch (`jalr x1, x5`) is a return and a call.
    #[inline]
    pub fn is_return(&self) -> bool {
        self.op == Op::Jalr && is_link(self.rs1) && self.rd != self.rs1
    }

    /// The source registers, each with whether it is a floating-point register; x0 where the instruction has no source.
    pub fn sources(&self) -> [(u8, bool); 3] {
        let operands = self.op.row().operands;
        [
            (self.rs1, operands.contains("fs1")),
            (self.rs2, operands.contains("fs2")),
            (self.rs3, operands.contains("fs3")),
        ]
    }

    /// The destination register, with whether it is a floating-point register; x0 if the instruction has no destination.
    pub fn destination(&self) -> (u8, bool) {
        (self.rd, self.op.row().operands.starts_with("fd"))
    }

    /// Acquire bit of an atomic instruction.
    pub fn acquires(&self) -> bool {
        self.class() == Class::Atomic && self.word >> 26 & 1 == 1
    }

    /// Release bit of an atomic instruction.
    pub fn releases(&self) -> bool {
        self.class() == Class::Atomic && self.word >> 25 & 1 == 1
    }
}
