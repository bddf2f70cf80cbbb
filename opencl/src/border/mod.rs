//! The border to the program: the functions that it calls, and every pointer that it hands over or is handed.
//!
//! All `unsafe` of the crate is here. It rests on what OpenCL asks of a program: a pointer is null, or it points to as
//! much memory as the call says, which stays until the call returns or, where a command is enqueued, until the
//! command has ended. Handles are never followed: they are looked up ([`crate::object::registry`]).
//!
//! What the program hands over crosses the border once, as a type of [`crossing`]; the functions behind are safe Rust.
#![allow(unsafe_code)]

mod area;
mod callback;
mod crossing;
mod dispatch;
mod entries;
mod guard;
mod host;
mod output;

pub use area::HostArea;
pub use callback::{ContextCallback, EventCallback, MemoryCallback, NativeKernel, ProgramCallback};
pub use crossing::{Binary, Handle, In, Out, Table, Text, Unread, UnreadMut};
pub use dispatch::{Header, address_of};
pub use host::{HostConst, HostPointer};
pub use output::print;
