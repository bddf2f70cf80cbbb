//! OpenCL 1.2 for host programs, on the golden GPU: a library that takes the place of `libOpenCL.so.1`, or stands behind the
//! ICD loader.
//!
//! Reading order: `border` (what the program calls, and the only `unsafe`), `api` (what each call does), `object` (what
//! the program holds, and when commands run), `gpu` (the device), `compiler` (from sources to what can run).
//! docs/opencl.md says what a host program finds, docs/decisions.md why.
#![deny(unsafe_code)]

mod answer;
mod api;
mod border;
mod compiler;
mod gpu;
mod object;
mod say;
