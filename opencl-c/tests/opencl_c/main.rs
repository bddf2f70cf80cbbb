//! Features of OpenCL C, compiled and run on the golden GPU. Results are computed in Rust.

mod support;

mod arguments;
