//! Fast Walsh transforms, two stages at a time, and the dyadic convolution that they make easy: the CUDA SDK's
//! fastWalshTransform, which lashgar2012 (table 1) ran in the launch shapes of the full size.
//!
//! Problem: with `W` the transform, `W(W(a) W(b) / n)`, that is, the sums of `a[i] b[j]` over all `i` and `j` with the same
//! exclusive or. `W` of one number is the number itself; `W` of several numbers is that of the sums, then that of the
//! differences, of both halves. Every operation is rounded to single precision, so the order of `W` makes results exact.
//!
//! KRN-27: the ten launches of the table.

use crate::input::{Random, address, bits, block_threads, input, output};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Fwt;

/// How many numbers there are, how many of the second factor are not zero, and how many are transformed in shared memory: all
/// powers of two. The full sizes are the SDK's, except for 2^15 numbers.
struct Extent {
    count: u32,
    factors: u32,
    part: u32,
}

impl Extent {
    fn new(size: Size) -> Self {
        let (count, factors, part) = size.pick((128, 8, 8), (1 << 15, 1 << 7, 1 << 11));
        Extent {
            count,
            factors,
            part,
        }
    }

    fn launch(kernel: &str, blocks: u32, threads: u32, args: Vec<Arg>) -> Launch {
        Launch {
            kernel: kernel.into(),
            grid: [blocks, 1, 1],
            block: [threads, 1, 1],
            shared_bytes: 0,
            args,
        }
    }

    /// Transforms a buffer: in global memory as long as the pieces are too long, then in shared memory.
    fn transform(&self, buffer: &str, room: Room) -> Vec<Launch> {
        let mut length = self.count;
        let mut launches = Vec::new();
        while length > self.part {
            length /= 4;
            let (quads, block) = (self.count / 4, block_threads(room.threads));
            let args = vec![address(buffer), Arg::U32(self.count), Arg::U32(length)];
            launches.push(Self::launch(
                "fwt_global",
                quads.div_ceil(block),
                block,
                args,
            ));
        }
        // One quad per thread, in blocks of up to 512 threads.
        let threads = 1 << room.threads.min(length / 4).ilog2();
        let args = vec![address(buffer), Arg::U32(length)];
        launches.push(Self::launch(
            "fwt_shared",
            self.count / length,
            threads,
            args,
        ));
        launches
    }

    /// Multiplies the first factor by the second in place.
    fn modulate(&self, room: Room) -> Launch {
        let block = block_threads(room.threads);
        let args = vec![
            address("first"),
            address("second"),
            Arg::U32(self.count),
            Arg::F32(1.0 / self.count as f32),
        ];
        Self::launch("fwt_modulate", self.count.div_ceil(block), block, args)
    }
}

/// Both factors. The last numbers of the second one are zero.
fn factors(size: Size, seed: u64) -> [Vec<f32>; 2] {
    let mut random = Random::new(seed);
    let Extent { count, factors, .. } = Extent::new(size);
    [count, factors].map(|drawn| {
        let mut numbers: Vec<f32> = (0..drawn).map(|_| random.fraction()).collect();
        numbers.resize(count as usize, 0.0);
        numbers
    })
}

fn walsh(numbers: &[f32]) -> Vec<f32> {
    if numbers.len() == 1 {
        return numbers.to_vec();
    }
    let (first, second) = numbers.split_at(numbers.len() / 2);
    let pairs = || first.iter().zip(second);
    let sums: Vec<f32> = pairs().map(|(a, b)| a + b).collect();
    let differences: Vec<f32> = pairs().map(|(a, b)| a - b).collect();
    [walsh(&sums), walsh(&differences)].concat()
}

fn convolution([first, second]: &[Vec<f32>; 2]) -> Vec<f32> {
    let scale = 1.0 / first.len() as f32;
    let pairs = walsh(first).into_iter().zip(walsh(second));
    let products: Vec<f32> = pairs.map(|(a, b)| a * (b * scale)).collect();
    walsh(&products)
}

impl Workload for Fwt {
    fn name(&self) -> &'static str {
        "fwt"
    }

    fn about(&self) -> &'static str {
        "fast Walsh transforms in global and in shared memory, a dyadic convolution (CUDA SDK)"
    }

    fn source(&self) -> &'static str {
        "kernels/fwt/fwt.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../fwt/fwt.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let [first, second] = factors(size, seed);
        vec![
            output(input("first", &bits(&first))),
            input("second", &bits(&second)),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let extent = Extent::new(size);
        [
            extent.transform("first", room),
            extent.transform("second", room),
            vec![extent.modulate(room)],
            extent.transform("first", room),
        ]
        .concat()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        vec![Expected {
            buffer: "first",
            columns: None,
            values: Values::F32(convolution(&factors(size, seed))),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_counts_signs() {
        assert_eq!(walsh(&[1.0, 2.0, 3.0, 4.0]), [10.0, -2.0, -4.0, 0.0]);
    }

    #[test]
    fn products_of_transforms_are_convolutions() {
        let factors = factors(Size::Small, 3);
        for (at, found) in convolution(&factors).into_iter().enumerate() {
            let terms = factors[1].iter().enumerate();
            let exact: f32 = terms.map(|(j, b)| factors[0][at ^ j] * b).sum();
            assert!((found - exact).abs() < 1e-4, "{at}: {found}, {exact}");
        }
    }

    /// lashgar2012, table 1: 6 launches of 32 blocks, 3 of 16 and one of 128.
    #[test]
    fn shapes_are_those_of_the_paper() {
        let room = Room {
            threads: 1024,
            warp: 32,
        };
        let launches = Fwt.launches(Size::Full, 0, room);
        let shape = |blocks, threads| {
            let same = |l: &&Launch| l.grid[0] == blocks && l.block[0] == threads;
            launches.iter().filter(same).count()
        };
        assert_eq!([shape(32, 256), shape(16, 512), shape(128, 256)], [6, 3, 1]);
    }
}
