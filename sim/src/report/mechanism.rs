//! The counts of a mechanism, for the report.

use heddle_gpu_core::MechanismCounts;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The specific counts of a run's mechanism, if it has any. They are serialised under the mechanism's key.
#[derive(Clone, Debug, Default)]
pub struct MechanismReport(Option<Box<dyn MechanismCounts>>);

impl MechanismReport {
    /// Adds the counts of a core.
    pub(crate) fn add(&mut self, counts: Option<&dyn MechanismCounts>) {
        match (&mut self.0, counts) {
            (Some(all), Some(more)) => all.merge(more),
            (all @ None, Some(first)) => *all = Some(first.cloned()),
            (_, None) => {}
        }
    }

    /// Completes the counts after all cores were added; `cycles` is the sum of their cycles.
    pub(crate) fn complete(&mut self, cycles: u64) {
        if let Some(counts) = &mut self.0 {
            counts.complete(cycles);
        }
    }

    /// The sum of the lanes of issued warps, for mechanisms whose warps differ in size.
    pub(crate) fn issue_slots(&self) -> Option<u64> {
        self.0.as_ref()?.issue_slots()
    }

    /// The counts, if they are of this type: `DwfCounts` under `dwf`, `DwrCounts` under `dwr`, `ArbiterCounts`
    /// under `stackless`.
    pub fn of<T: MechanismCounts>(&self) -> Option<&T> {
        self.0.as_ref()?.of()
    }
}

impl<T: MechanismCounts> From<T> for MechanismReport {
    fn from(counts: T) -> Self {
        MechanismReport(Some(Box::new(counts)))
    }
}

impl PartialEq for MechanismReport {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(mine), Some(theirs)) => mine.equals(&**theirs),
            (None, None) => true,
            _ => false,
        }
    }
}

impl Serialize for MechanismReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(counts) = &self.0
            && let Some(key) = counts.key()
        {
            map.serialize_entry(key, counts)?;
        }
        map.end()
    }
}
