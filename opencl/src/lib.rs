//! OpenCL 3.0 without its optional features for host programs, on the golden GPU: a library that replaces `libOpenCL.so.1`, or that
//! the ICD loader loads.
//!
//! Reading order: `border` (the functions that the host program calls, and the only `unsafe`), `api` (what each call does),
//! `object` (the objects whose handles the host program holds, and when commands run), `gpu` (the device), `compiler` (from
//! sources to executables). docs/opencl.md describes the device that a host program finds, docs/decisions.md gives the reasons.
#![deny(unsafe_code)]

mod answer;
mod api;
mod border;
mod compiler;
mod gpu;
mod object;
mod say;
