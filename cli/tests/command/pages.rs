//! What pages say: names exist, links lead somewhere, and numbers are those of results.

mod answers;
mod known;
mod links;
mod names;
mod rendered;
mod text;
