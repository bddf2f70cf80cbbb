//! Calls back into the program. They wait until the call of the program that led to them is about to return: then
//! nothing of the library is locked, and the program may call what it likes.

use crate::border::{
    ContextCallback, EventCallback, Handle, HostPointer, MemoryCallback, ProgramCallback,
};
use std::cell::RefCell;
use std::collections::VecDeque;

/// A call back into the program.
pub enum Deferred {
    /// A command has come so far, or has failed.
    Event(EventCallback, Handle, i32, HostPointer),
    /// A memory object is gone.
    Memory(MemoryCallback, Handle, HostPointer),
    /// A program is built.
    Program(ProgramCallback, Handle, HostPointer),
    /// Something went wrong in a context.
    Context(ContextCallback, String, HostPointer),
}

thread_local! {
    static WAITING: RefCell<VecDeque<Deferred>> = RefCell::default();
}

/// Lets a call wait.
pub fn push(call: Deferred) {
    WAITING.with_borrow_mut(|waiting| waiting.push_back(call));
}

/// Makes the calls that wait, in their order.
pub fn call_all() {
    while let Some(call) = WAITING.with_borrow_mut(VecDeque::pop_front) {
        match call {
            Deferred::Event(function, event, status, data) => function.call(event, status, data),
            Deferred::Memory(function, memory, data) => function.call(memory, data),
            Deferred::Program(function, program, data) => function.call(program, data),
            Deferred::Context(function, what, data) => function.call(&what, data),
        }
    }
}
