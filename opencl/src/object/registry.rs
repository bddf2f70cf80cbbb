//! Handles: addresses at which the ICD loader finds the table of functions; which there are, of what kind, and how often the program holds them.
//!
//! An object lives as long as the program or another object holds it, and its handle is good as long as it lives: a
//! queue's context can be asked for, and used, when the program has released it.

use crate::answer::{Code, Result};
use crate::border::{Handle, Header};
use parking_lot::Mutex;
use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, LazyLock, Weak};

/// How many headers of released objects wait until one is used again. Until then its handle is known to be none, also by
/// the loader, which reads what lies there before the library can say so.
const RESTING: usize = 4096;

static RELEASED: Mutex<VecDeque<&'static Header>> = Mutex::new(VecDeque::new());

/// What gives an object its handle. The registry knows the handle as long as the tag lives.
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
    /// What a call answers that is given another handle where it wants one of this kind.
    const INVALID: Code;

    /// What gives it its handle.
    fn tag(&self) -> &Tag;

    /// Its handle.
    fn handle(&self) -> Handle {
        self.tag().handle()
    }
}

type AnyObject = dyn Any + Send + Sync;

/// An object that is alive.
struct Entry {
    object: Weak<AnyObject>,
    /// What keeps it alive for the program, and how many references that stands for.
    held: Option<(Arc<AnyObject>, u32)>,
}

static ENTRIES: LazyLock<Mutex<HashMap<Handle, Entry>>> = LazyLock::new(Mutex::default);

/// Gives the program a first reference to an object.
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
/// That the handle is none of this kind.
pub fn get<T: Object>(handle: Handle) -> Result<Arc<T>> {
    let entries = ENTRIES.lock();
    let object = entries
        .get(&handle)
        .and_then(|entry| entry.object.upgrade());
    // The object may be dropped below if this was its last moment, and is then forgotten by the entries.
    drop(entries);
    object
        .and_then(|object| object.downcast().ok())
        .ok_or(T::INVALID)
}

/// The objects of a list of handles.
///
/// # Errors
/// That one of them is none of this kind.
pub fn get_all<T: Object>(handles: &[Handle]) -> Result<Vec<Arc<T>>> {
    handles.iter().map(|&handle| get(handle)).collect()
}

/// Counts a reference more.
///
/// # Errors
/// That the handle is none of this kind.
pub fn retain<T: Object>(handle: Handle) -> Result<()> {
    let object = get::<T>(handle)?;
    let mut entries = ENTRIES.lock();
    let entry = entries.get_mut(&handle).ok_or(T::INVALID)?;
    entry.held.get_or_insert((object, 0)).1 += 1;
    Ok(())
}

/// Counts a reference less; the program's last one lets go of the object.
///
/// # Errors
/// That the handle is none of this kind, or that the program has no reference left.
pub fn release<T: Object>(handle: Handle) -> Result<()> {
    let object = get::<T>(handle)?;
    let let_go = count_down(handle).ok_or(T::INVALID)?;
    drop((let_go, object));
    Ok(())
}

/// Counts a reference less, and hands back what held the object if that was the last one: what is dropped takes itself
/// out of the entries, which must not be locked then. None if there is no reference.
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

/// How many references the program has.
pub fn references<T: Object>(object: &T) -> u32 {
    let entries = ENTRIES.lock();
    let entry = entries.get(&object.handle());
    let held = entry.and_then(|entry| entry.held.as_ref());
    held.map_or(0, |(_, count)| *count)
}

/// Takes out a handle whose object is gone.
pub(super) fn forget(handle: Handle) {
    let entry = ENTRIES.lock().remove(&handle);
    drop(entry);
}
