//! Following a disk through a noisy video with a particle filter, three launches per frame: Rodinia's particle filter, whose
//! threads search for the particles to continue with, each for a different time.
//!
//! Problem: particles start at the disk's position. In a frame each moves by `(1 + 5 g, -2 + 2 g)`, where `g` is the sum of four
//! random numbers, less 2, times the root of 3. Its likelihood is the mean of `(p - dark)^2 - (p - bright)^2` over the pixels `p`
//! of a disk around it (all dark outside of the frame) divided by 1000; its weight is the exponential of the likelihood divided
//! by the number of particles. Weights are divided by their sum, which is added by halves within groups, then group by group;
//! then they are accumulated in order. Particle `i` of the next frame is the first one whose accumulated weight is at least `s +
//! i / n`, or the last one, with a random `s` below `1 / n`. The integer parts of a position select its pixel. Every operation is
//! rounded to single precision, and the exponential function is that of the module `exponential`, so results are exact.
//!
//! KRN-21: weights are summed in one block, because the launch of many blocks in Rodinia has a race.

mod filter;

use crate::input::{Random, address, bits, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use filter::{Filter, GROUP, Shape};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct ParticleFilter;

fn shape(size: Size) -> Shape {
    let small = Shape {
        particles: 96,
        frames: 2,
        side: 24,
        radius: 2,
    };
    let full = Shape {
        particles: 2048,
        frames: 3,
        side: 128,
        radius: 5,
    };
    size.pick(small, full)
}

fn problem(size: Size, seed: u64) -> Filter {
    Filter::random(shape(size), &mut Random::new(seed))
}

fn words(numbers: &[i32]) -> Vec<u32> {
    numbers
        .iter()
        .map(|number| number.cast_unsigned())
        .collect()
}

impl Workload for ParticleFilter {
    fn name(&self) -> &'static str {
        "particle_filter"
    }

    fn about(&self) -> &'static str {
        "following a disk through a video; searches of uneven length (Rodinia)"
    }

    fn source(&self) -> &'static str {
        "kernels/particle_filter/particle_filter.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../particle_filter/particle_filter.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let filter = problem(size, seed);
        let particles = filter.shape.particles as u32;
        vec![
            input("video", &words(&filter.video)),
            input("disk", &words(filter.shape.disk().as_flattened())),
            input("seeds", &filter.seeds),
            output(input("places", &bits(filter.places.as_flattened()))),
            output(scratch("moved", 2 * particles)),
            scratch("weights", particles),
            scratch("group_weights", particles / GROUP as u32),
            output(scratch("cumulative", particles)),
            scratch("start", 1),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let shape = shape(size);
        let (particles, points) = (shape.particles as u32, shape.disk().len() as u32);
        let block = block_threads(room.threads);
        let group_block = block.min(GROUP as u32);
        let blocks = [
            ("particle_move", group_block, particles / GROUP as u32),
            ("particle_normalize", block, 1),
            ("particle_resample", block, particles.div_ceil(block)),
        ];
        let buffers = [
            "video",
            "disk",
            "seeds",
            "places",
            "moved",
            "weights",
            "group_weights",
            "cumulative",
            "start",
        ];
        let launch = |frame, (kernel, block, count): (&str, _, _)| {
            let side = shape.side.cast_unsigned();
            let numbers = [particles, points, side, side, frame].map(Arg::U32);
            Launch {
                kernel: kernel.into(),
                grid: [count, 1, 1],
                block: [block, 1, 1],
                shared_bytes: 0,
                args: buffers.map(address).into_iter().chain(numbers).collect(),
            }
        };
        (0..shape.frames)
            .flat_map(|frame| blocks.map(|kernel| launch(frame, kernel)))
            .collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let mut filter = problem(size, seed);
        (0..filter.shape.frames).for_each(|frame| filter.step(frame));
        let expected = |buffer, columns, values| Expected {
            buffer,
            columns,
            values: Values::F32(values),
        };
        vec![
            expected("moved", Some(2), filter.moved.concat()),
            expected("cumulative", None, filter.cumulative),
            expected("places", Some(2), filter.places.concat()),
        ]
    }
}
