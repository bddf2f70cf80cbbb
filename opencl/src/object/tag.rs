//! The part of an object that the program sees: an address, at which the ICD loader finds the table of functions.

use super::registry;
use crate::border::{Handle, Header};
use parking_lot::Mutex;
use std::collections::VecDeque;

/// How many headers of released objects wait until one is used again. Until then its handle is known to be none, also by
/// the loader, which reads what lies there before the library can say so.
const RESTING: usize = 4096;

static RELEASED: Mutex<VecDeque<&'static Header>> = Mutex::new(VecDeque::new());

/// What gives an object its handle. The [registry] knows the handle as long as the tag lives.
#[derive(Debug)]
pub struct Tag {
    header: &'static Header,
}

impl Tag {
    /// A new handle.
    pub fn new() -> Tag {
        let mut released = RELEASED.lock();
        let rested = (released.len() > RESTING).then(|| released.pop_front());
        let header = rested.flatten();
        Tag {
            header: header.unwrap_or_else(|| Box::leak(Box::new(Header::new()))),
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
        RELEASED.lock().push_back(self.header);
    }
}
