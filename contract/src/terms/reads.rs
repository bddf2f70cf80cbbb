//! The ports that a term reads.

use super::node::{Leaf, Op, Ref};
use crate::Direction;
use std::collections::{BTreeSet, HashSet};

/// Names of the ports of one direction that a term reads, in this cycle or an earlier one.
pub fn reads(term: Ref, direction: Direction) -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    // Terms share nodes; without a record of them the walk would take as many steps as there are paths.
    let mut seen = HashSet::from([term]);
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        match &term.op {
            Op::Port(Leaf {
                direction: of,
                name,
                ..
            }) if *of == direction => drop(names.insert(*name)),
            op => open.extend(
                op.operands()
                    .into_iter()
                    .filter(|below| seen.insert(*below)),
            ),
        }
    }
    names
}
