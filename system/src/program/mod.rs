//! Programs of other people: what they are called, where they are found, which version is there, and how they run.
//!
//! A crate describes the programs that it needs by a [`Description`] each. [`Programs`] finds them by one rule ([`Search`]) and
//! refuses those that are too old. A [`Program`] runs as a [`Tied`] command, which ends with this process. All faults are a
//! [`ProgramError`], which names the program, what was looked for, and the remedy.

mod description;
mod errors;
mod found;
mod group;
mod guard;
mod run;
mod search;
mod tied;
mod version;
mod yosys;

pub use description::{Description, Identity};
pub use errors::ProgramError;
pub use found::{Program, Programs};
pub use group::Group;
pub(crate) use guard::end;
pub use search::Search;
pub use tied::{Tied, in_foreground, tied};
pub use version::identity;
pub use yosys::YOSYS;
