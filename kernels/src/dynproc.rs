//! The cheapest paths down a wall, with several rows per launch, in tiles of shared memory that shrink from row to row: Rodinia's
//! dynproc, later called pathfinder, which lashgar2012 (table 1) ran in 13 launches of 35 blocks of 256 threads.
//!
//! Problem: for each number of the last row, the least sum of the numbers on a path from the first row to it, straight or
//! diagonally down in every step. The numbers are integers, so the result is exact.
//!
//! KRN-30: eight rows a launch, for about as many instructions as in the table.

use crate::input::{Random, address, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Dynproc;

/// The wall, and how it is divided.
struct Extent {
    columns: u32,
    /// Each launch goes `rows` rows further down. The first row needs no launch.
    launches: u32,
    rows: u32,
    /// Columns of a tile.
    tile: u32,
}

impl Extent {
    /// An odd number of launches leaves the result in the second buffer.
    fn new(size: Size) -> Self {
        let (columns, launches, rows, tile) = size.pick((45, 3, 2, 16), (8400, 13, 8, 256));
        Extent {
            columns,
            launches,
            rows,
            tile,
        }
    }
}

/// The rows of the wall, with numbers below 10 as in Rodinia.
fn wall(size: Size, seed: u64) -> Vec<Vec<u32>> {
    let mut random = Random::new(seed);
    let extent = Extent::new(size);
    let mut row = |_| (0..extent.columns).map(|_| random.below(10)).collect();
    (0..=extent.launches * extent.rows).map(&mut row).collect()
}

/// The sums after one more row.
fn next(above: &[u32], row: &[u32]) -> Vec<u32> {
    let cheapest = |x: usize| {
        above[x.saturating_sub(1)..above.len().min(x + 2)]
            .iter()
            .min()
    };
    let sum = |(x, number)| number + cheapest(x).expect("the number above");
    row.iter().enumerate().map(sum).collect()
}

fn sums(wall: &[Vec<u32>]) -> Vec<u32> {
    let (first, others) = wall.split_first().expect("a row");
    let next = |above: Vec<u32>, row: &Vec<u32>| next(&above, row);
    others.iter().fold(first.clone(), next)
}

impl Workload for Dynproc {
    fn name(&self) -> &'static str {
        "dynproc"
    }

    fn about(&self) -> &'static str {
        "cheapest ways down a wall in tiles that shrink from row to row (Rodinia)"
    }

    fn source(&self) -> &'static str {
        "kernels/dynproc/dynproc.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../dynproc/dynproc.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let wall = wall(size, seed);
        vec![
            input("wall", &wall[1..].concat()),
            input("first", &wall[0]),
            output(scratch("second", wall[0].len() as u32)),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let Extent {
            columns,
            launches,
            rows,
            tile,
        } = Extent::new(size);
        let launch = |(index, buffers): (u32, [&str; 2])| Launch {
            kernel: self.name().into(),
            grid: [columns.div_ceil(tile - 2 * rows), 1, 1],
            block: [block_threads(room.threads.min(tile)), 1, 1],
            shared_bytes: 0,
            args: [address("wall")]
                .into_iter()
                .chain(buffers.map(address))
                .chain([columns, index * rows, rows, tile].map(Arg::U32))
                .collect(),
        };
        let buffers = [["first", "second"], ["second", "first"]];
        let buffers = buffers.into_iter().cycle();
        (0..launches).zip(buffers).map(launch).collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        vec![Expected {
            buffer: "second",
            columns: None,
            values: Values::U32(sums(&wall(size, seed))),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_go_straight_or_diagonally() {
        let wall = [vec![9, 9, 9, 0], vec![5, 5, 3, 4], vec![1, 7, 1, 1]];
        assert_eq!(sums(&wall[..2]), [14, 14, 3, 4]);
        assert_eq!(sums(&wall), [15, 10, 4, 4]);
    }
}
