//! Co-simulation of emitted Verilog against the golden model.
//!
//! * [`verilated`]: turns Verilog into a callable model.
//! * [`Rtl`]: a model with the behaviour of its unit. [`Lockstep`]: golden model and RTL side by side,
//!   with every output compared under its qualifier. [`Corrupt`]: a deliberate fault.
//! * [`stimuli`]: random environments that keep the contract's assumptions and reach its corners.
//! * [`unit_mode`]: a unit alone under these stimuli. [`KernelCheck`]: a unit while the golden GPU runs a
//!   kernel, beside the golden unit (shadow) or in its place (in-loop).
//! * [`Vectors`]: a recorded run of the golden unit, for testbenches without Heddle.
//! * [`Start`]: what the RTL starts a run from.
//! * A [`Mismatch`] is data; [`report`] makes text of it, and [`Beside`] a waveform with both
//!   sides.
//!
//! All modes except in-loop pass cycles to the RTL in batches: one call across the language border
//! for some hundred cycles.
#![deny(unsafe_code)]

mod batch;
mod beside;
mod checked;
mod comparison;
mod corrupt;
pub mod equal;
mod error;
mod gates;
mod kernel_mode;
mod lockstep;
mod mismatch;
mod mode;
pub mod mutation;
mod outcome;
pub mod prove;
mod registry;
pub mod report;
pub mod rtl;
mod simulate;
mod start;
pub mod stimuli;
pub mod unit_mode;
mod vectors;
pub mod verilated;
mod watched;

pub use beside::Beside;
pub use checked::{Checked, emit};
pub use corrupt::{Corrupt, Fault, When};
pub use error::Error;
pub use kernel_mode::{InGpu, KernelCheck, KernelModes, KernelOutcome, KernelUnit};
pub use kernel_mode::{Line, Parting, Step};
pub use lockstep::Lockstep;
pub use mismatch::{Differing, Mismatch, Row};
pub use mode::Mode;
pub use mutation::Mutation;
pub use outcome::Outcome;
pub use registry::{Entry, NAMES, by_name};
pub use rtl::Rtl;
pub use simulate::{Simulated, simulate};
pub use start::Start;
pub use unit_mode::UnitMode;
pub use vectors::{Vector, Vectors};
pub use watched::Assumption;
