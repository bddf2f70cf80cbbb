//! What the numbers of the golden GPU mean. A type costs nothing: it is the number, and says what is counted.
//!
//! A thread or a warp is its slot on a core ([`ThreadId`], [`WarpId`]); a lane is a plain number, as is a core.
//! An instruction has a [`Pc`], its byte address; hardware stores the number of its word instead, a [`WordPc`].
//! A [`Cycle`] is a point in time.
//!
//! A *mask* ([`LaneMask`], [`WarpMask`]) is a set of lanes or warps, a *width* a number of lanes that there are, and what
//! is *active* is counted: both are plain integers. Ports of hardware units are plain words; the code that drives a unit
//! converts.
#![forbid(unsafe_code)]

mod cycle;
mod id;
mod mask;
mod order;
mod pc;

pub use cycle::Cycle;
pub use id::{ThreadId, WarpId};
pub use mask::{LaneMask, Members, WarpMask};
pub use pc::{Pc, WordPc};
