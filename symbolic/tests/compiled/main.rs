//! Functions of compiled Rust as gates.

mod compare;
mod generator;
mod library;
mod random;
mod refused;
mod rust;
mod small;
