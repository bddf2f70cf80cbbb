//! Twenty small kernels in the style of public suites (`kernels/regimes`) on every preset as shipped: results against the same
//! sources compiled for the host, and the cycles of `dwf`, `mimd` and `stackless` relative to `pdom`.
//!
//! In ordinary runs a launch has two blocks; at night as many as the launch files specify, enough for all cores.

mod active_threads;
mod cause;
mod host;
mod kernels;
mod measured;
mod ratios;
mod results;
