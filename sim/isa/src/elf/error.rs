//! What can be wrong with a kernel file.

/// A file that is not a kernel file, with its name. [`ElfReason::remedy`] says how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {reason}")]
pub struct ElfError {
    /// The file as the caller named it.
    pub file: String,
    /// What is wrong.
    pub reason: ElfReason,
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ElfReason {
    /// The file does not start like an ELF file.
    #[error("not an ELF file")]
    NotElf,
    /// ELF class 64.
    #[error("a 64-bit ELF file")]
    NotElf32,
    /// Big-endian data.
    #[error("a big-endian ELF file")]
    BigEndian,
    /// Built for another machine.
    #[error("built for ELF machine {0}, not for RISC-V (243)")]
    NotRiscV(u16),
    /// Not a linked, static executable.
    #[error("ELF type {0}, no executable (2)")]
    NotExecutable(u16),
    /// The code contains compressed instructions.
    #[error("e_flags announce compressed instructions, and functions have some")]
    Compressed,
    /// The RV32E variant with sixteen registers.
    #[error("e_flags announce RV32E")]
    Embedded,
    /// Double or quad precision in registers.
    #[error("the floating-point ABI is wider than single")]
    WideFloat,
    /// A header or table lies outside the file or contradicts itself.
    #[error("truncated or damaged: {place}: {detail}")]
    Damaged {
        /// Which header or table.
        place: String,
        /// What the ELF reader reports.
        detail: String,
    },
    /// No executable segment.
    #[error("no executable PT_LOAD segment: there is no code to run")]
    NoCode,
    /// Two segments share addresses.
    #[error(
        "the segments at 0x{first:08x} and 0x{second:08x} overlap: the first ends at 0x{end:08x}"
    )]
    Overlap {
        /// First byte of the lower segment.
        first: u32,
        /// Byte after the last byte of the lower segment.
        end: u64,
        /// First byte of the upper segment.
        second: u32,
    },
    /// The code does not consist of aligned words, or spans too many bytes.
    #[error("code from 0x{start:08x} to 0x{end:08x}: {problem}")]
    CodeLayout {
        /// First byte.
        start: u32,
        /// Byte after the last, as far as it fits.
        end: u64,
        /// What is wrong.
        problem: CodeProblem,
    },
}

/// What is wrong with the location of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeProblem {
    /// The code does not start at a multiple of 4.
    #[error("does not start at a multiple of 4")]
    Misaligned,
    /// The distance from the first to the last word is too large.
    #[error("more than 16 MiB")]
    TooWide,
}

impl ElfReason {
    /// How to fix the file.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NotElf => "give a linked RISC-V executable",
            Self::NotElf32 => "build for riscv32, as with --target=riscv32-unknown-elf",
            Self::BigEndian => "build for a little-endian target: RISC-V kernels are little-endian",
            Self::NotRiscV(_) => "use a RISC-V compiler, as clang --target=riscv32-unknown-elf",
            Self::NotExecutable(1) => "an object file: link it",
            Self::NotExecutable(3) => {
                "a shared object or position-independent executable: link with -static -no-pie"
            }
            Self::NotExecutable(_) => "link it",
            Self::Compressed => "build everything without C, as with -march=rv32imf",
            Self::Embedded => "build for RV32I, as with -march=rv32imf",
            Self::WideFloat => "build with -mabi=ilp32f or ilp32",
            Self::Damaged { .. } => "build or copy the file again",
            Self::NoCode => "link the kernel's code into a segment that may be executed",
            Self::Overlap { .. } => "give every segment addresses of its own in the linker script",
            Self::CodeLayout { problem, .. } => match problem {
                CodeProblem::Misaligned => "align the segment",
                CodeProblem::TooWide => "place the executable segments closer together",
            },
        }
    }
}
