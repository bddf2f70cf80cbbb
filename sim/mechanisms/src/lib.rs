//! Divergence mechanisms: how a core forms its warps and which one it chooses.
//!
//! | mechanism | warps | source |
//! | --- | --- | --- |
//! | `pdom` | a warp with a stack: the sides of a branch run in turn and reconverge at the post-dominator | fung2009, 3.2 |
//! | `stack` | the same, but instructions define where regions begin and end | notes |
//! | `stackless` | threads of a warp that share the smallest nesting:PC | collange2011 |
//! | `nrec` | a warp that splits never reconverges | fung2009, 3 |
//! | `dwr` | sub-warps as wide as the pipeline, which execute loads and stores as one large warp | lashgar2012 |
//! | `dwf` | warps formed anew for every instruction, from all threads of a core | fung2009, 4 |
//! | `mimd` | every thread is scheduled independently | fung2009, 5 |
//!
//! A mechanism is a [`Scheduler`](heddle_core::Scheduler) and a [`SchedulerFactory`] that makes one for each core:
//! [`golden`] makes the factory with golden units, a [`ReplaceableUnit`] makes it with external units.
#![forbid(unsafe_code)]

mod dwf;
mod dwr;
mod factories;
mod golden;
mod kind;
mod mimd;
mod nrec;
mod pdom;
mod replaceable;
mod stack;
mod stackless;
mod substitute;
mod warp_splits;

pub use dwf::{DwfCounts, DwfStalls, Occupancy};
pub use dwr::DwrCounts;
pub use golden::golden;
pub use kind::{Mechanism, UnknownMechanism};
pub use replaceable::{ReplaceableUnit, Units};
pub use stackless::ArbiterCounts;

#[cfg(doc)]
use heddle_core::SchedulerFactory;
