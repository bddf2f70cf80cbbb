//! Calls back into the host program. They wait until the host program's call that caused them is about to return: at that
//! point the library holds no lock, and a callback may call any function (HST-4).

use crate::border::{ContextCallback, EventCallback, Handle, HostPointer, ObjectCallback};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::mem::ManuallyDrop;

/// A call back into the host program.
pub enum Deferred {
    /// A command has reached a status, or has failed.
    Event(EventCallback, Handle, i32, HostPointer),
    /// A program has been built, compiled or linked; a memory object or a context has been destroyed.
    Object(ObjectCallback, Handle, HostPointer),
    /// Something went wrong in a context.
    Context(ContextCallback, String, HostPointer),
}

thread_local! {
    /// Never dropped: a host program releases objects in destructors of static objects too, and these run after the thread-local
    /// values of the main thread have been dropped. What no longer waits owns no memory, see [`next`].
    static WAITING: ManuallyDrop<RefCell<VecDeque<Deferred>>> =
        const { ManuallyDrop::new(RefCell::new(VecDeque::new())) };
}

/// Adds a call to those that wait.
pub fn push(call: Deferred) {
    WAITING.with(|waiting| waiting.borrow_mut().push_back(call));
}

/// Takes the next call; gives the memory of the calls back when none is left.
fn next() -> Option<Deferred> {
    WAITING.with(|waiting| {
        let mut waiting = waiting.borrow_mut();
        let call = waiting.pop_front();
        if call.is_none() {
            *waiting = VecDeque::new();
        }
        call
    })
}

/// Makes all waiting calls, in order.
pub fn call_all() {
    while let Some(call) = next() {
        match call {
            Deferred::Event(function, event, status, data) => function.call(event, status, data),
            Deferred::Object(function, object, data) => function.call(object, data),
            Deferred::Context(function, what, data) => function.call(&what, data),
        }
    }
}
