//! The golden units of dynamic warp formation against naive models, and against examples worked out by hand.

mod allocator;
mod groups;
mod heap;
mod lut;
mod owed;
mod pool;
mod registers;
mod slots;
mod spill;
