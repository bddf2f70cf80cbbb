//! The timing of the memory system: when data is available, apart from what the data is.
//!
//! | level | file |
//! | --- | --- |
//! | lanes to lines and words, bank conflicts | `banks` |
//! | data cache of a core | `data_cache`, `tags` |
//! | lines in flight, and their waiters | `mshr` |
//! | memory backend of all cores: a network with controllers and memory modules, shared caches, or a constant time | `backend` |
//!
//! Data itself is read and written at the moment a line is served; caches hold only tags and times, so none of their
//! mistakes can change a result.
#![forbid(unsafe_code)]

mod backend;
mod banks;
mod counts;
mod data_cache;
mod line_request;
mod modulus;
mod mshr;
mod packet;
mod tags;
mod word_mask;

pub use backend::{
    Answered, Backend, BackendCounts, BusUse, BusWatch, ClusterCounts, CrossbarCounts, LevelCounts,
    ModuleCounts, SharedCounts,
};
pub use banks::{Banks, Group, Lines};
pub use counts::{CacheCounts, DramCounts, NetworkCounts};
pub use data_cache::DataCache;
pub use line_request::{LineAccess, LineRequest, Service};
pub use mshr::{MissRegisters, Waiter};
pub use packet::{Kind, Packet, Reply};
pub use tags::{Full, Held, State, Tags, Whereabouts};
pub use word_mask::WordMask;
