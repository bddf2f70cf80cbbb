//! Features of OpenCL C, compiled and run on the golden GPU. Results are computed in Rust.

mod support;

mod arguments;
mod atomics;
mod barriers;
mod doubles;
mod functions;
mod keeping;
mod language_3_0;
mod messages;
mod names;
mod numbers;
mod printing;
mod programs;
mod shared_memory;
mod work_items;
