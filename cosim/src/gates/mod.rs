//! Netlists of gates: what Yosys writes (BLIF), ABC proves things of, and can be simulated.

mod blif;
mod simulation;
mod text;

pub(crate) use blif::{Blif, Table};
pub(crate) use simulation::Circuit;
pub(crate) use text::{Text, bit_number, power_up};
