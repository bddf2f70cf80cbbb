//! The index of the pages of several papers: each comparison in a line, with why it differs.

use super::page::Page;
use serde::Serialize;

/// What the index shows.
#[derive(Debug, Serialize)]
pub struct Index<'a> {
    /// The pages, each in a file that is named after its paper.
    pub pages: &'a [Page],
    /// Number of different runs behind all of them.
    pub runs: usize,
}
