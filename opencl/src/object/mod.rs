//! The objects whose handles host programs hold, and the order in which commands run.
//!
//! Reading order: [`registry`] (handles), [`event`], [`queue`] and [`waits`] (when commands run), then
//! [`context`], [`memory`], [`program`] and [`kernel`]. [`deferred`] has the calls back into the host program.

pub mod context;
pub mod deferred;
pub mod destructors;
pub mod event;
pub mod kernel;
pub mod memory;
pub mod program;
pub mod queue;
pub mod registry;
pub mod waits;

pub use context::Context;
pub use event::Event;
pub use kernel::Kernel;
pub use memory::Memory;
pub use program::Program;
pub use queue::Queue;
pub use waits::Waits;
