//! Golden units as gates.

pub mod ir;
