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
//! | record | `builder` | an arena of signals, expressions and drivers behind `Copy` handles; widths are known, every mistake has the caller's place |
//! | layout | `layout` | names of signals and widths, layouts of arrays, which values are written in place or get a wire |
//! | check | `check` | loops expanded to a netlist: each bit has one driver and a reader, no combinational loop, the combinational paths of the contract and no others; all mistakes at once |
//! | count | `count` | storage bits, from the netlist |
//! | print | `emit` | Verilog-2005 that Verilator `-Wall`, Icarus `-Wall` and Yosys accept without a word |
//!
//! It also prints a [`Checker`] for each unit: what the contract says about the unit's ports.
//!
//! # Describing hardware
//!
//! A unit implements [`Hardware`]: it gets its ports from the contract, reads the inputs, and
//! drives the outputs. The Verilog has the hardware in the same order as the lines of Rust that describe it,
//! under the names that the Rust gives.
//!
//! * [`ModuleBuilder::wire`], [`array`](ModuleBuilder::array), [`register`](ModuleBuilder::register),
//!   [`registers`](ModuleBuilder::registers), [`memory`](ModuleBuilder::memory) declare; [`Expr::named`] names a value.
//! * A value without a name is written where it is used. A value that is used twice needs a name; the emitter invents
//!   no names.
//! * [`ModuleBuilder::each`] is a loop that stays a loop in the Verilog, [`fold`](ModuleBuilder::fold) carries a
//!   value through a loop, and Rust's own loops unroll irregular hardware.
//! * [`ModuleBuilder::instance`] instantiates another unit; [`blocks`] has building blocks that many units need.
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
//! other kinds. Both are ports of every module, even of a combinational one, so that a unit's ports
//! do not depend on its latency.
#![forbid(unsafe_code)]

pub mod blocks;
mod builder;
mod check;
mod count;
mod design;
mod emit;
mod error;
mod layout;
mod macros;
mod naming;
mod properties;
mod style;
pub mod units;

pub use builder::graph::Contract;
pub use builder::{
    Array, Drives, Elements, Expr, Hardware, Index, Memory, ModuleBuilder, Operand,
    ReadDuringWrite, Reads, Register, Registers, Sink, Sinks, Span, Wire,
};
pub use count::{Storage, StorageKind};
pub use design::{Design, Module, ModulePort};
pub use error::{Anonymous, Error, Errors, Hop, Reason};
pub use macros::MACRO_ATTRIBUTE;
pub use naming::Naming;
pub use properties::{Checker, Probe, driven, invariants};
pub use style::{Level, MemoryStyle, Reset, Style};
