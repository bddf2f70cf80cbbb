//! Host programs in C against the library: linked with it, and behind the ICD loader.

mod desk;
mod icd;
mod process;
mod programs;
mod random;
