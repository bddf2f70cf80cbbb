//! Co-simulation of emitted Verilog against the golden model.
#![forbid(unsafe_code)]
