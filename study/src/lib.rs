//! Many runs at once. Each run is kept in its own file, so that none is simulated twice.
//!
//! A [`PlannedRun`] is a run of a [`Subject`], and is named by everything that determines its result. A [`RunResult`] is that
//! result. A [`Store`] keeps results on disk, and a [`WorkerPool`] simulates the missing runs on several host threads. A
//! [`Comparison`] has every combination of programs, mechanisms and settings of a machine. [`explore`] searches the front of cost and
//! speed, and [`sizes`] says which structures programs need. [`report`] makes the experiments of a paper, and compares the numbers
//! that the paper prints; [`plot`] draws.
//!
//! ```
//! use heddle_kernels::{Size, by_name};
//! use heddle_sim::Mechanism;
//! use heddle_study::{Comparison, Machine, Plan, Silent, Store, Subject, WorkerPool};
//!
//! let folder = tempfile::tempdir()?;
//! let subject = Subject::Workload { workload: by_name("if_else")?, size: Size::Small, seed: 1 };
//! let mechanisms = vec![Mechanism::Pdom, Mechanism::Dwf];
//! let plan = Plan::new(&Machine::preset("tiny"), vec![Vec::new()], vec![subject], mechanisms, 0, 1_000_000)?;
//! let pool = WorkerPool::new(Store::new(folder.path(), &Silent)?, &plan.planned_runs);
//! let results = pool.work(2, &Silent)?;
//! let comparison = Comparison::new(&plan, &results);
//! comparison.verdict()?;
//! assert!(comparison.ipc([0, 0, 1]).is_some());
//! assert_eq!(results.simulated, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod check;
mod comparison;
pub mod csv;
mod error;
pub mod explore;
mod kernel;
mod machine;
mod mean;
mod memory;
mod method;
mod observer;
mod planned;
pub mod plot;
pub mod report;
mod result;
mod shell;
pub mod sizes;
mod store;
mod subject;
mod worker_pool;

pub use check::{Shortfall, check, check_buffers, completed};
pub use comparison::{Comparison, MEAN, Mean, Plan, Row};
pub use error::{Error, Foreign};
pub use kernel::{JobKernel, Kernel, Loaded, Place, contents, mark_results};
pub use machine::Machine;
pub use mean::{arithmetic, harmonic};
pub use memory::{Difference, agreement, differences};
pub use method::Method;
pub use observer::{Observer, Silent};
pub use planned::{MODEL, PlannedRun};
pub use result::RunResult;
pub use shell::quoted;
pub use store::Store;
pub use subject::Subject;
pub use worker_pool::{Results, WorkerPool, started, verdict};
