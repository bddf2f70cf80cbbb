//! Host programs in C and C++ against the library: linked with it, and behind the ICD loader.

mod cached;
mod cpp;
mod desk;
mod functions;
mod icd;
mod process;
mod programs;
mod random;
