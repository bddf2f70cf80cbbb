//! Small programs: the assembler of the golden GPU's tests.

#[path = "../../../../sim/tests/gpu/support/assembler.rs"]
#[allow(dead_code)]
pub mod assembler;
#[path = "../../../../sim/tests/gpu/support/elf.rs"]
pub mod elf;

use elf::Image;
use heddle_isa::Program;
use std::sync::Arc;

/// A function that the assembler expects in its crate.
pub fn program(image: &Image) -> Arc<Program> {
    Arc::new(Program::parse("test.elf", &image.bytes()).unwrap())
}
