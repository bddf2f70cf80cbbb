//! Flow graphs of programs written in tests, of random ones, and of compiled kernels.

mod binaries;
mod code;
mod jump_tables;
mod random;
mod regions;
mod risks;
mod shapes;
