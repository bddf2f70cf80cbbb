//! Steps that a signal does not cut.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Held for reading by steps.
static STEPS: RwLock<()> = RwLock::new(());

/// A step that is done before a signal ends the process. A thread has one at a time.
#[derive(Debug)]
pub struct Step {
    _held: RwLockReadGuard<'static, ()>,
}

/// Begins a step, which ends when the result is dropped.
pub fn step() -> Step {
    let _held = STEPS.read().unwrap_or_else(PoisonError::into_inner);
    Step { _held }
}

/// Waits for the end of all steps, and lets no thread begin another one until the result is dropped.
pub(crate) fn none() -> RwLockWriteGuard<'static, ()> {
    STEPS.write().unwrap_or_else(PoisonError::into_inner)
}
