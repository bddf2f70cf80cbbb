//! Blocks that `heddle gen --rust-hdl` wrote: rust-hdl's checks, its simulation, its Verilog.

#[path = "../../examples/converge/design.rs"]
mod design;
#[path = "../../generated/mod.rs"]
mod generated;

mod elaboration;
mod icarus;
mod simulation;
mod stimuli;

pub use generated::unified_arbiter;
