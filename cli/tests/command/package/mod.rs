//! Generated folders in somebody else's design: names, lists, and how tools read both.

mod generated;
mod manifest;
mod names;
