//! Divergence mechanisms: how a core forms its warps and which one it chooses.
//!
//! | mechanism | warps | source |
//! | --- | --- | --- |
//! | `pdom` | a warp with a stack: sides of a branch in turn, together again at the post-dominator | fung2009, 3.2 |
//! | `stack` | the same, but regions begin and end where instructions say so | notes |
//! | `stackless` | threads of a warp that share the smallest nesting:PC | collange2011 |
//! | `nrec` | a warp that splits never joins again | fung2009, 3 |
//! | `dwr` | sub-warps as wide as the pipeline, which execute loads and stores as one large warp | lashgar2012 |
//! | `dwf` | warps formed anew for every instruction, of all threads of a core | fung2009, 4 |
//! | `mimd` | every thread on its own | fung2009, 5 |

mod dwf;
mod dwr;
mod mimd;
mod nrec;
mod parts;
mod pdom;
mod plugged;
mod ready_set;
mod stack;
mod stackless;

pub(crate) use dwf::{Dwf, Exact, PostDominators, Scheduled};
pub use dwf::{DwfCounts, DwfStalls, Occupancy};
pub use dwr::DwrCounts;
pub(crate) use dwr::{Dwr, LatTable, Resizing};
pub(crate) use mimd::mimd;
pub(crate) use nrec::nrec;
pub(crate) use pdom::{Compressed, Counted, Pdom, Points, Regions};
pub(crate) use plugged::Plugged;
use ready_set::ReadySet;
pub(crate) use stack::Placed;
pub(crate) use stackless::{InTable, InThreads, Stackless};

use crate::gpu::{Chip, ShaderCore, Stop};
use heddle_memory::Waiter;
use std::fmt;
use std::str::FromStr;

/// How divergence is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mechanism {
    /// Stack-less reconvergence (collange2011).
    Stackless,
    /// No reconvergence: on divergence a warp splits, and its parts are scheduled separately ever
    /// after (fung2009).
    Nrec,
    /// Reconvergence at immediate post-dominators, with a stack per warp (fung2009, 3.2).
    Pdom,
    /// An explicit reconvergence stack: SSY, SYNC, PBK and BRK from a side table, short hammocks
    /// predicated (notes).
    Stack,
    /// Dynamic warp resizing: sub-warps with a stack each, which execute loads and stores together
    /// (lashgar2012).
    Dwr,
    /// Dynamic warp formation: threads of a core that stand at one PC, whatever warp they started
    /// in, are issued together (fung2009, 4).
    Dwf,
    /// Every thread has its own PC and is scheduled on its own; as many threads issue in a cycle
    /// as the SIMD pipeline has lanes (fung2009). No thread waits for another one's branch, and none shares
    /// its accesses to memory with another.
    Mimd,
}

impl Mechanism {
    /// Every mechanism there is.
    pub const ALL: [Mechanism; 7] = [
        Mechanism::Stackless,
        Mechanism::Nrec,
        Mechanism::Pdom,
        Mechanism::Stack,
        Mechanism::Dwr,
        Mechanism::Dwf,
        Mechanism::Mimd,
    ];

    /// Whether the threads of an original warp execute together until they diverge, so that they
    /// see each other's stores without barriers. Race-free programs do not rely on it.
    pub fn keeps_step(self) -> bool {
        !matches!(self, Mechanism::Dwr | Mechanism::Dwf | Mechanism::Mimd)
    }

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Mechanism::Stackless => "stackless",
            Mechanism::Nrec => "nrec",
            Mechanism::Pdom => "pdom",
            Mechanism::Stack => "stack",
            Mechanism::Dwr => "dwr",
            Mechanism::Dwf => "dwf",
            Mechanism::Mimd => "mimd",
        }
    }
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no mechanism has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no mechanism is called `{0}`; there are: stackless, nrec, pdom, stack, dwr, dwf, mimd")]
pub struct UnknownMechanism(pub String);

impl FromStr for Mechanism {
    type Err = UnknownMechanism;

    fn from_str(text: &str) -> Result<Self, UnknownMechanism> {
        let found = Mechanism::ALL.into_iter().find(|m| m.name() == text);
        found.ok_or_else(|| UnknownMechanism(text.into()))
    }
}

/// A scheduler that any host thread may simulate. Cores hold theirs in a box, so that the clock around
/// them is compiled once, not for every mechanism and warp size.
pub(crate) fn anywhere<'a>(
    scheduler: impl Scheduler + Send + 'a,
) -> Box<dyn Scheduler + Send + 'a> {
    Box::new(scheduler)
}

/// A scheduler that stays on the host thread that made it.
pub(crate) fn here<'a>(scheduler: impl Scheduler + 'a) -> Box<dyn Scheduler + 'a> {
    Box::new(scheduler)
}

/// The part of a core that forms warps and chooses among them.
pub(crate) trait Scheduler {
    /// Whether it must see every cycle, also those in which nothing can happen.
    fn every_cycle(&self) -> bool;

    /// Threads of these warps have been placed on the core; all stand at the same PC.
    fn start(&mut self, core: &mut ShaderCore, warps: u64);

    /// One clock cycle. Returns the next cycle in which something can happen, `u64::MAX` if
    /// nothing will unless threads are placed. Cycles in between are the same whether they are
    /// simulated or left out.
    fn cycle(&mut self, core: &mut ShaderCore, chip: &Chip, now: u64) -> Result<u64, Stop>;

    /// Data has come for lanes of an access that missed; they can use it from cycle `now + 1` on.
    /// [`Scheduler::cycle`] follows for `now`.
    fn data(&mut self, core: &mut ShaderCore, waiter: Waiter, now: u64);

    /// Counts the cycles before `now` that were left out.
    fn catch_up(&mut self, core: &mut ShaderCore, now: u64);

    /// Writes PCs that have been held back to the threads.
    fn settle(&mut self, core: &mut ShaderCore);

    /// What dynamic warp resizing did, if this is it.
    fn dwr(&self) -> Option<&DwrCounts> {
        None
    }

    /// What dynamic warp formation did, if this is it.
    fn dwf(&self) -> Option<&DwfCounts> {
        None
    }
}
