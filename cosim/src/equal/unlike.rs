//! A difference between the gates of a golden unit and the unit itself.

use serde::Serialize;

/// Where gates are not what the golden unit is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unlike {
    /// The cycle; the first one is that behind a reset.
    pub cycle: u64,
    /// The seed of the stimuli.
    pub seed: u64,
    /// The word that differs.
    pub word: String,
}
