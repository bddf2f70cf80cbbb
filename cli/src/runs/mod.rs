//! Many runs at once. Each run is kept in its own file, so that none is simulated twice.
//!
//! [`planned`] describes a run of a [`subject`] and names it by everything that determines its result. [`result`] is that
//! result. [`memory`] compares what the user's kernels leave in memory, [`store`] keeps results on disk, [`worker_pool`]
//! simulates the missing runs on several host threads, and [`mean`] averages as the paper does.

mod mean;
mod memory;
mod planned;
mod result;
mod store;
mod subject;
mod worker_pool;

pub use mean::{arithmetic, harmonic};
pub use memory::{Difference, agreement, differences};
pub use planned::PlannedRun;
pub use result::RunResult;
pub use store::Store;
pub use subject::Subject;
pub use worker_pool::{Results, WorkerPool, verdict};
