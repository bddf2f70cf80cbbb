//! Callbacks for the destruction of an object.

use super::deferred::{Deferred, push};
use crate::border::{Handle, HostPointer, ObjectCallback};
use parking_lot::Mutex;

/// The callbacks, in the order of registration.
#[derive(Default)]
pub struct Destructors(Mutex<Vec<(ObjectCallback, HostPointer)>>);

impl Destructors {
    /// Registers a callback.
    pub fn add(&self, function: ObjectCallback, data: HostPointer) {
        self.0.lock().push((function, data));
    }

    /// Defers the callbacks of an object that is being destroyed, in the reverse order of registration.
    pub fn defer(&mut self, object: Handle) {
        for (function, data) in self.0.get_mut().drain(..).rev() {
            push(Deferred::Object(function, object, data));
        }
    }
}
