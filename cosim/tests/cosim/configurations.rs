//! Configurations that every test of the units runs over: each tree latency, few and many lanes,
//! narrow and wide ports, few and many warps.

mod compaction;
mod formation;
mod groups;
mod resizing;
mod stackless;

use heddle_cosim::Checked;
use heddle_machines::part;

/// A unit with its configurations.
pub trait Configured: Checked {
    /// Three or more, one for each tree latency at least.
    fn configurations() -> Vec<Self::Params>;

    /// Those whose RTL is compiled, and whose paths are looked for: one in four, all of them at night.
    fn compiled() -> Vec<Self::Params> {
        part(Self::configurations(), 0, 4)
    }
}
