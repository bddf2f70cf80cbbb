//! Contexts.

use super::deferred::{Deferred, push};
use super::registry::{Object, Tag};
use crate::answer::{Code, Result};
use crate::border::{ContextCallback, HostPointer};
use crate::say::say;
use opencl_sys::CL_INVALID_CONTEXT;

/// A context: it has the one device.
pub struct Context {
    tag: Tag,
    /// The list that it was created with, its end included; empty without one.
    pub properties: Vec<isize>,
    notify: ContextCallback,
    data: HostPointer,
}

impl Object for Context {
    const INVALID: Code = CL_INVALID_CONTEXT;

    fn tag(&self) -> &Tag {
        &self.tag
    }
}

impl Context {
    /// A context that tells of errors by a callback.
    pub fn new(properties: Vec<isize>, notify: ContextCallback, data: HostPointer) -> Context {
        Context {
            tag: Tag::new(),
            properties,
            notify,
            data,
        }
    }

    /// Tells the program, and whoever reads standard error, of an error.
    pub fn report(&self, what: &str) {
        say(what);
        if !self.notify.is_null() {
            push(Deferred::Context(self.notify, what.into(), self.data));
        }
    }

    /// Refuses what belongs to another context.
    ///
    /// # Errors
    /// `CL_INVALID_CONTEXT`.
    pub fn same(&self, other: &Context) -> Result<()> {
        match self.handle() == other.handle() {
            true => Ok(()),
            false => Err(CL_INVALID_CONTEXT),
        }
    }
}
