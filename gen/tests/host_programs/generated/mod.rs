//! Random kernels on the golden GPU, on `pocl` and on Oclgrind. At night.
//!
//! `HEDDLE_OPENCL_KERNELS=COUNT,SEED cargo test --workspace --test host_programs -- --ignored --nocapture generated`
//! runs so many of the seeds from SEED on.

mod batch;
mod comparison;
mod generator;
mod golden;
mod host;
mod known;
mod others;
