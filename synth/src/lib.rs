//! What emitted Verilog becomes in a device: synthesis, place and route, static timing.
//!
//! A [`Job`] is a unit for a [`Target`]. A [`Lab`] has the tools of this machine and a cache.
//!
//! | step | tool | what it gives |
//! | --- | --- | --- |
//! | the unit alone | Yosys | the netlist: LUTs, flip-flops, memories, um2 |
//! | the unit before primitives are chosen | Yosys | bits that are stored, by structure |
//! | the unit's netlist in the harness | Yosys | a design with four pins |
//! | place and route, a seed each | nextpnr | the highest frequency, the worst path |
//! | the netlist as Verilog, with models of its primitives | Yosys | what simulates the netlist |
//! | static timing, for cells | OpenSTA | slack, the worst path |
//!
//! * The harness is added to the finished netlist of the unit. No tool can optimise one with the other, so that the
//!   figures of area are those of the unit alone and the clock is that of the same netlist.
//! * Each step is cached by the content of all that goes into it, the versions of the tools included.
//! * Paths are told by the registers of the Verilog.
#![forbid(unsafe_code)]

mod area;
mod cache;
mod clock;
mod error;
mod harness;
mod job;
mod lab;
mod liberty;
mod models;
mod netlist;
mod place;
mod scripts;
mod sta;
mod storage;
mod target;
mod tools;
mod warnings;

pub use area::{Area, Macro};
pub use cache::Cache;
pub use clock::{Clock, Run, WorstPath};
pub use error::Error;
pub use job::{Effort, Job};
pub use lab::{Lab, Synthesised};
pub use netlist::Netlist;
pub use storage::{Declared, Difference, EXPLAINED, Explained, Storage};
pub use target::Target;
pub use tools::Tools;
pub use warnings::Warning;
