//! Twenty small kernels in the style of public suites (`kernels/regimes`) on every preset as shipped: results
//! against the same sources compiled for the host, and how many cycles `dwf`, `mimd` and `stackless` take beside `pdom`.
//!
//! Every time a launch has two blocks; at night as many as the launch files say, for all cores.

mod cause;
mod host;
mod kernels;
mod measured;
mod ratios;
mod results;
