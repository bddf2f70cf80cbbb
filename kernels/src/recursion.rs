//! Recursion to a different depth in each thread, on private stacks of 16 KiB.
//!
//! Problem, for each thread:
//! * Ackermann's function of the thread's arguments;
//! * the keys of a subtree of a search tree in ascending order, each word folded into a 32-bit
//!   FNV-1a hash;
//! * the thread's own keys in ascending order, up to 24 of them (sorted on its stack).

use crate::input::{Random, address, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Recursion;

const MAX_KEYS: u32 = 24;
const NONE: u32 = u32::MAX;

/// Arguments of Ackermann's function whose call depths differ widely.
const ARGUMENTS: [[u32; 2]; 8] = [
    [0, 7],
    [1, 0],
    [1, 9],
    [2, 0],
    [2, 2],
    [2, 5],
    [3, 0],
    [3, 1],
];

fn threads(size: Size) -> u32 {
    size.pick(32, 1 << 13)
}

/// Ackermann's function for `m` up to 3, in closed form.
fn ackermann([m, n]: [u32; 2]) -> u32 {
    match m {
        0 => n + 1,
        1 => n + 2,
        2 => 2 * n + 3,
        3 => (1 << (n + 3)) - 3,
        _ => unreachable!("arguments have m up to 3"),
    }
}

/// A binary search tree: keys, and children as indices or `NONE`.
struct Tree {
    nodes: Vec<[u32; 3]>,
}

impl Tree {
    /// 127 different keys inserted in random order: about 14 levels.
    fn random(random: &mut Random) -> Self {
        let mut tree = Tree { nodes: Vec::new() };
        while tree.nodes.len() < 127 {
            tree.insert(random.word());
        }
        tree
    }

    fn insert(&mut self, key: u32) {
        let new = self.nodes.len() as u32;
        let mut at = 0;
        while let Some(node) = self.nodes.get_mut(at as usize) {
            if node[0] == key {
                return;
            }
            let child = &mut node[if key < node[0] { 1 } else { 2 }];
            at = *child;
            if at == NONE {
                *child = new;
            }
        }
        self.nodes.push([key, NONE, NONE]);
    }

    /// The keys below a node, in ascending order.
    fn keys(&self, root: u32) -> Vec<u32> {
        let (mut keys, mut open) = (Vec::new(), vec![root]);
        while let Some(at) = open.pop() {
            if let Some(&[key, left, right]) = self.nodes.get(at as usize) {
                keys.push(key);
                open.extend([left, right]);
            }
        }
        keys.sort_unstable();
        keys
    }
}

struct Inputs {
    arguments: Vec<[u32; 2]>,
    tree: Tree,
    roots: Vec<u32>,
    /// `MAX_KEYS` rows, one column per thread.
    keys: Vec<u32>,
    counts: Vec<u32>,
}

impl Inputs {
    fn new(size: Size, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let threads = threads(size);
        let tree = Tree::random(&mut random);
        let mut below = |limit: u32, count: u32| -> Vec<u32> {
            (0..count).map(|_| random.below(limit)).collect()
        };
        let arguments = below(ARGUMENTS.len() as u32, threads);
        Inputs {
            arguments: arguments.iter().map(|&a| ARGUMENTS[a as usize]).collect(),
            tree,
            roots: below(32, threads),
            keys: below(1000, MAX_KEYS * threads),
            counts: below(MAX_KEYS + 1, threads),
        }
    }

    fn sorted(&self) -> Vec<u32> {
        let threads = self.counts.len();
        let mut sorted = vec![0; self.keys.len()];
        for (thread, &count) in self.counts.iter().enumerate() {
            let column = self.keys[thread..].iter().step_by(threads);
            let mut keys: Vec<u32> = column.take(count as usize).copied().collect();
            keys.sort_unstable();
            for (at, key) in keys.into_iter().enumerate() {
                sorted[at * threads + thread] = key;
            }
        }
        sorted
    }
}

fn hash(keys: &[u32]) -> u32 {
    keys.iter().fold(0x811c_9dc5, |hash, key| {
        (hash ^ key).wrapping_mul(0x0100_0193)
    })
}

impl Workload for Recursion {
    fn name(&self) -> &'static str {
        "recursion"
    }

    fn about(&self) -> &'static str {
        "recursion to each thread's own depth: Ackermann, a tree walk, quicksort on the stack"
    }

    fn source(&self) -> &'static str {
        "kernels/recursion/recursion.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../recursion/recursion.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let inputs = Inputs::new(size, seed);
        let threads = threads(size);
        let argument = |n: usize| -> Vec<u32> { inputs.arguments.iter().map(|a| a[n]).collect() };
        vec![
            input("m", &argument(0)),
            input("n", &argument(1)),
            input("nodes", inputs.tree.nodes.as_flattened()),
            input("root", &inputs.roots),
            input("keys", &inputs.keys),
            input("count", &inputs.counts),
            output(scratch("ackermann", threads)),
            output(scratch("walk", threads)),
            output(scratch("sorted", MAX_KEYS * threads)),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let threads = threads(size);
        let block = block_threads(room.threads);
        let buffers = [
            "m",
            "n",
            "nodes",
            "root",
            "keys",
            "count",
            "ackermann",
            "walk",
            "sorted",
        ];
        vec![Launch {
            kernel: self.name().into(),
            grid: [threads.div_ceil(block), 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: buffers
                .map(address)
                .into_iter()
                .chain([Arg::U32(threads)])
                .collect(),
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let inputs = Inputs::new(size, seed);
        let walks = inputs.roots.iter();
        let walks = walks.map(|&root| hash(&inputs.tree.keys(root)));
        let expected = |buffer, columns, values: Vec<u32>| Expected {
            buffer,
            columns,
            values: Values::U32(values),
        };
        vec![
            expected(
                "ackermann",
                None,
                inputs.arguments.iter().copied().map(ackermann).collect(),
            ),
            expected("walk", None, walks.collect()),
            expected("sorted", Some(inputs.counts.len()), inputs.sorted()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_forms_are_ackermanns_function() {
        fn by_definition(m: u32, n: u32) -> u32 {
            match (m, n) {
                (0, _) => n + 1,
                (_, 0) => by_definition(m - 1, 1),
                _ => by_definition(m - 1, by_definition(m, n - 1)),
            }
        }
        for [m, n] in ARGUMENTS {
            assert_eq!(ackermann([m, n]), by_definition(m, n), "{m}, {n}");
        }
    }

    #[test]
    fn trees_are_search_trees_without_duplicates() {
        let tree = Tree::random(&mut Random::new(1));
        let all = tree.keys(0);
        assert_eq!(all.len(), 127);
        assert!(all.is_sorted_by(|a, b| a < b));
        for &[key, left, right] in &tree.nodes {
            assert!(tree.keys(left).iter().all(|&below| below < key));
            assert!(tree.keys(right).iter().all(|&above| above > key));
        }
    }
}
