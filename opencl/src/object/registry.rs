//! Handles: addresses at which the ICD loader finds the dispatch table. The registry knows which handles exist, the kind of
//! their objects, and how many references the host program has to each.
//!
//! An object lives as long as the host program or another object holds it, and its handle is valid as long as the object
//! lives: the context of a queue can be queried, and used, after the host program has released the context.

use crate::answer::{Code, Result};
use crate::border::{Handle, Header};
use parking_lot::Mutex;
use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, LazyLock, Weak};

/// How many headers of released objects are kept before the oldest is reused. Until then the library recognises a released
/// handle as invalid. The loader, which reads the header before the library is called, still finds valid memory there.
/// HST-10: the ICD loader follows a handle before the library can refuse it.
const RESTING: usize = 4096;

static RELEASED: Mutex<VecDeque<&'static Header>> = Mutex::new(VecDeque::new());

/// The owner of an object's handle. The registry knows the handle as long as the tag lives.
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
        forget(self.handle());
        RELEASED.lock().push_back(self.header);
    }
}

/// An object with a handle.
pub trait Object: Any + Send + Sync {
    /// The error of a call that expects a handle of this kind and gets another one.
    const INVALID: Code;

    /// The tag with the handle of the object.
    fn tag(&self) -> &Tag;

    /// The handle of the object.
    fn handle(&self) -> Handle {
        self.tag().handle()
    }
}

type AnyObject = dyn Any + Send + Sync;

/// A living object.
struct Entry {
    object: Weak<AnyObject>,
    /// The reference that keeps the object alive for the host program, and the host program's reference count.
    held: Option<(Arc<AnyObject>, u32)>,
}

static ENTRIES: LazyLock<Mutex<HashMap<Handle, Entry>>> = LazyLock::new(Mutex::default);

/// Gives the host program its first reference to an object.
pub fn hand_out<T: Object>(object: &Arc<T>) -> Handle {
    let handle = object.handle();
    let object: Arc<AnyObject> = object.clone();
    let entry = Entry {
        object: Arc::downgrade(&object),
        held: Some((object, 1)),
    };
    ENTRIES.lock().insert(handle, entry);
    handle
}

/// The object of a handle.
///
/// # Errors
/// [`Object::INVALID`] if no object of this kind has the handle.
pub fn get<T: Object>(handle: Handle) -> Result<Arc<T>> {
    let entries = ENTRIES.lock();
    let object = entries
        .get(&handle)
        .and_then(|entry| entry.object.upgrade());
    // If this is the last reference, the object is dropped below, and removes its entry: the entries must be unlocked.
    drop(entries);
    object
        .and_then(|object| object.downcast().ok())
        .ok_or(T::INVALID)
}

/// The objects of a list of handles.
///
/// # Errors
/// [`Object::INVALID`] if one of the handles belongs to no object of this kind.
pub fn get_all<T: Object>(handles: &[Handle]) -> Result<Vec<Arc<T>>> {
    handles.iter().map(|&handle| get(handle)).collect()
}

/// Adds a reference of the host program.
///
/// # Errors
/// [`Object::INVALID`] if no object of this kind has the handle.
pub fn retain<T: Object>(handle: Handle) -> Result<()> {
    let object = get::<T>(handle)?;
    let mut entries = ENTRIES.lock();
    let entry = entries.get_mut(&handle).ok_or(T::INVALID)?;
    entry.held.get_or_insert((object, 0)).1 += 1;
    Ok(())
}

/// Removes a reference of the host program; with the last one, the host program no longer keeps the object alive.
///
/// # Errors
/// [`Object::INVALID`] if no object of this kind has the handle, or the host program has no reference left.
pub fn release<T: Object>(handle: Handle) -> Result<()> {
    let object = get::<T>(handle)?;
    let let_go = count_down(handle).ok_or(T::INVALID)?;
    drop((let_go, object));
    Ok(())
}

/// Removes a reference. If it was the last one, returns the `Arc` for the caller to drop: a dropped object removes itself
/// from the entries, which must not be locked then. `None` if the host program has no reference.
fn count_down(handle: Handle) -> Option<Option<Arc<AnyObject>>> {
    let mut entries = ENTRIES.lock();
    let held = &mut entries.get_mut(&handle)?.held;
    let (_, count) = held.as_mut()?;
    *count -= 1;
    match count {
        0 => Some(held.take().map(|(object, _)| object)),
        _ => Some(None),
    }
}

/// How many references the host program has to an object.
pub fn references<T: Object>(object: &T) -> u32 {
    let entries = ENTRIES.lock();
    let entry = entries.get(&object.handle());
    let held = entry.and_then(|entry| entry.held.as_ref());
    held.map_or(0, |(_, count)| *count)
}

/// Removes the handle of a dropped object.
pub(super) fn forget(handle: Handle) {
    let entry = ENTRIES.lock().remove(&handle);
    drop(entry);
}
