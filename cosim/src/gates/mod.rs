//! Netlists of gates (BLIF), which Yosys writes, ABC proves properties of, and this crate can simulate.

mod blif;
mod simulation;
mod text;

pub(crate) use blif::{Blif, Register, Table};
pub(crate) use simulation::Circuit;
pub(crate) use text::{Text, bit_number, power_up};
