//! Many runs at once: each is a cell, kept in a file of its own, so that none is done twice.
//!
//! [`cell`] says what a run is and names it by all that decides its result, [`result`] what it came
//! to, [`store`] keeps results on disk, [`crew`] simulates what is missing on several host threads,
//! [`mean`] is the paper's average.

mod cell;
mod crew;
mod mean;
mod result;
mod store;

pub use cell::Cell;
pub use crew::{Crew, Results, verdict};
pub use mean::{arithmetic, harmonic};
pub use result::CellResult;
pub use store::Store;
