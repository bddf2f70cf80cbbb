//! When data is there: the timing of the memory system, apart from what the data is.
//!
//! | level | file |
//! | --- | --- |
//! | lanes to lines and words, bank conflicts | `banks` |
//! | data cache of a core | `data_cache`, `tags` |
//! | lines on their way, and who waits for them | `mshr` |
//! | behind the cores: a network with controllers and memory modules, shared caches, or a constant time | `backend` |
//!
//! Data itself is read and written at the moment a line is served; caches hold tags and times
//! only, so no mistake of theirs can change a result.
#![forbid(unsafe_code)]

mod backend;
mod banks;
mod counts;
mod data_cache;
mod line_request;
mod mshr;
mod packet;
mod tags;

pub use backend::{
    Answered, Backend, BackendCounts, BusUse, BusWatch, ClusterCounts, CrossbarCounts, LevelCounts,
    ModuleCounts, SharedCounts,
};
pub use banks::{Banks, Group};
pub use counts::{CacheCounts, DramCounts, NetworkCounts};
pub use data_cache::DataCache;
pub use line_request::{LineAccess, LineRequest, Service};
pub use mshr::{MissRegisters, Waiter};
pub use packet::{Kind, Packet, Reply};
pub use tags::{Full, Held, State, Tags, Whereabouts};
