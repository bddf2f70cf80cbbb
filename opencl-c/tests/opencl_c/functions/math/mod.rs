//! Mathematical functions (OpenCL 1.2, 6.12.2).

mod approximate;
mod doubles;
mod exact;
mod pi;

use super::function::Function;

/// All of them.
pub fn functions() -> Vec<Function> {
    let mut functions = approximate::functions();
    functions.extend(exact::functions());
    functions.extend(doubles::functions());
    functions
}
