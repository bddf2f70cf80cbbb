//! Records nearest to a point, read from text with one thread per record: Rodinia's nn, which lashgar2012 (table 1, section VI.C)
//! ran in four launches of 938 blocks of 16 threads, too few threads to fill its large warps.
//!
//! Problem: among the records at the same index in every launch, the two nearest to a point, the nearest first; the earlier one
//! if two are equally near. A distance is the root of the sum of the squares of both differences. Every operation is rounded to
//! single precision, so results are exact.
//!
//! KRN-24: digits are read where the number has them, in paths that diverge.

use crate::input::{Random, address, block_threads, byte_input, input, output};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct NearestNeighbour;

/// Threads of a block, as in Rodinia.
const BLOCK: u32 = 16;

/// Records that a thread keeps.
const KEPT: usize = 2;

/// Latitude and longitude of the point.
const POINT: [f32; 2] = [30.0, 90.0];

/// Some of Rodinia's storms.
const NAMES: [&str; 5] = ["ALBERTO", "BERYL", "CHRIS", "DEBBY", "ERNESTO"];

/// A record's distance, and its number.
type Neighbour = (f32, u32);

/// Number of launches, and of records in each.
fn extent(size: Size) -> [u32; 2] {
    size.pick([3, 100], [4, 15_000])
}

/// A line as Rodinia generates it: time, storm, position, strength; 49 characters with the line end. Latitudes have one or two
/// digits before the point, longitudes up to three.
fn record(random: &mut Random) -> String {
    let mut below = |limit| random.below(limit);
    let [year, month, day, hour] = [1950 + below(55), 1 + below(12), 1 + below(28), below(24)];
    let (number, name) = (1 + below(28), NAMES[below(5) as usize]);
    let latitude = format!("{}.{}", 7 + below(63), below(10));
    let longitude = format!("{}.{}", below(358), below(10));
    let [speed, pressure] = [10 + below(155), below(900)];
    format!(
        "{year} {month:2} {day:2} {hour:2} {number:2} {name:<9} {latitude:>5} {longitude:>5} \
         {speed:4} {pressure:4}\n"
    )
}

fn records(size: Size, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let count = extent(size).into_iter().product();
    (0..count).map(|_: u32| record(&mut random)).collect()
}

fn distance(record: &str) -> f32 {
    let [north, east] = [27..32, 33..38].map(|columns| {
        let number = record[columns].trim().parse::<f32>();
        number.expect("a number in its columns")
    });
    let [latitude, longitude] = POINT;
    let (dy, dx) = (north - latitude, east - longitude);
    (dy * dy + dx * dx).sqrt()
}

/// The nearest records among those at index `place` of each launch.
fn nearest(records: &[String], place: usize, per_launch: usize) -> Vec<Neighbour> {
    let own = records.iter().enumerate().skip(place).step_by(per_launch);
    let mut near: Vec<Neighbour> = own.map(|(i, r)| (distance(r), i as u32)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0)); // stable
    near.truncate(KEPT);
    near
}

fn words(neighbours: impl IntoIterator<Item = Neighbour>) -> Vec<u32> {
    let words = |(distance, record): Neighbour| [distance.to_bits(), record];
    neighbours.into_iter().flat_map(words).collect()
}

impl Workload for NearestNeighbour {
    fn name(&self) -> &'static str {
        "nearest_neighbour"
    }

    fn about(&self) -> &'static str {
        "nearest records of a text, whose numbers are read in divergent branches (Rodinia)"
    }

    fn source(&self) -> &'static str {
        "kernels/nearest_neighbour/nearest_neighbour.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../nearest_neighbour/nearest_neighbour.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let [_, threads] = extent(size);
        let nothing = vec![(f32::INFINITY, u32::MAX); KEPT * threads as usize];
        vec![
            byte_input("records", records(size, seed).concat().into_bytes()),
            output(input("nearest", &words(nothing))),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let [launches, count] = extent(size);
        let block = block_threads(room.threads.min(BLOCK));
        let launch = |index| Launch {
            kernel: self.name().into(),
            grid: [count.div_ceil(block), 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: ["records", "nearest"]
                .map(address)
                .into_iter()
                .chain([index * count, count].map(Arg::U32))
                .chain(POINT.map(Arg::F32))
                .collect(),
        };
        (0..launches).map(launch).collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let records = records(size, seed);
        let per_launch = extent(size)[1] as usize;
        let nearest = (0..per_launch).flat_map(|place| nearest(&records, place, per_launch));
        vec![Expected {
            buffer: "nearest",
            columns: Some(2),
            values: Values::U32(words(nearest)),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(latitude: &str, longitude: &str) -> String {
        format!("1978  9 11  6  4 DEBBY     {latitude:>5} {longitude:>5}  122  935\n")
    }

    #[test]
    fn the_nearest_come_first_and_the_earlier_of_equals() {
        let longitudes = ["95.0", "0.0", "86.0", "0.0", "94.0", "0.0"];
        let records = longitudes.map(|longitude| at("30.0", longitude));
        assert_eq!(nearest(&records, 0, 2), [(4.0, 2), (4.0, 4)]);
        assert_eq!(distance(&at("33.0", "94.0")), 5.0);
    }

    #[test]
    fn numbers_have_one_to_three_places() {
        for record in records(Size::Small, 1) {
            assert_eq!(record.len(), 49);
            let numbers = at(record[27..32].trim(), record[33..38].trim());
            assert_eq!(numbers[27..38], record[27..38]);
        }
        let places = |columns: std::ops::Range<usize>| {
            let places = records(Size::Small, 1).into_iter();
            let mut places: Vec<usize> = places.map(|r| r[columns.clone()].trim().len()).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        assert_eq!(places(27..32), [3, 4]);
        assert_eq!(places(33..38), [3, 4, 5]);
    }
}
