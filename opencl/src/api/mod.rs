//! The work of each call: checks in the order of the standard, then operations on [objects](crate::object). One module for
//! each kind of object or command.
#![allow(
    clippy::too_many_arguments,
    reason = "calls have those of the standard"
)]

pub mod absent;
pub mod build;
pub mod context;
pub mod device;
pub mod event;
pub mod kernel;
pub mod launch;
mod lists;
pub mod map;
pub mod memory;
pub mod platform;
pub mod program;
pub mod queue;
pub mod rectangle;
pub mod synchronise;
pub mod transfer;

pub use crate::object::Waits;
