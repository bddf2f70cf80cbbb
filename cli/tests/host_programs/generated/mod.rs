//! Random kernels on the golden GPU, on `pocl` and on Oclgrind. Only at night.
//!
//! `HEDDLE_OPENCL_KERNELS=COUNT,SEED cargo test --workspace --test host_programs -- --ignored --nocapture generated`
//! runs COUNT kernels, with seeds from SEED on.

mod batch;
mod comparison;
mod generator;
mod golden;
mod host;
mod known;
mod others;
