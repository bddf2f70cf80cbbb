//! The check of executed edges in the form that the cores use.

use crate::flow_check::{CheckedFlow, FlowCheck};
use heddle_gpu_core::accounting::observer::Watch;
use heddle_gpu_core::{Change, Issued, Observer, PortUse, StallRun};
use heddle_isa::Program;
use heddle_types::Cycle;
use std::ops::Range;
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

    fn reads_threads(&self) -> bool {
        true
    }

    fn reads_addresses(&self) -> bool {
        self.other.is_some_and(|other| other.reads_addresses())
    }

    fn launched(&self, launch: usize) {
        if let Some(other) = self.other {
            other.launched(launch);
        }
    }

    fn reached(&self, cycle: Cycle) {
        if let Some(other) = self.other {
            other.reached(cycle);
        }
    }

    fn stalled(&self, core: usize, run: StallRun) {
        if let Some(other) = self.other {
            other.stalled(core, run);
        }
    }

    fn served(&self, core: usize, used: PortUse) {
        if let Some(other) = self.other {
            other.served(core, used);
        }
    }

    fn reads_tables(&self) -> Range<Cycle> {
        let none = Cycle::ZERO..Cycle::ZERO;
        self.other.map_or(none, |other| other.reads_tables())
    }

    fn changed(&self, core: usize, change: Change) {
        if let Some(other) = self.other {
            other.changed(core, change);
        }
    }

    fn held(&self, core: usize, until: Cycle) {
        if let Some(other) = self.other {
            other.held(core, until);
        }
    }
}
