//! The instruction table.

use super::Class;

/// Where an instruction keeps its immediate, and whether it has `rs3` and `rm` fields
/// (chapter 2.3, figure 2.4; chapter 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Register to register.
    R,
    /// Register to register with a rounding mode.
    Rm,
    /// Four registers with a rounding mode.
    R4,
    /// 12-bit signed immediate.
    I,
    /// 5-bit shift amount.
    Shift,
    /// 12-bit CSR number.
    Csr,
    /// 12-bit signed immediate, split for stores.
    S,
    /// 13-bit signed branch offset.
    B,
    /// Upper 20 bits.
    U,
    /// 21-bit signed jump offset.
    J,
    /// No operands.
    None,
}

/// One instruction: everything about it except its function.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The instruction.
    pub op: Op,
    /// The class of the operation.
    pub class: Class,
    pub(super) format: Format,
    /// The bits of the encoding that are fixed.
    pub mask: u32,
    /// The values of the fixed bits.
    pub value: u32,
    /// Mnemonic, without `.aq` and `.rl`.
    pub mnemonic: &'static str,
    /// Operands as assembly text shows them; `fd` and `fs1` name floating-point registers.
    pub operands: &'static str,
}

/// Fixed bits of a pattern, most significant first: 0 and 1 are fixed, `.` is free.
const fn fixed_bits(pattern: &str) -> (u32, u32) {
    let text = pattern.as_bytes();
    let (mut mask, mut value, mut bits, mut at) = (0, 0, 0, 0);
    while at < text.len() {
        if text[at] != b' ' {
            assert!(matches!(text[at], b'0' | b'1' | b'.'));
            mask = mask << 1 | (text[at] != b'.') as u32;
            value = value << 1 | (text[at] == b'1') as u32;
            bits += 1;
        }
        at += 1;
    }
    assert!(bits == 32, "a pattern has 32 bits");
    (mask, value)
}

macro_rules! instructions {
    ($($op:ident $class:ident $format:ident $pattern:literal $mnemonic:literal $operands:literal)*) => {
        /// Every instruction of the ISA, named after its mnemonic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op { $(#[doc = concat!("`", $mnemonic, " ", $operands, "`")] $op,)* }

        /// One row per [`Op`], in its order.
        pub(super) static TABLE: &[Row] = &[$({
            const FIXED: (u32, u32) = fixed_bits($pattern);
            Row {
                op: Op::$op, class: Class::$class, format: Format::$format,
                mask: FIXED.0, value: FIXED.1, mnemonic: $mnemonic, operands: $operands,
            }
        },)*];
    };
}

