//! Reasons of stalls, as recordings number them.

use heddle_sim::Stall;

/// Why a core issued nothing; a recording has their places in this list.
pub(super) const REASONS: [&str; 7] = [
    "issue", "port", "arbiter", "memory", "pipeline", "barrier", "idle",
];

/// The place of a reason in the list.
pub(super) fn number(reason: Stall) -> u64 {
    match reason {
        Stall::Issue => 0,
        Stall::Port => 1,
        Stall::Arbiter => 2,
        Stall::Memory => 3,
        Stall::Pipeline => 4,
        Stall::Barrier => 5,
        Stall::Idle => 6,
    }
}
