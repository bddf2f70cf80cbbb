//! The border to the host program: the functions that it calls, and every pointer that either side passes to the other.
//!
//! All `unsafe` of the crate is here. It relies on the rules that OpenCL sets for a host program: a pointer is null, or it
//! points to as much memory as the call says, and that memory stays valid until the call returns or, if the call enqueues
//! a command, until the command has ended. Handles are never dereferenced: they are looked up ([`crate::object::registry`]).
//!
//! Every argument is converted once, to a type of [`crossing`]; the functions behind the border are safe Rust.
#![allow(unsafe_code)]

#[macro_use]
mod shapes;

mod area;
mod callback;
mod crossing;
mod dispatch;
mod entries;
mod guard;
mod host;
mod output;
mod process;

pub use area::HostArea;
pub use callback::{ContextCallback, EventCallback, NativeKernel, ObjectCallback};
pub use crossing::{Binary, Handle, In, Out, Table, Text, UnreadMut};
pub use dispatch::{Header, address_of};
pub use host::{HostConst, HostPointer};
pub use output::print;
