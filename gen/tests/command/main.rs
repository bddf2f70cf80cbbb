//! The command line from outside.

mod annotate;
mod area;
mod bad_input;
mod by_hand;
mod cfg;
mod cli;
mod compile;
mod constraints;
mod demonstrator;
mod help;
mod machines;
mod many;
mod masks;
mod names;
mod orphans;
mod own_verilog;
mod package;
mod program;
mod readme;
mod rust_hdl;
mod shipped;
mod terminal;
mod testbench;
mod unknown_jumps;
mod watched;
mod whole_program;
