//! Assembly text, as LLVM prints it without aliases; branch and jump targets are byte offsets.

use std::fmt::{self, Display, Formatter};

use super::{Instruction, Op, Rm};

const X_NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];

const F_NAMES: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2",
    "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9",
    "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
];

/// Names of the CSRs a kernel or an ISA test may touch; others are shown by number.
const CSR_NAMES: &[(u16, &str)] = &[
    (0x001, "fflags"),
    (0x002, "frm"),
    (0x003, "fcsr"),
    (0x180, "satp"),
    (0x300, "mstatus"),
    (0x301, "misa"),
    (0x302, "medeleg"),
    (0x303, "mideleg"),
    (0x304, "mie"),
    (0x305, "mtvec"),
    (0x340, "mscratch"),
    (0x341, "mepc"),
    (0x342, "mcause"),
    (0x343, "mtval"),
    (0x344, "mip"),
    (0x744, "mnstatus"),
    (0xc00, "cycle"),
    (0xc01, "time"),
    (0xc02, "instret"),
    (0xc80, "cycleh"),
    (0xc81, "timeh"),
    (0xc82, "instreth"),
    (0xf14, "mhartid"),
];

/// Writes the sets of a fence, such as `iorw`; the empty set is `0` (LLVM prints `0` too).
fn write_fence_set(f: &mut Formatter<'_>, set: u32) -> fmt::Result {
    if set == 0 {
        return f.write_str("0");
    }
    let letters = [(8, "i"), (4, "o"), (2, "r"), (1, "w")];
    letters
        .iter()
        .filter(|(bit, _)| set & bit != 0)
        .try_for_each(|(_, name)| f.write_str(name))
}

fn rounding_mode_name(rm: Rm) -> &'static str {
    match rm {
        Rm::Rne => "rne",
        Rm::Rtz => "rtz",
        Rm::Rdn => "rdn",
        Rm::Rup => "rup",
        Rm::Rmm => "rmm",
        Rm::Dyn => "dyn",
    }
}

impl Instruction {
    fn write_csr(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match CSR_NAMES
            .iter()
            .find(|(number, _)| i32::from(*number) == self.imm)
        {
            Some((_, name)) => f.write_str(name),
            None => write!(f, "{}", self.imm),
        }
    }

    fn write_immediate(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.op {
            Op::Lui | Op::Auipc => write!(f, "{}", self.word >> 12),
            _ => write!(f, "{}", self.imm),
        }
    }

    /// One operand of [`super::Row::operands`].
    fn write_operand(&self, f: &mut Formatter<'_>, operand: &str) -> fmt::Result {
        match operand {
            "rd" => f.write_str(X_NAMES[self.rd as usize]),
            "rs1" => f.write_str(X_NAMES[self.rs1 as usize]),
            "rs2" => f.write_str(X_NAMES[self.rs2 as usize]),
            "fd" => f.write_str(F_NAMES[self.rd as usize]),
            "fs1" => f.write_str(F_NAMES[self.rs1 as usize]),
            "fs2" => f.write_str(F_NAMES[self.rs2 as usize]),
            "fs3" => f.write_str(F_NAMES[self.rs3 as usize]),
            "(rs1)" => write!(f, "({})", X_NAMES[self.rs1 as usize]),
            "imm(rs1)" => write!(f, "{}({})", self.imm, X_NAMES[self.rs1 as usize]),
            "imm" => self.write_immediate(f),
            "uimm" => write!(f, "{}", self.rs1),
            "csr" => self.write_csr(f),
            "rm" => f.write_str(rounding_mode_name(self.rm)),
            "pred" => write_fence_set(f, self.word >> 24 & 15),
            "succ" => write_fence_set(f, self.word >> 20 & 15),
            _ => unreachable!("operand {operand} of the instruction table"),
        }
    }
}

impl Display for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let row = self.op.row();
        f.write_str(row.mnemonic)?;
        f.write_str(match (self.acquires(), self.releases()) {
            (false, false) => "",
            (true, false) => ".aq",
            (false, true) => ".rl",
            (true, true) => ".aqrl",
        })?;
        let mut separator = " ";
        for operand in row
            .operands
            .split(", ")
            .filter(|operand| !operand.is_empty())
        {
            f.write_str(separator)?;
            self.write_operand(f, operand)?;
            separator = ", ";
        }
        Ok(())
    }
}
