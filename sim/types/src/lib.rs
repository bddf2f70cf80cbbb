//! What the numbers of the golden GPU mean. Such a type costs nothing: it holds only the number, and its name says
//! what is counted.
//!
//! A thread or a warp is identified by its slot on a core ([`ThreadId`], [`WarpId`]); a lane is a plain number, as is
//! a core. An instruction has a [`Pc`], its byte address; hardware stores the number of the instruction's word
//! instead, a [`WordPc`]. A [`Cycle`] is a point in time.
//!
//! A *mask* ([`LaneMask`], [`WarpMask`]) is a set of lanes or warps. A *width* is the number of lanes that exist, and
//! *active* is a count of lanes: both are plain integers. Ports of hardware units are plain words; the code that
//! drives a unit converts them.
#![forbid(unsafe_code)]

mod counts;
mod cycle;
mod id;
mod mask;
mod order;
mod pc;
mod with_lanes;

pub use cycle::Cycle;
pub use id::{ThreadId, WarpId};
pub use mask::{LaneMask, Members, WarpMask};
pub use pc::{Pc, WordPc};
