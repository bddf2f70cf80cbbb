//! Verilog in, a callable model out: a thin binding to Verilator.
//!
//! A [`Source`] is translated by Verilator, put behind a generated C++ shim, compiled into a shared
//! library and loaded. At the border a set of ports is a flat row of `u64`, one word per scalar
//! port or array element, low bits first; only the generated C++ packs bits.
//!
//! * One call per cycle ([`Model::eval`], [`Model::tick`]) or per batch of cycles ([`Model::run`]).
//! * Libraries are cached by everything that goes into them ([`Cache`]), in a folder that nobody else
//!   may write to, and loaded only if they are what was put there.
//! * Registers without a reset start with arbitrary bits (the same ones every time), so that a
//!   unit which leaks them is found.
//! * A design with a combinational loop that never settles makes Verilator end the process. The
//!   hardware description refuses such designs.

mod build;
mod error;
mod library;
mod runtime;
mod shim;
mod source;
mod tools;

pub use error::BuildError;
pub use heddle_cache::Cache;
pub use library::{Library, Model, Recording};
pub use source::{CLOCK, Pin, RESET, Source, Verilog, VerilogFile};
pub(crate) use tools::{abc, icarus, yosys};
