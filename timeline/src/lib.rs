//! What a run issued in a window of cycles, as a timeline for <https://ui.perfetto.dev> and as a log.
//!
//! A [`Recorder`] watches the run; what it [recorded](Recorded) is written afterwards.

mod chrome;
mod counters;
mod log;
mod record;
mod recorded;
mod recorder;
mod window;

#[cfg(test)]
mod tests;

pub use recorded::Recorded;
pub use recorder::Recorder;
pub use window::{BadWindow, Window};
