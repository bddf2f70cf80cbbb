//! Control flow of RV32 programs, recovered from the binary: functions, basic blocks, edges,
//! post-dominators, and where the threads of a divergent branch reconverge.
//!
//! One graph holds the whole program. Calls do not leave it: a call leads to the instruction
//! behind it, so that the graph is that of each function by itself, laid side by side. Jumps do,
//! also from function to function: a tail call is a jump, and the callee's return is the
//! caller's. What a block post-dominates depends only on what can be reached from it, so blocks
//! that functions share have one answer for all of them.
//!
//! Reading order: [`block`] (what the graph is made of), `explore` (finding the code), `value` and
//! `jump_table` (where indirect jumps go), [`flow`] (the graph), `post_dominators` and
//! [`reconvergence`], [`regions`] (the places of an explicit stack's instructions).
#![forbid(unsafe_code)]

pub mod block;
pub mod dot;
mod explore;
pub mod flow;
pub mod hammock;
mod home;
mod jump_table;
mod lats;
pub mod loops;
mod post_dominators;
pub mod reconvergence;
pub mod regions;
mod value;

pub use block::{Block, Edge, End, Node};
pub use flow::{Flow, Function, NoFunction};
pub use hammock::Hammock;
pub use loops::Loop;
pub use petgraph;
pub use reconvergence::Reconvergence;
pub use regions::Regions;
