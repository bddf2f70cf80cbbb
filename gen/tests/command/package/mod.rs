//! Generated folders in a design of somebody else: names, lists, what tools make of both.

mod generated;
mod manifest;
mod names;
