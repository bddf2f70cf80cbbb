//! Counters of stack-less reconvergence.

use heddle_gpu_core::MechanismCounts;
use heddle_types::add_counts;
use serde::Serialize;

/// Work of the unified arbiters of cores (collange2011); zero under other mechanisms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ArbiterCounts {
    /// Grants for a common PC.
    pub pc_grants: u64,
    /// Grants for a memory line.
    pub line_grants: u64,
    /// Structural stalls: cycles in which requests for a PC waited because memory requests went first.
    pub structural_stalls: u64,
}

impl MechanismCounts for ArbiterCounts {
    /// Reports show these counts in a place of their own under every mechanism.
    fn key(&self) -> Option<&'static str> {
        None
    }

    fn merge(&mut self, other: &dyn MechanismCounts) {
        let other: &ArbiterCounts = other.same();
        add_counts!(self, other => ArbiterCounts { pc_grants, line_grants, structural_stalls });
    }

    fn equals(&self, other: &dyn MechanismCounts) -> bool {
        other.of() == Some(self)
    }

    fn cloned(&self) -> Box<dyn MechanismCounts> {
        Box::new(*self)
    }
}
