//! Breadth-first search, level by level with two launches per level, over a directed graph in compressed sparse rows: divergent
//! loops of uneven length, scattered loads, atomics, several launches.
//!
//! Problem: for every vertex, the least number of edges from vertex 0, if that is at most the number of levels; `0xffff_ffff` for
//! all others.
//!
//! The kernels have no races (`bfs.c` says why), so memory is the same under every mechanism.
//!
//! KRN-3: only an atomic OR touches the next frontier, so there is no race.

use crate::input::{Random, address, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};
use std::collections::VecDeque;

const SOURCE: u32 = 0;
const UNREACHED: u32 = u32::MAX;

/// See the [module](self).
pub struct Bfs;

fn vertices(size: Size) -> u32 {
    size.pick(2048, 1 << 17)
}

/// How many levels are searched; most vertices of these graphs are nearer.
fn levels(size: Size) -> u32 {
    size.pick(8, 12)
}

/// The edges out of vertex `v` are `column[row[v]..row[v + 1]]`.
struct Graph {
    row: Vec<u32>,
    column: Vec<u32>,
}

impl Graph {
    /// A vertex has 2^k edges with probability 2^-k, between 2 and 64, to vertices drawn uniformly: neighbouring threads find
    /// very different numbers of edges.
    fn random(vertices: u32, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (mut row, mut column) = (vec![0], Vec::new());
        for _ in 0..vertices {
            let degree = 2 << random.word().trailing_zeros().min(5);
            column.extend((0..degree).map(|_| random.below(vertices)));
            row.push(column.len() as u32);
        }
        Graph { row, column }
    }

    fn neighbours(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.column[self.row[vertex] as usize..self.row[vertex + 1] as usize]
    }

    /// Distances from the source, computed with a queue; `UNREACHED` beyond `limit`.
    fn distances(&self, limit: u32) -> Vec<u32> {
        let mut distance = vec![UNREACHED; self.row.len() - 1];
        distance[SOURCE as usize] = 0;
        let mut queue = VecDeque::from([SOURCE]);
        while let Some(vertex) = queue.pop_front() {
            let next = distance[vertex as usize] + 1;
            for &neighbour in self.neighbours(vertex) {
                if next <= limit && distance[neighbour as usize] == UNREACHED {
                    distance[neighbour as usize] = next;
                    queue.push_back(neighbour);
                }
            }
        }
        distance
    }
}

/// `value` at the source, `others` elsewhere.
fn at_source(vertices: u32, value: u32, others: u32) -> Vec<u32> {
    let pick = |vertex| if vertex == SOURCE { value } else { others };
    (0..vertices).map(pick).collect()
}

impl Workload for Bfs {
    fn name(&self) -> &'static str {
        "bfs"
    }

    fn about(&self) -> &'static str {
        "breadth-first search of a random graph, two launches per level, atomics"
    }

    fn source(&self) -> &'static str {
        "kernels/bfs/bfs.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../bfs/bfs.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let vertices = vertices(size);
        let graph = Graph::random(vertices, seed);
        vec![
            input("row", &graph.row),
            input("column", &graph.column),
            output(input("level", &at_source(vertices, 0, UNREACHED))),
            input("frontier", &at_source(vertices, 1, 0)),
            scratch("next", vertices),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let vertices = vertices(size);
        let block = block_threads(room.threads);
        let launch = |kernel: &str, depth| Launch {
            kernel: kernel.into(),
            grid: [vertices.div_ceil(block), 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: ["row", "column", "level", "frontier", "next"]
                .map(address)
                .into_iter()
                .chain([Arg::U32(vertices), Arg::U32(depth)])
                .collect(),
        };
        (1..=levels(size))
            .flat_map(|depth| ["bfs_expand", "bfs_commit"].map(|kernel| launch(kernel, depth)))
            .collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let graph = Graph::random(vertices(size), seed);
        vec![Expected {
            buffer: "level",
            columns: None,
            values: Values::U32(graph.distances(levels(size))),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_a_small_graph() {
        // 0 -> 1, 2; 1 -> 3; 2 -> 3; 3 -> 4; 5 -> 0
        let graph = Graph {
            row: vec![0, 2, 3, 4, 5, 5, 6],
            column: vec![1, 2, 3, 3, 4, 0],
        };
        assert_eq!(graph.distances(9), [0, 1, 1, 2, 3, UNREACHED]);
        assert_eq!(graph.distances(2), [0, 1, 1, 2, UNREACHED, UNREACHED]);
    }

    #[test]
    fn graphs_are_skewed_and_mostly_within_reach() {
        for seed in 0..8 {
            let graph = Graph::random(vertices(Size::Small), seed);
            let degrees: Vec<u32> = graph.row.windows(2).map(|w| w[1] - w[0]).collect();
            assert_eq!(degrees.iter().min(), Some(&2));
            assert_eq!(degrees.iter().max(), Some(&64));
            let distances = graph.distances(levels(Size::Small));
            let reached = distances.iter().filter(|&&d| d != UNREACHED).count();
            assert!(reached * 100 > distances.len() * 95, "{reached} reached");
        }
    }
}
