//! Divergence mechanisms: how a core forms its warps and which one it chooses.
//!
//! A mechanism is a [`Scheduler`](heddle_gpu_core::Scheduler) and the definition from which the schedulers of all cores are made.
//! Both are in the mechanism's folder; one line of the list below registers it. [`Mechanism::about`] says what it is, and what
//! it needs. [`golden`] makes the [`SchedulerFactory`] with golden units, a [`ReplaceableUnit`] makes it with external units.
#![forbid(unsafe_code)]

mod alu;
mod census;
mod cores;
mod definition;
mod external;
mod followed;
mod kind;
mod replaceable;
mod warp_splits;

kind::mechanisms! {
    mod stackless as Stackless;
    mod nrec as Nrec;
    mod pdom as Pdom;
    mod stack as Stack;
    mod implicit as Implicit;
    mod dwr as Dwr;
    mod dwf as Dwf;
    mod mimd as Mimd;
}

pub use cores::{ExternalFactory, GoldenFactory, golden};
pub use definition::About;
pub use dwf::{DwfCounts, DwfStalls, Occupancy};
pub use dwr::DwrCounts;
pub use kind::UnknownMechanism;
pub use replaceable::{ReplaceableUnit, Units};
pub use stackless::ArbiterCounts;

#[cfg(doc)]
use heddle_gpu_core::SchedulerFactory;
