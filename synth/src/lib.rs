//! What emitted Verilog costs in a device: synthesis, place and route, static timing.
//!
//! A [`Job`] is a unit for a [`Target`]. A [`Lab`] has the tools of this machine and a cache.
//!
//! | step | tool | result |
//! | --- | --- | --- |
//! | the unit alone | Yosys | the netlist: LUTs, flip-flops, memories, um2 |
//! | the unit before primitives are chosen | Yosys | stored bits, by structure |
//! | the unit's netlist in the harness | Yosys | a design with four pins |
//! | place and route, once for each seed | nextpnr | the highest frequency, the worst path |
//! | the netlist as Verilog, with models of its primitives | Yosys | Verilog for simulation |
//! | static timing, for cells | OpenSTA | slack, the worst path |
//!
//! * The harness is added to the finished netlist of the unit. No tool can optimise the unit together with the harness, so
//!   the area is that of the unit alone, and the clock is that of the same netlist.
//! * Each step is cached by the content of everything that goes into it, including the versions of the tools.
//! * Paths are reported with the names of the Verilog's registers.
#![forbid(unsafe_code)]

mod area;
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
pub mod tools;
mod warnings;

pub use area::{Area, Macro};
pub use clock::{Clock, Run, WorstPath};
pub use error::Error;
pub use job::{Effort, Job};
pub use lab::{Lab, Synthesised};
pub use netlist::Netlist;
pub use storage::{Declared, Difference, EXPLAINED, Explained, Storage};
pub use target::Target;
pub use warnings::Warning;
