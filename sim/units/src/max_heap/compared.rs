//! The entries with which moving entries are compared: what a heap of one cycle a level reads while it is not at rest.

use super::{MaxHeap, Moving, parent};

impl MaxHeap {
    /// The indexes of the valid children of an entry.
    pub(super) fn children(&self, index: usize) -> impl Iterator<Item = usize> {
        let children = [2 * index + 1, 2 * index + 2];
        children.into_iter().filter(|child| *child < self.groups)
    }

    /// Number of entries that the next step reads.
    pub(crate) fn compared(&self) -> usize {
        let moving = self.moving.iter().flatten();
        moving.map(|moving| self.compared_with(moving)).sum()
    }

    fn compared_with(&self, moving: &Moving) -> usize {
        match self.down {
            true => self.children(moving.hole).count(),
            false => usize::from(parent(moving.hole).is_some()),
        }
    }
}
