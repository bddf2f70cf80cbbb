//! Heddle's modules inside the Verilog that rust-hdl writes.

use sha2::{Digest, Sha256};

/// Modules that blocks instantiate, so guarded that each is defined once.
///
/// rust-hdl repeats the modules behind a block for every instance of the block. The guard carries
/// a hash of the text: the same module again is skipped, while a different module of the same name
/// stays an error that tools find.
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
