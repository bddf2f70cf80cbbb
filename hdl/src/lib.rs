//! Heddle's embedded hardware description language, and the RTL of the units written in it.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let machine = heddle_contract::Config::preset("tiny")?;
//! let design = heddle_hdl::units::design("unified_arbiter", &machine)?;
//! assert!(design.top().verilog.starts_with("// unified_arbiter: the next common PC"));
//! # Ok(())
//! # }
//! ```
//!
//! # From Rust to Verilog
//!
//! | step | module | what it guarantees |
//! | --- | --- | --- |
//! | record | `build` | an arena of signals, expressions and drivers behind `Copy` handles; widths are known, every mistake has the caller's place |
//! | shape | `shape` | names, also of widths, layouts of arrays, what stands in place and what gets a wire of its own |
//! | check | `check` | loops expanded to a netlist: each bit has one driver and a reader, no combinational loop, the combinational paths of the contract and no others; all mistakes at once |
//! | count | `count` | storage bits, from the netlist |
//! | print | `emit` | Verilog-2005 that Verilator `-Wall`, Icarus `-Wall` and Yosys accept without a word |
//!
//! Beside its units it prints their [`Checker`]s: what the contract says of their ports.
//!
//! # Describing hardware
//!
//! A unit implements [`Hardware`]: it gets its ports from the contract, reads the inputs, and
//! drives the outputs. What a line of Rust describes stands in the Verilog in the same order,
//! under the name that the Rust gives it.
//!
//! * [`ModuleBuilder::wire`], [`array`](ModuleBuilder::array), [`register`](ModuleBuilder::register),
//!   [`registers`](ModuleBuilder::registers), [`memory`](ModuleBuilder::memory) declare; [`Expr::named`] names a value.
//! * A value without a name stands where it is used. Used twice, it needs a name; the emitter makes
//!   none up.
//! * [`ModuleBuilder::each`] is a loop that stays a loop, [`fold`](ModuleBuilder::fold) carries a
//!   value through one, and Rust's own loops unroll what is irregular.
//! * [`ModuleBuilder::instance`] puts another unit in; [`shapes`] has what many units need.
//!
//! ```
//! use heddle_hdl::{Expr, ModuleBuilder};
//!
//! /// The number of the lowest request: from the highest down, each one replaces the last.
//! fn lowest<'m>(m: &'m ModuleBuilder, request: Expr<'m>) -> Expr<'m> {
//!     let none = m.constant(0, 3);
//!     m.fold("lowest", none, 8, |n, found| {
//!         request.bit(7 - n).mux(m.number(7 - n, 3), found)
//!     })
//! }
//! ```
//!
//! # Clock, reset
//!
//! One clock, `clk_i`; one reset, by default `rst_i`, synchronous and active high; [`Style`] has the
//! other kinds. Both are ports of every module, also of a combinational one, so that a unit's ports
//! do not depend on its latency.
#![forbid(unsafe_code)]

mod build;
mod check;
mod count;
mod design;
mod emit;
mod error;
mod naming;
mod properties;
mod shape;
pub mod shapes;
mod style;
pub mod units;

pub use build::graph::Contract;
pub use build::{
    Array, Drives, Elements, Expr, Hardware, Index, Memory, ModuleBuilder, Operand,
    ReadDuringWrite, Reads, Register, Registers, Sink, Sinks, Span, Wire,
};
pub use count::{Storage, StorageKind};
pub use design::{Design, Module, ModulePort};
pub use error::{Anonymous, Error, Errors, Hop, Reason};
pub use naming::Naming;
pub use properties::{Checker, Probe, driven, invariants};
pub use style::{Level, MemoryStyle, Reset, Style};
