//! Heddle's modules inside the Verilog that rust-hdl writes.

use sha2::{Digest, Sha256};

/// The modules that blocks instantiate, with guards so that each is defined once.
///
/// rust-hdl repeats the modules of a block for every instance of the block. The guard's name contains a
/// hash of the text: a repetition of the same module is skipped, while a different module with the same
/// name remains an error that tools report.
pub fn cores(modules: &[&str]) -> String {
    modules.iter().map(|module| guarded(module)).collect()
}

fn guarded(module: &str) -> String {
    let digest = Sha256::digest(module);
    let hash: String = digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("\n`ifndef HEDDLE_{hash}\n`define HEDDLE_{hash}\n{module}`endif\n")
}
