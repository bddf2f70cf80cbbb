//! RV32IMAF: decoding, exact floating point, ELF loading, functional execution at warp width.
//!
//! This is the bottom layer of the golden GPU. It knows threads, registers and memory, but no
//! warps, no time and no divergence: the caller says which instruction runs on which lanes, and
//! this crate says what it does. Reading order: [`instruction`] (what the words mean as text and
//! fields), [`registers`], [`execute`] (what they do), [`float`] (IEEE-754 single precision),
//! [`memory`], [`elf`] and [`program`] (what a kernel file holds), [`whole_program`] (one thread
//! running an ISA test).
#![forbid(unsafe_code)]

pub mod elf;
pub mod execute;
pub mod float;
pub mod instruction;
mod lines;
pub mod memory;
pub mod program;
pub mod registers;
pub mod signature;
pub mod whole_program;

pub use elf::ElfError;
pub use instruction::{Class, Illegal, Instruction, Op, Rm};
pub use lines::SourceLine;
pub use memory::{Access, DataPort, Memory, MemoryFault};
pub use program::{FetchFault, Program};
pub use registers::Registers;
pub use signature::Signature;
