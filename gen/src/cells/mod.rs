//! Many runs at once: each is a cell, kept in a file of its own, so that none is done twice.
//!
//! [`cell`] says what a run is, of which [`subject`], and names it by all that decides its result, [`result`] what it came
//! to, [`memory`] compares what kernels of the user's left, [`store`] keeps results on disk, [`crew`] simulates what is missing on several host threads,
//! [`mean`] is the paper's average.

mod cell;
mod crew;
mod mean;
mod memory;
mod result;
mod store;
mod subject;

pub use cell::Cell;
pub use crew::{Crew, Results, verdict};
pub use mean::{arithmetic, harmonic};
pub use memory::{Difference, agreement, differences};
pub use result::CellResult;
pub use store::Store;
pub use subject::Subject;
