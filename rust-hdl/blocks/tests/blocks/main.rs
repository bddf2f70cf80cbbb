//! Every unit as written by `heddle gen --rust-hdl`, in rust-hdl's checks, simulation and Verilog.

#[path = "../../../examples/converge/design.rs"]
mod design;

mod elaboration;
mod icarus;
mod simulation;
mod stimuli;

// The module `generated`, which the build script writes.
include!(concat!(env!("OUT_DIR"), "/blocks.rs"));

pub use generated::unified_arbiter;
