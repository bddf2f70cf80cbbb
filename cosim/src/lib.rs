//! Co-simulation of emitted Verilog against the golden model.
#![deny(unsafe_code)]

pub mod verilated;
