//! What a search asks, and who answers.

use std::collections::BTreeMap;

/// A question: how a point does on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ask {
    /// Number of the point.
    pub point: usize,
    /// Number of the program.
    pub program: usize,
    /// The first cycles of the run that suffice; `None` for the whole run.
    pub window: Option<u64>,
}

/// The answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Cycles of the run, or of the part that was run.
    pub cycles: u64,
    /// Instructions that all threads executed in them.
    pub thread_instructions: u64,
    /// Whether the program ended within the window.
    pub is_complete: bool,
    /// Why the run failed, if it did.
    pub failure: Option<String>,
    /// How the lanes spent the cycles of the run, if that is known.
    pub usage: Option<Usage>,
    /// The smallest size with which the run would be the same, for keys of the machine that are sizes of structures (EXP-6).
    pub needs: BTreeMap<String, u64>,
}

/// How the lanes of all cores spent the cycles of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Usage {
    /// Parts of all lanes in all cycles, by what they did: the keys of `limits.lanes` in a report.
    pub lanes: BTreeMap<String, f64>,
    /// What limits the run: `limits.dominant` of its report.
    pub dominant: String,
    /// Under `dwf`, the part of all halves of warps whose lanes were taken in the warp of their PC.
    pub lane_conflicts: Option<f64>,
}

impl Measured {
    /// Thread instructions per cycle; as if there were one, where none was executed yet.
    pub fn ipc(&self) -> f64 {
        self.thread_instructions.max(1) as f64 / self.cycles.max(1) as f64
    }
}

/// What a search is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The machine that all speeds are relative to.
    Reference,
    /// Windows of this many cycles.
    Window(u64),
    /// Whole runs.
    Full,
    /// What no hardware reaches.
    Bounds,
}

/// Who measures. Equal questions have equal answers.
pub trait Evaluator {
    /// Why there is no answer.
    type Error;

    /// The answers, in the order of the questions.
    ///
    /// # Errors
    /// A run that could not be made or kept. Those that were kept are found when the search is repeated.
    fn measure(&mut self, stage: Stage, asks: &[Ask]) -> Result<Vec<Measured>, Self::Error>;
}
