//! Which corners of a contract were reached.

use heddle_contract::{Corner, Unit, Values};
use serde::Serialize;

/// Hits after which a corner is not watched any more: evaluating all predicates in every cycle
/// would cost more than the golden model.
pub const ENOUGH_HITS: u64 = 100;

/// How often a corner was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hits {
    /// The corner.
    pub corner: &'static str,
    /// Cycles; counting stops at [`ENOUGH_HITS`].
    pub hits: u64,
}

/// Counts the corners of a unit.
pub(super) struct Coverage<U: Unit> {
    corners: Vec<Corner<U>>,
    hits: Vec<u64>,
    /// Positions of the corners that are still watched.
    watched: Vec<usize>,
}

impl<U: Unit> Coverage<U> {
    pub fn new(params: &U::Params) -> Self {
        let corners = U::corners(params);
        Self {
            hits: vec![0; corners.len()],
            watched: (0..corners.len()).collect(),
            corners,
        }
    }

    #[inline]
    pub fn cycle(&mut self, params: &U::Params, input: &U::In<Values>, output: &U::Out<Values>) {
        let (corners, hits) = (&self.corners, &mut self.hits);
        self.watched.retain(|&at| {
            hits[at] += u64::from((corners[at].hit)(params, input, output));
            hits[at] < ENOUGH_HITS
        });
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
