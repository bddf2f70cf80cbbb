//! The memory backend, as cores see it.

mod bandwidth;
mod fixed;
mod load;
