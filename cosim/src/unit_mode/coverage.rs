//! Which corners of a contract were reached.

use heddle_contract::terms::Watch;
use heddle_contract::{Properties, Property, Unit};
use serde::Serialize;

/// Number of hits after which a corner is no longer watched (COS-2): evaluating all properties in every cycle
/// would cost more than the golden model.
pub const ENOUGH_HITS: u64 = 100;

/// How often a corner was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hits {
    /// The corner.
    pub corner: &'static str,
    /// Number of cycles; counting stops at [`ENOUGH_HITS`].
    pub hits: u64,
}

/// Counts the corners of a unit.
pub(super) struct Coverage<U: Unit> {
    corners: Vec<Property>,
    hits: Vec<u64>,
    /// Positions of the corners that are still watched.
    watched: Vec<usize>,
    watch: Watch<U>,
}

impl<U: Unit> Coverage<U> {
    pub fn new(params: &U::Params) -> Self {
        let corners = Properties::of::<U>(params).corners;
        Self {
            hits: vec![0; corners.len()],
            watched: (0..corners.len()).collect(),
            watch: Watch::new(params, &corners),
            corners,
        }
    }

    /// Counts in one cycle, given the words of all inputs and outputs.
    #[inline]
    pub fn cycle(&mut self, params: &U::Params, inputs: &[u64], outputs: &[u64]) {
        if self.watched.is_empty() {
            return;
        }
        self.watch.words(inputs, outputs);
        let mut enough = false;
        for (at, corner) in self.watched.iter().enumerate() {
            self.hits[*corner] += u64::from(self.watch.holds(at));
            enough |= self.hits[*corner] == ENOUGH_HITS;
        }
        if enough {
            self.look_at_fewer(params);
        }
    }

    /// Watches only the corners that were not yet reached often enough.
    fn look_at_fewer(&mut self, params: &U::Params) {
        self.watched.retain(|at| self.hits[*at] < ENOUGH_HITS);
        let watched = self.watched.iter().map(|at| &self.corners[*at]);
        self.watch = Watch::new(params, watched);
    }

    pub fn report(&self) -> Vec<Hits> {
        let pairs = self.corners.iter().zip(&self.hits);
        pairs
            .map(|(corner, &hits)| Hits {
                corner: corner.name,
                hits,
            })
            .collect()
    }
}
