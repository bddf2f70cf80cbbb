//! A kernel file that was read or compiled.

use heddle_isa::Program;
use std::sync::Arc;

/// A program, and the digest of its file.
#[derive(Clone)]
pub struct KernelFile {
    /// The program.
    pub program: Arc<Program>,
    /// [Digest](heddle_system::kept::digest) of the ELF file.
    pub digest: String,
}

impl KernelFile {
    /// A program that was read from these bytes.
    pub fn new(program: Program, bytes: &[u8]) -> KernelFile {
        KernelFile {
            program: Arc::new(program),
            digest: heddle_system::kept::digest(bytes),
        }
    }
}
