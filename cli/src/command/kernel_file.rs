//! A kernel file that was read or compiled.

use heddle_isa::Program;
use std::sync::Arc;

/// A program, its file, and the digest of that.
pub struct KernelFile {
    /// The program.
    pub program: Arc<Program>,
    /// [Digest](heddle_system::kept::digest) of the ELF file.
    pub digest: String,
    /// The bytes of the ELF file.
    pub elf: Vec<u8>,
}

impl KernelFile {
    /// A program that was read from these bytes.
    pub fn new(program: Program, elf: Vec<u8>) -> KernelFile {
        KernelFile {
            program: Arc::new(program),
            digest: heddle_system::kept::digest(&elf),
            elf,
        }
    }
}
