//! How long a run may take.

/// How long a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most clock cycles for each launch.
    pub max_cycles: u64,
}

impl Default for Limits {
    /// 10,000 million cycles.
    fn default() -> Self {
        Limits {
            max_cycles: 10_000_000_000,
        }
    }
}
