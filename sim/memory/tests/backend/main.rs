//! What lies behind the cores, as cores see it.

mod bandwidth;
mod fixed;
mod load;
