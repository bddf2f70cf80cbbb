//! The instructions that a run issued in a window of cycles: as a timeline for <https://ui.perfetto.dev>, as a log, as a picture, as
//! a recording, and as a page that shows recordings.
//!
//! A [`Recorder`] watches the run, and timeline and picture are made of what it has [seen](Recorded) afterwards. A [`Log`] and a
//! [recording](recording::Writer) are written while the run goes on.

mod chrome;
mod counters;
mod lines;
mod log;
mod observers;
pub mod page;
mod picture;
mod record;
mod recorded;
mod recorder;
pub mod recording;
mod scope;
mod stack_log;
mod tracks;
mod window;

#[cfg(test)]
mod tests;

pub use log::{Log, place};
pub use observers::Observers;
pub use picture::MOST_CYCLES;
pub use recorded::Recorded;
pub use recorder::Recorder;
pub use scope::Scope;
pub use stack_log::{StackLog, has_stacks};
pub use window::{BadWindow, Window};
