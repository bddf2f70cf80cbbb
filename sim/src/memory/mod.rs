//! When data is there: the timing of the memory system, apart from what the data is.
//!
//! | level | file |
//! | --- | --- |
//! | lanes to lines and words, bank conflicts | `banks` |
//! | data cache of a core | `data_cache`, `tags` |
//! | lines on their way, and who waits for them | `mshr` |
//! | network, controllers, memory modules | `beyond` |
//!
//! Data itself is read and written at the moment a line is served; caches hold tags and times
//! only, so no mistake of theirs can change a result.

mod banks;
pub mod beyond;
mod counts;
mod data_cache;
mod mshr;
mod tags;

pub use banks::{Banks, Group};
pub use beyond::{
    Answered, Beyond, BeyondCounts, ClusterCounts, CrossbarCounts, Kind, LevelCounts, ModuleCounts,
    Packet, Reply, SharedCounts,
};
pub use counts::{CacheCounts, DramCounts, NetworkCounts};
pub use data_cache::{DataCache, LineAccess, LineRequest, Service};
pub use mshr::{MissRegisters, Waiter};
pub use tags::{Full, Held, State, Tags, Whereabouts};
