//! Who is told what a study does.

use std::path::Path;
use std::sync::atomic::AtomicU64;

/// Who is told what a study does. The methods do nothing unless they are implemented.
pub trait Observer: Sync {
    /// Other processes simulate the last runs that the study needs into this folder, and the study waits for them.
    fn waits(&self, folder: &Path) {
        let _ = folder;
    }

    /// A study with several parts begins one of them.
    fn stage(&self, what: &str) {
        let _ = what;
    }

    /// Does the work. Meanwhile `done` counts runs up to `total`, and may be shown.
    fn watch(&self, total: u64, done: &AtomicU64, work: &mut dyn FnMut()) {
        let _ = (total, done);
        work();
    }
}

/// An observer that says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
