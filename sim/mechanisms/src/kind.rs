//! The mechanisms by name.

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
