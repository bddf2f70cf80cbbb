//! Every unit as `heddle gen --rust-hdl` writes it: rust-hdl's checks, its simulation, its Verilog.

#[path = "../../../examples/converge/design.rs"]
mod design;

mod elaboration;
mod icarus;
mod simulation;
mod stimuli;

// The module `generated`, which the build script writes.
include!(concat!(env!("OUT_DIR"), "/blocks.rs"));

pub use generated::unified_arbiter;
