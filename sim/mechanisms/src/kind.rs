//! The mechanisms by name.

use std::fmt;
use std::str::FromStr;

/// The list of mechanisms. Everything that enumerates them is generated from it.
macro_rules! mechanisms {
    ($($(#[$doc:meta])* $mechanism:ident = $name:literal,)*) => {
        /// A mechanism: how divergence is handled.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Mechanism { $($(#[$doc])* $mechanism,)* }

        impl Mechanism {
            /// All mechanisms.
            pub const ALL: [Mechanism; [$($name),*].len()] = [$(Mechanism::$mechanism),*];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Mechanism::$mechanism => $name,)* }
            }
        }
    };
}

mechanisms! {
    /// Stack-less reconvergence (collange2011).
    Stackless = "stackless",
    /// No reconvergence: on divergence a warp splits, and from then on the warp splits are scheduled separately
    /// (fung2009).
    Nrec = "nrec",
    /// Reconvergence at immediate post-dominators, with a stack per warp (fung2009, 3.2).
    Pdom = "pdom",
    /// An explicit reconvergence stack: SSY, SYNC and BRK from a side table, short hammocks
    /// predicated (notes).
    Stack = "stack",
    /// Dynamic warp resizing: sub-warps with a stack each, which execute loads and stores together
    /// (lashgar2012).
    Dwr = "dwr",
    /// Dynamic warp formation: threads of a core with the same PC are issued together, whatever warp they started in
    /// (fung2009, 4).
    Dwf = "dwf",
    /// Every thread has its own PC and is scheduled independently; as many threads issue in a cycle as the SIMD
    /// pipeline has lanes (fung2009). No thread waits for another one's branch, and no two threads share a memory
    /// access.
    Mimd = "mimd",
}

impl Mechanism {
    /// Whether the threads of an original warp execute together until they diverge, so that they see each other's
    /// stores without barriers. Race-free programs do not rely on this.
    pub fn keeps_step(self) -> bool {
        !matches!(self, Mechanism::Dwr | Mechanism::Dwf | Mechanism::Mimd)
    }
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no mechanism has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no mechanism is called `{0}`; there are: {known}", known = known())]
pub struct UnknownMechanism(pub String);

fn known() -> String {
    Mechanism::ALL.map(Mechanism::name).join(", ")
}

impl FromStr for Mechanism {
    type Err = UnknownMechanism;

    fn from_str(text: &str) -> Result<Self, UnknownMechanism> {
        let found = Mechanism::ALL.into_iter().find(|m| m.name() == text);
        found.ok_or_else(|| UnknownMechanism(text.into()))
    }
}
