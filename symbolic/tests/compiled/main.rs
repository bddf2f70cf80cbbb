//! Functions of compiled Rust as gates.

mod compare;
mod generator;
mod random;
mod rust;
mod small;
