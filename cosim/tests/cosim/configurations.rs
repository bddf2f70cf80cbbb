//! The configurations that every test of the units covers: each tree latency, few and many lanes,
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
    /// Three or more configurations, at least one for each tree latency.
    fn configurations() -> Vec<Self::Params>;

    /// The configurations whose RTL is compiled and whose paths are checked: one in four by day, all at night.
    fn compiled() -> Vec<Self::Params> {
        part(Self::configurations(), 0, 4)
    }
}
