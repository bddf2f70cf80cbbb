//! Netlists of gates: what Yosys writes and ABC proves things of (BLIF).

mod blif;
mod simulation;
mod text;

pub(crate) use blif::{Blif, Table};
pub(crate) use simulation::Circuit;
pub(crate) use text::{Text, bit_number, power_up};
