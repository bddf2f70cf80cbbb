//! Contexts.

use super::deferred::{Deferred, push};
use super::destructors::Destructors;
use super::registry::{Object, Tag};
use crate::answer::{Code, Result};
use crate::border::{ContextCallback, HostPointer};
use crate::say::say;
use opencl_sys::CL_INVALID_CONTEXT;

/// A context of the one device.
pub struct Context {
    tag: Tag,
    /// The list of properties at creation, including the terminating 0; empty if none was given.
    pub properties: Vec<isize>,
    notify: ContextCallback,
    data: HostPointer,
    /// Are called when the context is destroyed.
    pub destructors: Destructors,
}

impl Object for Context {
    const INVALID: Code = CL_INVALID_CONTEXT;

    fn tag(&self) -> &Tag {
        &self.tag
    }
}

impl Context {
    /// A context that reports errors through a callback.
    pub fn new(properties: Vec<isize>, notify: ContextCallback, data: HostPointer) -> Context {
        Context {
            tag: Tag::new(),
            properties,
            notify,
            data,
            destructors: Destructors::default(),
        }
    }

    /// Reports an error to the callback of the host program and on standard error.
    pub fn report(&self, what: &str) {
        say(what);
        if !self.notify.is_null() {
            push(Deferred::Context(self.notify, what.into(), self.data));
        }
    }

    /// Refuses an object of another context.
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

impl Drop for Context {
    fn drop(&mut self) {
        let handle = self.handle();
        self.destructors.defer(handle);
    }
}
