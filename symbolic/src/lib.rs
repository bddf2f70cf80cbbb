//! Compiled Rust functions as gates.
//!
//! A function of a [`Module`] of LLVM IR is executed with words of literals ([`Execution`]); what comes out is an
//! and-inverter graph ([`Aig`]). Branches that depend on inputs are followed on both sides to the block where they join, their
//! immediate post-dominator, and merged there with multiplexers. Loops are unrolled until they cannot go on, which a SAT solver
//! decides and nobody assumes. Memory consists of objects, and an address may depend on inputs. A path that panics is not
//! merged: the execution has the condition under which it is taken.
//!
//! # What is trusted (EQU-1)
//!
//! The IR is that of safe Rust, compiled by rustc. A safe program has one behaviour, and no undefined one; a correct compiler's
//! output has no other. For this reason the executor may choose any value for what LLVM leaves open: a value that an instruction's
//! flags declare *poison* is what the instruction computes without them; `undef`, and memory that nothing has written, is zero;
//! `freeze` does nothing; what `llvm.assume` and attributes promise is not used. If the choice could be seen, the compiler
//! would be wrong. An access is within its object for the same reason: an index that is not checked is a panic.
//!
//! Constructs beyond this are refused, with function and line: floating point, vectors, atomic and volatile accesses,
//! allocations whose size depends on inputs, functions outside of the module.

pub mod aig;
pub mod cycle;
mod error;
mod execute;
mod flow;
mod mistake;
pub mod module;
pub mod runs;
mod solver;
mod word;

pub use aig::{Aig, Lit};
pub use cycle::Cycle;
pub use error::Refused;
pub use execute::{Buffer, Ending, Execution, Fate};
pub use mistake::{Mistake, Mistaken};
pub use module::Module;
pub use runs::Runs;
pub use solver::Solver;
pub use word::Word;
