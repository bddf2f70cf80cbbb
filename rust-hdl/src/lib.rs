//! Heddle's units in designs written with [rust-hdl](rust_hdl_core) 0.46.
//!
//! `heddle gen --rust-hdl` writes a block for each unit of one machine: a struct of signals that
//! rust-hdl simulates through Heddle's golden unit and emits as Heddle's Verilog. This crate has the
//! code that all these files share. `generated/` contains two of them as examples: `unified_arbiter`, and
//! `stackless_front_end`, an assembly that contains the arbiter. The package `rust-hdl/blocks` generates and tests the
//! blocks of all units.
//!
//! # Conventions of the blocks
//!
//! * `clock` and `reset` (active high, whatever the Verilog has) have the names of rust-hdl's own
//!   widgets; every other port has its name in the Verilog. An array is an array of signals.
//! * Inputs are sampled before the rising edge of `clock`, state commits at the edge, outputs follow
//!   from state and, where the contract says so, from inputs of the same cycle.
//! * The golden unit starts in its reset state; the Verilog needs a reset first (VER-11).
//! * Blocks of different machines cannot be used in one design: their modules have the same names.
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
