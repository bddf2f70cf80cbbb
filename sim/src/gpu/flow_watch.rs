//! The check of executed edges in the form that the cores use.

use crate::flow_check::{CheckedFlow, FlowCheck};
use heddle_gpu_core::accounting::observer::Watch;
use heddle_gpu_core::{Issued, Observer};
use heddle_isa::Program;
use heddle_types::Cycle;
use std::sync::{Arc, Mutex};

/// Checks the edges of all cores, and passes every instruction on to another observer.
pub(super) struct FlowWatch<'a> {
    check: Mutex<FlowCheck>,
    other: Option<&'a dyn Watch>,
}

impl<'a> FlowWatch<'a> {
    /// A watch over a run of this program.
    pub fn new(program: &Arc<Program>, other: Option<&'a dyn Watch>) -> Self {
        FlowWatch {
            check: Mutex::new(FlowCheck::new(program)),
            other,
        }
    }

    /// What the check has found.
    pub fn found(&self) -> CheckedFlow {
        let check = self.check.lock().expect("nobody panicked with it");
        check.found().clone()
    }
}

impl Watch for FlowWatch<'_> {
    fn issued(&self, event: Issued) {
        let mut check = self.check.lock().expect("nobody panicked with it");
        check.issued(&event);
        if let Some(other) = self.other {
            other.issued(event);
        }
    }

    fn held(&self, core: usize, until: Cycle) {
        if let Some(other) = self.other {
            other.held(core, until);
        }
    }
}
