//! The part of an object that the program sees: an address, at which the ICD loader finds the table of functions.

use super::registry;
use crate::border::{Handle, Header};

/// What gives an object its handle. The [registry] knows the handle as long as the tag lives.
#[derive(Debug)]
pub struct Tag {
    /// In a box, so that its address stays.
    header: Box<Header>,
}

impl Tag {
    /// A new handle.
    pub fn new() -> Tag {
        Tag {
            header: Box::new(Header::new()),
        }
    }

    /// The handle.
    pub fn handle(&self) -> Handle {
        self.header.handle()
    }
}

impl Drop for Tag {
    fn drop(&mut self) {
        registry::forget(self.handle());
    }
}
