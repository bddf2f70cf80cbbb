//! Netlists of gates: what Yosys writes and ABC proves things of (BLIF).

mod blif;
mod text;

pub(crate) use blif::{Blif, Table};
pub(crate) use text::{Text, bit_number, power_up};
