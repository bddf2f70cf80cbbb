//! The instructions that a run issued in a window of cycles, as a timeline for <https://ui.perfetto.dev>, as a log and as a
//! picture.
//!
//! A [`Recorder`] watches the run; its [recording](Recorded) is written afterwards.

mod chrome;
mod counters;
mod log;
mod picture;
mod record;
mod recorded;
mod recorder;
mod tracks;
mod window;

#[cfg(test)]
mod tests;

pub use picture::MOST_CYCLES;
pub use recorded::Recorded;
pub use recorder::Recorder;
pub use window::{BadWindow, Window};
