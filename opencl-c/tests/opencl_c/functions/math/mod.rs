//! Mathematical functions (OpenCL 1.2, 6.12.2): with an error, exact ones, and those of doubles with an error.

pub mod approximate;
pub mod doubles;
pub mod exact;
mod pi;
