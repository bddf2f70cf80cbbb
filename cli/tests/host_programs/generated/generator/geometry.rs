//! How kernels are launched: dimensions, sizes of groups, offsets.

use heddle_machines::Random;
use std::fmt;

/// Sizes of groups, with at most 16 work-items, which is what a core of `tiny` holds.
const LOCAL: [(u32, [u32; 3]); 12] = [
    (1, [1, 1, 1]),
    (1, [5, 1, 1]),
    (1, [8, 1, 1]),
    (1, [16, 1, 1]),
    (1, [16, 1, 1]),
    (2, [4, 4, 1]),
    (2, [2, 8, 1]),
    (2, [8, 1, 1]),
    (2, [3, 5, 1]),
    (3, [2, 2, 4]),
    (3, [4, 2, 2]),
    (3, [3, 1, 3]),
];

/// A launch of one kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    dimensions: u32,
    groups: [u32; 3],
    local: [u32; 3],
    offset: [u32; 3],
}

impl Geometry {
    /// One to eight groups. On machines with room for more than 16 work-items in a group, the first dimension has
    /// `times` as many.
    pub fn drawn(random: &mut Random, times: u32) -> Self {
        let (dimensions, mut local) = *random.pick(&LOCAL);
        local[0] *= times;
        let mut groups = [1; 3];
        let mut offset = [0; 3];
        for dimension in 0..dimensions as usize {
            groups[dimension] = 1 + random.below(2);
            if random.one_in(2) {
                offset[dimension] = random.below(9);
            }
        }
        Geometry {
            dimensions,
            groups,
            local,
            offset,
        }
    }
}

/// The form that the host program reads.
impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.dimensions)?;
        let global = [0, 1, 2].map(|at| self.groups[at] * self.local[at]);
        let numbers = global.into_iter().chain(self.local).chain(self.offset);
        numbers
            .into_iter()
            .try_for_each(|number| write!(f, " {number}"))
    }
}
