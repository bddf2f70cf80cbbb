//! Potentials and forces that particles in the same and in neighbouring boxes exert on each other, one block per box: Rodinia's
//! lavaMD, whose boxes have fewer particles than its warps have lanes.
//!
//! Problem: with `v` and a position `p` of every particle, particle `j` with charge `q` adds the product of `q` and `u = exp(-(a
//! (v_i + v_j - p_i p_j)))` to the potential of `i`, and the product of `q` and `2 u (p_i - p_j)` to its force. Boxes are visited
//! layer by layer and row by row, their contributions are added in order of `j`, and everything is added from zero. Scalar
//! products are added in order of the axes, every operation is rounded to single precision, and the exponential function is that
//! of the module `exponential`, so results are exact.
//!
//! KRN-19: no test of the distance, as in Rodinia.

use crate::exponential::exponential;
use crate::input::{Random, address, bits, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct LavaMd;

/// `a`: twice the square of Rodinia's alpha, 0.5.
const FALLOFF: f32 = 0.5;

/// Number of boxes along the axes, and of particles in a box; Rodinia's boxes have 100.
struct Shape {
    boxes: [u32; 3],
    count: u32,
}

impl Shape {
    fn new(size: Size) -> Self {
        let (boxes, count) = size.pick(([2, 2, 1], 12), ([4, 2, 2], 100));
        Shape { boxes, count }
    }

    fn blocks(&self) -> u32 {
        self.boxes.iter().product()
    }

    /// The coordinates of a box.
    fn place(&self, index: usize) -> [usize; 3] {
        let [x, y, _] = self.boxes.map(|boxes| boxes as usize);
        [index % x, index / x % y, index / x / y]
    }

    /// Whether two boxes touch or are the same.
    fn near(&self, one: usize, other: usize) -> bool {
        let both = self.place(one).into_iter().zip(self.place(other));
        both.into_iter().all(|(a, b)| a.abs_diff(b) <= 1)
    }
}

/// `v` and the position.
type Particle = [f32; 4];

/// Particles and their charges, box by box.
struct Space {
    shape: Shape,
    particles: Vec<Particle>,
    charges: Vec<f32>,
}

impl Space {
    /// All numbers are multiples of 0.1 from 0.1 to 1.0, as in Rodinia.
    fn random(size: Size, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut tenths = || (1 + random.below(10)) as f32 / 10.0;
        let shape = Shape::new(size);
        let all = shape.blocks() * shape.count;
        Space {
            particles: (0..all).map(|_| [(); 4].map(|()| tenths())).collect(),
            charges: (0..all).map(|_| tenths()).collect(),
            shape,
        }
    }

    /// Potential and force of a particle.
    fn felt(&self, index: usize) -> Particle {
        let count = self.shape.count as usize;
        let all = self.particles.iter().zip(&self.charges).enumerate();
        let near = all.filter(|(other, _)| self.shape.near(index / count, other / count));
        near.fold([0.0; 4], |felt, (_, (&other, &charge))| {
            let added = added(self.particles[index], other, charge);
            std::array::from_fn(|part| felt[part] + added[part])
        })
    }
}

/// The contribution of `other` to the potential and the force of `at`.
fn added(at: Particle, other: Particle, charge: f32) -> Particle {
    let product = at[1] * other[1] + at[2] * other[2] + at[3] * other[3];
    let potential = exponential(-(FALLOFF * (at[0] + other[0] - product)));
    let force = 2.0 * potential;
    std::array::from_fn(|part| match part {
        0 => charge * potential,
        axis => charge * (force * (at[axis] - other[axis])),
    })
}

impl Workload for LavaMd {
    fn name(&self) -> &'static str {
        "lavamd"
    }

    fn about(&self) -> &'static str {
        "forces of particles in boxes, which do not fill the warps of their blocks (Rodinia)"
    }

    fn source(&self) -> &'static str {
        "kernels/lavamd/lavamd.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../lavamd/lavamd.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let space = Space::random(size, seed);
        let words = bits(space.particles.as_flattened());
        let felt = scratch("felt", words.len() as u32);
        vec![
            input("particles", &words),
            input("charge", &bits(&space.charges)),
            output(felt),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let shape = Shape::new(size);
        let numbers = shape.boxes.into_iter().chain([shape.count]).map(Arg::U32);
        vec![Launch {
            kernel: self.name().into(),
            grid: [shape.blocks(), 1, 1],
            // Whole warps, as many as the particles need.
            block: [
                room.threads.min(shape.count.next_multiple_of(room.warp)),
                1,
                1,
            ],
            shared_bytes: 0,
            args: ["particles", "charge", "felt"]
                .map(address)
                .into_iter()
                .chain(numbers)
                .chain([Arg::F32(FALLOFF)])
                .collect(),
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let space = Space::random(size, seed);
        let felt: Vec<Particle> = (0..space.particles.len()).map(|i| space.felt(i)).collect();
        vec![Expected {
            buffer: "felt",
            columns: Some(4),
            values: Values::F32(felt.concat()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_see_those_around_them() {
        let shape = Shape {
            boxes: [4, 3, 3],
            count: 1,
        };
        let seen = |index| (0..36).filter(|&other| shape.near(index, other)).count();
        assert_eq!(seen(0), 8); // a corner
        assert_eq!(seen(1), 12); // an edge
        assert_eq!(seen(5), 18); // a face
        assert_eq!(seen(17), 27); // inside
    }

    #[test]
    fn forces_are_opposite() {
        let (one, other) = ([0.2, 0.1, 0.5, 0.9], [0.3, 0.4, 0.4, 0.1]);
        let [there, back] = [added(one, other, 0.5), added(other, one, 0.5)];
        assert_eq!(there[0], back[0]);
        assert!((1..4).all(|axis| there[axis] == -back[axis] && there[axis] != 0.0));
        // 0.5 exp(-0.5 (0.2 + 0.3 - (0.04 + 0.2 + 0.09)))
        assert!((there[0] - 0.5 * (-0.085_f32).exp()).abs() < 1e-5);
    }
}
