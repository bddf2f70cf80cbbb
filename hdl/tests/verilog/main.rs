//! The embedded HDL, and the Verilog of every unit.

mod checkers;
mod common;

mod blocks;
mod checks;
mod expected;
mod group_schedulers;
mod handshakes;
mod lint;
mod memories;
mod netlists;
mod nets;
mod operators;
mod printing;
mod remarks;
mod reset;
mod resizing;
mod styles;
mod units;
mod warp_formation;
mod widths;
