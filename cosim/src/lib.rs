//! Co-simulation of emitted Verilog against the golden model.
#![deny(unsafe_code)]

mod batch;
mod beside;
mod checked;
mod comparison;
mod corrupt;
mod error;
mod kernel_mode;
mod lockstep;
mod mismatch;
mod outcome;
pub mod report;
pub mod rtl;
pub mod stimuli;
pub mod unit_mode;
pub mod verilated;

pub use beside::Beside;
pub use checked::{Checked, NAMES, Visitor, by_name, emit};
pub use corrupt::{Corrupt, Fault, When};
pub use error::Error;
pub use kernel_mode::{InGpu, KernelCheck, KernelOutcome};
pub use lockstep::Lockstep;
pub use mismatch::{Mismatch, Row};
pub use outcome::{Mode, Outcome};
pub use rtl::Rtl;
pub use unit_mode::UnitMode;
