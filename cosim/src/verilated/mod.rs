//! Turns Verilog into a callable model: a thin binding to Verilator.
//!
//! A [`Source`] is translated by Verilator, wrapped in a generated C++ shim, compiled into a shared
//! library and loaded. At the border between Rust and C++, a set of ports is a flat row of `u64`, one word for each
//! scalar port or array element, low bits first; only the generated C++ packs bits.
//!
//! * One call per cycle ([`Model::eval`], [`Model::tick`]) or per batch of cycles ([`Model::run`]).
//! * Libraries are cached by everything that goes into them ([`Cache`]), in a folder that no other user
//!   may write to, and loaded only if they are unchanged.
//! * The same Verilator lints files ([`Linter`]).
//! * Registers without a reset start with arbitrary bits (the same ones every time), so that a
//!   unit whose outputs depend on them is detected.
//! * A design with a combinational loop that never settles makes Verilator end the process. The
//!   hardware description refuses such designs.

mod build;
mod error;
mod library;
mod lint;
mod one_clock;
mod runtime;
mod shim;
mod source;
mod tools;

pub use error::BuildError;
pub use heddle_system::kept::Cache;
pub(crate) use library::SEED;
pub use library::{Library, Model, Recording};
pub use lint::Linter;
pub use source::{CLOCK, Pin, RESET, Source, Verilog, VerilogFile};
pub use tools::{COSIM_PROGRAMS, PROOF_PROGRAMS};
pub(crate) use tools::{abc, icarus, yosys};
