//! Heddle's units in designs written with [rust-hdl](rust_hdl_core) 0.46.
//!
//! `heddle gen --rust-hdl` writes a block per unit for one machine: a struct of signals that
//! rust-hdl simulates through Heddle's golden unit and prints as Heddle's Verilog. This crate is
//! what those files have in common. `generated/` has two of them, to be read: `unified_arbiter`, and
//! `stackless_front_end`, an assembly with the arbiter in it. The package `rust-hdl/blocks` writes and tests those of
//! every unit.
//!
//! # Conventions of the blocks
//!
//! * `clock` and `reset` (active high, whatever the Verilog has) are called as rust-hdl's own
//!   widgets call them; every other port as in the Verilog. An array is an array of signals.
//! * Inputs are sampled before the rising edge of `clock`, state commits at the edge, outputs follow
//!   from state and, where the contract says so, from inputs of the same cycle.
//! * The golden unit starts in its reset state; the Verilog needs a reset first.
//! * Blocks of several machines do not go into one design: their modules have the same names.
//!   [`yosys_validate`](rust_hdl_core::yosys::yosys_validate) then finds a module defined twice.
#![forbid(unsafe_code)]

mod model;
mod ports;
mod verilog;

pub use heddle_contract::units as contract;
pub use heddle_units as golden;
pub use model::Model;
pub use ports::{Input, Output, Port};
pub use rust_hdl_core;
pub use verilog::cores;
