//! Control flow of RV32 programs, recovered from the binary: functions, basic blocks, edges,
//! post-dominators, and where the threads of a divergent branch reconverge.
//!
//! One graph holds the whole program. Calls have no edge to the callee: the edge of a call leads to the instruction behind it, so
//! that the graph consists of the graphs of the functions, side by side. Jumps do have edges from function to function: a tail
//! call is a jump, and the callee's return is the caller's. The post-dominators of a block depend only on the nodes that can be
//! reached from it, so a block that several functions share has the same post-dominators in all of them.
//!
//! Reading order: [`block`] (the elements of the graph), `explore` (finding the code), `value` and `jump_table` (the targets of
//! indirect jumps), [`flow`] (the graph), `post_dominators` and [`reconvergence`], [`regions`] (where the instructions of an
//! explicit stack go), `uniformity` (which branches may diverge) and [`risk`] (barriers that they endanger).
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
mod recover;
pub mod regions;
pub mod risk;
mod taken;
mod uniformity;
mod value;

pub use block::{Block, Edge, End, Node};
pub use flow::{Flow, Function, NoFunction};
pub use hammock::Hammock;
pub use loops::Loop;
pub use petgraph;
pub use reconvergence::Reconvergence;
pub use regions::Regions;
pub use risk::Risk;
