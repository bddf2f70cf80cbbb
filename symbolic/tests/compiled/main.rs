//! Functions of compiled Rust as gates.

mod rust;
mod small;
