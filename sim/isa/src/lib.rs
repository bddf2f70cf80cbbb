//! RV32IMAF: decoding, exact floating point, ELF loading, functional execution at warp width.
//!
//! This is the bottom layer of the golden GPU. It knows threads, registers and memory, but no warps, no time and no divergence:
//! the caller chooses the instruction and the lanes, and this crate performs the instruction on them. Reading order:
//! [`instruction`] (decoding words into fields and text), [`registers`], [`execute`] (performing instructions), [`float`]
//! (IEEE-754 single precision), [`memory`], [`elf`] and [`program`] (the contents of a kernel file), [`whole_program`] (one
//! thread running an ISA test).
#![forbid(unsafe_code)]

mod calls;
pub mod elf;
pub mod execute;
pub mod float;
pub mod instruction;
mod lines;
pub mod memory;
pub mod program;
pub mod registers;
mod relocations;
pub mod signature;
pub mod whole_program;

pub use elf::ElfError;
pub use instruction::{Class, Illegal, Instruction, Op, Rm};
pub use lines::SourceLine;
pub use memory::{Access, DataPort, Memory, MemoryFault};
pub use program::{FetchFault, Program};
pub use registers::Registers;
pub use signature::Signature;