instructions! {
    // RV32I
    Lui    Alu    U "....... ..... ..... ... ..... 0110111" "lui" "rd, imm"
    Auipc  Alu    U "....... ..... ..... ... ..... 0010111" "auipc" "rd, imm"
    Jal    Jump   J "....... ..... ..... ... ..... 1101111" "jal" "rd, imm"
    Jalr   Jump   I "....... ..... ..... 000 ..... 1100111" "jalr" "rd, imm(rs1)"
    Beq    Branch B "....... ..... ..... 000 ..... 1100011" "beq" "rs1, rs2, imm"
    Bne    Branch B "....... ..... ..... 001 ..... 1100011" "bne" "rs1, rs2, imm"
    Blt    Branch B "....... ..... ..... 100 ..... 1100011" "blt" "rs1, rs2, imm"
    Bge    Branch B "....... ..... ..... 101 ..... 1100011" "bge" "rs1, rs2, imm"
    Bltu   Branch B "....... ..... ..... 110 ..... 1100011" "bltu" "rs1, rs2, imm"
    Bgeu   Branch B "....... ..... ..... 111 ..... 1100011" "bgeu" "rs1, rs2, imm"
    Lb     Load   I "....... ..... ..... 000 ..... 0000011" "lb" "rd, imm(rs1)"
    Lh     Load   I "....... ..... ..... 001 ..... 0000011" "lh" "rd, imm(rs1)"
    Lw     Load   I "....... ..... ..... 010 ..... 0000011" "lw" "rd, imm(rs1)"
    Lbu    Load   I "....... ..... ..... 100 ..... 0000011" "lbu" "rd, imm(rs1)"
    Lhu    Load   I "....... ..... ..... 101 ..... 0000011" "lhu" "rd, imm(rs1)"
    Sb     Store  S "....... ..... ..... 000 ..... 0100011" "sb" "rs2, imm(rs1)"
    Sh     Store  S "....... ..... ..... 001 ..... 0100011" "sh" "rs2, imm(rs1)"
    Sw     Store  S "....... ..... ..... 010 ..... 0100011" "sw" "rs2, imm(rs1)"
    Addi   Alu    I "....... ..... ..... 000 ..... 0010011" "addi" "rd, rs1, imm"
    Slti   Alu    I "....... ..... ..... 010 ..... 0010011" "slti" "rd, rs1, imm"
    Sltiu  Alu    I "....... ..... ..... 011 ..... 0010011" "sltiu" "rd, rs1, imm"
    Xori   Alu    I "....... ..... ..... 100 ..... 0010011" "xori" "rd, rs1, imm"
    Ori    Alu    I "....... ..... ..... 110 ..... 0010011" "ori" "rd, rs1, imm"
    Andi   Alu    I "....... ..... ..... 111 ..... 0010011" "andi" "rd, rs1, imm"
    Slli   Alu Shift "0000000 ..... ..... 001 ..... 0010011" "slli" "rd, rs1, imm"
    Srli   Alu Shift "0000000 ..... ..... 101 ..... 0010011" "srli" "rd, rs1, imm"
    Srai   Alu Shift "0100000 ..... ..... 101 ..... 0010011" "srai" "rd, rs1, imm"
    Add    Alu    R "0000000 ..... ..... 000 ..... 0110011" "add" "rd, rs1, rs2"
    Sub    Alu    R "0100000 ..... ..... 000 ..... 0110011" "sub" "rd, rs1, rs2"
    Sll    Alu    R "0000000 ..... ..... 001 ..... 0110011" "sll" "rd, rs1, rs2"
    Slt    Alu    R "0000000 ..... ..... 010 ..... 0110011" "slt" "rd, rs1, rs2"
    Sltu   Alu    R "0000000 ..... ..... 011 ..... 0110011" "sltu" "rd, rs1, rs2"
    Xor    Alu    R "0000000 ..... ..... 100 ..... 0110011" "xor" "rd, rs1, rs2"
    Srl    Alu    R "0000000 ..... ..... 101 ..... 0110011" "srl" "rd, rs1, rs2"
    Sra    Alu    R "0100000 ..... ..... 101 ..... 0110011" "sra" "rd, rs1, rs2"
    Or     Alu    R "0000000 ..... ..... 110 ..... 0110011" "or" "rd, rs1, rs2"
    And    Alu    R "0000000 ..... ..... 111 ..... 0110011" "and" "rd, rs1, rs2"
    // Unused fields of fences are reserved for finer grains and ignored (chapters 2.7 and 3).
    Fence  Fence  I "....... ..... ..... 000 ..... 0001111" "fence" "pred, succ"
    FenceI Fence  I "....... ..... ..... 001 ..... 0001111" "fence.i" ""
    Ecall  System None "0000000 00000 00000 000 00000 1110011" "ecall" ""
    Ebreak System None "0000000 00001 00000 000 00000 1110011" "ebreak" ""
    // Privileged architecture, as far as whole-program mode needs it
    Mret   System None "0011000 00010 00000 000 00000 1110011" "mret" ""
    Wfi    System None "0001000 00101 00000 000 00000 1110011" "wfi" ""
    // Zicsr
    Csrrw  Csr  Csr "....... ..... ..... 001 ..... 1110011" "csrrw" "rd, csr, rs1"
    Csrrs  Csr  Csr "....... ..... ..... 010 ..... 1110011" "csrrs" "rd, csr, rs1"
    Csrrc  Csr  Csr "....... ..... ..... 011 ..... 1110011" "csrrc" "rd, csr, rs1"
    Csrrwi Csr  Csr "....... ..... ..... 101 ..... 1110011" "csrrwi" "rd, csr, uimm"
    Csrrsi Csr  Csr "....... ..... ..... 110 ..... 1110011" "csrrsi" "rd, csr, uimm"
    Csrrci Csr  Csr "....... ..... ..... 111 ..... 1110011" "csrrci" "rd, csr, uimm"
    // M
    Mul    Mul    R "0000001 ..... ..... 000 ..... 0110011" "mul" "rd, rs1, rs2"
    Mulh   Mul    R "0000001 ..... ..... 001 ..... 0110011" "mulh" "rd, rs1, rs2"
    Mulhsu Mul    R "0000001 ..... ..... 010 ..... 0110011" "mulhsu" "rd, rs1, rs2"
    Mulhu  Mul    R "0000001 ..... ..... 011 ..... 0110011" "mulhu" "rd, rs1, rs2"
    Div    Div    R "0000001 ..... ..... 100 ..... 0110011" "div" "rd, rs1, rs2"
    Divu   Div    R "0000001 ..... ..... 101 ..... 0110011" "divu" "rd, rs1, rs2"
    Rem    Div    R "0000001 ..... ..... 110 ..... 0110011" "rem" "rd, rs1, rs2"
    Remu   Div    R "0000001 ..... ..... 111 ..... 0110011" "remu" "rd, rs1, rs2"
    // A
    LrW    Atomic R "00010.. 00000 ..... 010 ..... 0101111" "lr.w" "rd, (rs1)"
    ScW    Atomic R "00011.. ..... ..... 010 ..... 0101111" "sc.w" "rd, rs2, (rs1)"
    AmoswapW Atomic R "00001.. ..... ..... 010 ..... 0101111" "amoswap.w" "rd, rs2, (rs1)"
    AmoaddW  Atomic R "00000.. ..... ..... 010 ..... 0101111" "amoadd.w" "rd, rs2, (rs1)"
    AmoxorW  Atomic R "00100.. ..... ..... 010 ..... 0101111" "amoxor.w" "rd, rs2, (rs1)"
    AmoandW  Atomic R "01100.. ..... ..... 010 ..... 0101111" "amoand.w" "rd, rs2, (rs1)"
    AmoorW   Atomic R "01000.. ..... ..... 010 ..... 0101111" "amoor.w" "rd, rs2, (rs1)"
    AmominW  Atomic R "10000.. ..... ..... 010 ..... 0101111" "amomin.w" "rd, rs2, (rs1)"
    AmomaxW  Atomic R "10100.. ..... ..... 010 ..... 0101111" "amomax.w" "rd, rs2, (rs1)"
    AmominuW Atomic R "11000.. ..... ..... 010 ..... 0101111" "amominu.w" "rd, rs2, (rs1)"
    AmomaxuW Atomic R "11100.. ..... ..... 010 ..... 0101111" "amomaxu.w" "rd, rs2, (rs1)"
    // F
    Flw    Load   I "....... ..... ..... 010 ..... 0000111" "flw" "fd, imm(rs1)"
    Fsw    Store  S "....... ..... ..... 010 ..... 0100111" "fsw" "fs2, imm(rs1)"
    FmaddS  Float R4 ".....00 ..... ..... ... ..... 1000011" "fmadd.s" "fd, fs1, fs2, fs3, rm"
    FmsubS  Float R4 ".....00 ..... ..... ... ..... 1000111" "fmsub.s" "fd, fs1, fs2, fs3, rm"
    FnmsubS Float R4 ".....00 ..... ..... ... ..... 1001011" "fnmsub.s" "fd, fs1, fs2, fs3, rm"
    FnmaddS Float R4 ".....00 ..... ..... ... ..... 1001111" "fnmadd.s" "fd, fs1, fs2, fs3, rm"
    FaddS  Float Rm "0000000 ..... ..... ... ..... 1010011" "fadd.s" "fd, fs1, fs2, rm"
    FsubS  Float Rm "0000100 ..... ..... ... ..... 1010011" "fsub.s" "fd, fs1, fs2, rm"
    FmulS  Float Rm "0001000 ..... ..... ... ..... 1010011" "fmul.s" "fd, fs1, fs2, rm"
    FdivS  FloatDiv Rm "0001100 ..... ..... ... ..... 1010011" "fdiv.s" "fd, fs1, fs2, rm"
    FsqrtS FloatDiv Rm "0101100 00000 ..... ... ..... 1010011" "fsqrt.s" "fd, fs1, rm"
    FsgnjS  Float R "0010000 ..... ..... 000 ..... 1010011" "fsgnj.s" "fd, fs1, fs2"
    FsgnjnS Float R "0010000 ..... ..... 001 ..... 1010011" "fsgnjn.s" "fd, fs1, fs2"
    FsgnjxS Float R "0010000 ..... ..... 010 ..... 1010011" "fsgnjx.s" "fd, fs1, fs2"
    FminS  Float  R "0010100 ..... ..... 000 ..... 1010011" "fmin.s" "fd, fs1, fs2"
    FmaxS  Float  R "0010100 ..... ..... 001 ..... 1010011" "fmax.s" "fd, fs1, fs2"
    FcvtWS  Float Rm "1100000 00000 ..... ... ..... 1010011" "fcvt.w.s" "rd, fs1, rm"
    FcvtWuS Float Rm "1100000 00001 ..... ... ..... 1010011" "fcvt.wu.s" "rd, fs1, rm"
    FmvXW  Float  R "1110000 00000 ..... 000 ..... 1010011" "fmv.x.w" "rd, fs1"
    FclassS Float R "1110000 00000 ..... 001 ..... 1010011" "fclass.s" "rd, fs1"
    FeqS   Float  R "1010000 ..... ..... 010 ..... 1010011" "feq.s" "rd, fs1, fs2"
    FltS   Float  R "1010000 ..... ..... 001 ..... 1010011" "flt.s" "rd, fs1, fs2"
    FleS   Float  R "1010000 ..... ..... 000 ..... 1010011" "fle.s" "rd, fs1, fs2"
    FcvtSW  Float Rm "1101000 00000 ..... ... ..... 1010011" "fcvt.s.w" "fd, rs1, rm"
    FcvtSWu Float Rm "1101000 00001 ..... ... ..... 1010011" "fcvt.s.wu" "fd, rs1, rm"
    FmvWX  Float  R "1111000 00000 ..... 000 ..... 1010011" "fmv.w.x" "fd, rs1"
    // custom-0, kernel ABI
    Exit           Exit None           "0000000 00000 00000 000 00000 0001011" "simt.exit" ""
    Barrier        Barrier None        "0000000 00000 00000 100 00000 0001011" "simt.barrier" ""
    PartialBarrier PartialBarrier None "0000000 00000 00000 111 00000 0001011" "simt.partial_barrier" ""
}

/// Class of every op, indexed by its number, so that a look-up costs one load.
static CLASSES: [Class; TABLE.len()] = {
    let mut classes = [Class::Alu; TABLE.len()];
    let mut at = 0;
    while at < classes.len() {
        classes[at] = TABLE[at].class;
        at += 1;
    }
    classes
};

impl Op {
    /// Every instruction of the table, in its order.
    pub fn all() -> impl Iterator<Item = Op> {
        TABLE.iter().map(|row| row.op)
    }

    /// The row of this instruction.
    #[inline]
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The class of this instruction.
    #[inline]
    pub fn class(self) -> Class {
        CLASSES[self as usize]
    }

    /// Whether the encoding has a rounding mode field.
    pub fn has_rounding_mode(self) -> bool {
        matches!(self.row().format, Format::Rm | Format::R4)
    }
}
