//! Co-simulation: the binding, the comparison, the stimuli, and every unit under them.

mod artefacts;
mod configurations;
mod fixture;
mod lockstep;
mod mutants;
mod stimuli;
mod units;
mod verilated;
