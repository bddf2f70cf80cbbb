//! The reference: a particle filter in the order of operations that the problem defines.

use crate::exponential::exponential;
use crate::input::Random;

/// Number of particles whose weights are added as one group.
pub const GROUP: usize = 32;

/// Pixels around the disk and inside it, without noise.
const DARK: i32 = 100;
const BRIGHT: i32 = 228;

/// The largest noise of a pixel.
const NOISE: i32 = 12;

/// The amount of work.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Number of particles, a multiple of [`GROUP`].
    pub particles: usize,
    pub frames: u32,
    /// Width and height of a frame.
    pub side: i32,
    /// Points nearer to the centre than this belong to the disk.
    pub radius: i32,
}

impl Shape {
    /// The points of the disk, relative to its centre.
    pub fn disk(self) -> Vec<[i32; 2]> {
        let range = || -self.radius..=self.radius;
        let points = range().flat_map(|y| range().map(move |x| [x, y]));
        points
            .filter(|[x, y]| x * x + y * y < self.radius * self.radius)
            .collect()
    }

    /// Position of the disk in a frame: it moves like the average particle.
    fn centre(self, frame: u32) -> [i32; 2] {
        [
            self.side / 2 + frame as i32,
            self.side / 2 - 2 * frame as i32,
        ]
    }
}

type Position = [f32; 2];

/// The state of the filter between frames.
pub struct Filter {
    pub shape: Shape,
    /// Pixels of all frames, row by row.
    pub video: Vec<i32>,
    pub seeds: Vec<u32>,
    pub places: Vec<Position>,
    /// Positions after the motion, before the selection.
    pub moved: Vec<Position>,
    pub cumulative: Vec<f32>,
}

/// A multiple of 2^-24 in [0, 1), from Rodinia's generator.
fn uniform(seed: &mut u32) -> f32 {
    *seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
    (*seed >> 8) as f32 / (1 << 24) as f32
}

/// An approximately normal number with a deviation of 1.
fn normal(seed: &mut u32) -> f32 {
    let sum = (0..4).fold(0.0, |sum, _| sum + uniform(seed));
    (sum - 2.0) * 1.732_050_8
}

/// The sum by halves: the upper half is added to the lower one until one number is left.
fn sum(numbers: &[f32]) -> f32 {
    if let [number] = numbers {
        return *number;
    }
    let (lower, upper) = numbers.split_at(numbers.len() / 2);
    let both = lower.iter().zip(upper).map(|(a, b)| a + b);
    sum(&both.collect::<Vec<_>>())
}

impl Filter {
    /// A video with noise up to [`NOISE`], and particles at the disk's first position.
    pub fn random(shape: Shape, random: &mut Random) -> Self {
        let [x, y] = shape.centre(0).map(|at| at as f32);
        let places = vec![[x, y]; shape.particles];
        Filter {
            shape,
            video: (0..shape.frames)
                .flat_map(|frame| picture(shape, frame + 1, random))
                .collect(),
            seeds: places.iter().map(|_| random.word()).collect(),
            moved: places.clone(),
            places,
            cumulative: Vec::new(),
        }
    }

    fn pixel(&self, frame: u32, x: i32, y: i32) -> i32 {
        let side = self.shape.side;
        if (0..side).contains(&x) && (0..side).contains(&y) {
            self.video[((frame as i32 * side + y) * side + x) as usize]
        } else {
            DARK
        }
    }

    fn likelihood(&self, frame: u32, place: Position) -> f32 {
        let [x, y] = place.map(|at| at as i32);
        let disk = self.shape.disk();
        let terms = disk.iter().map(|[dx, dy]| {
            let pixel = self.pixel(frame, x + dx, y + dy);
            let [dark, bright] = [DARK, BRIGHT].map(|from| (pixel - from) as f32);
            dark * dark - bright * bright
        });
        terms.fold(0.0, |sum, term| sum + term) / disk.len() as f32 / 1000.0
    }

    /// Processes a frame: motion, weights, and the selection of the particles to continue with.
    pub fn step(&mut self, frame: u32) {
        let count = self.places.len() as f32;
        for ((seed, [x, y]), moved) in self.seeds.iter_mut().zip(&self.places).zip(&mut self.moved)
        {
            *moved = [x + 1.0 + 5.0 * normal(seed), y - 2.0 + 2.0 * normal(seed)];
        }
        let weight = |place: &Position| exponential(self.likelihood(frame, *place)) / count;
        let weights: Vec<f32> = self.moved.iter().map(weight).collect();
        let total = weights
            .chunks(GROUP)
            .fold(0.0, |all, group| all + sum(group));
        let cumulate = |before: &mut f32, weight: &f32| {
            *before += weight / total;
            Some(*before)
        };
        self.cumulative = weights.iter().scan(0.0, cumulate).collect();
        let start = uniform(&mut self.seeds[0]) / count;
        self.places = (0..self.places.len())
            .map(|i| self.moved[self.found(start + i as f32 / count)])
            .collect();
    }

    /// The first particle whose accumulated weight is at least `sought`, or the last one.
    fn found(&self, sought: f32) -> usize {
        let first = self.cumulative.iter().position(|&sum| sum >= sought);
        first.unwrap_or(self.cumulative.len() - 1)
    }
}

/// The pixels of a frame, row by row.
fn picture(shape: Shape, frame: u32, random: &mut Random) -> Vec<i32> {
    let ([x, y], side) = (shape.centre(frame), shape.side);
    let disk = shape.disk();
    let mut pixel = |index| {
        let from_centre = [index % side - x, index / side - y];
        let clean = if disk.contains(&from_centre) {
            BRIGHT
        } else {
            DARK
        };
        clean - NOISE + random.below(2 * NOISE as u32 + 1) as i32
    };
    (0..side * side).map(&mut pixel).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_follow_the_disk() {
        let shape = Shape {
            particles: 2048,
            frames: 3,
            side: 128,
            radius: 5,
        };
        for seed in 0..3 {
            let mut filter = Filter::random(shape, &mut Random::new(seed));
            (0..shape.frames).for_each(|frame| filter.step(frame));
            let disk = shape.centre(shape.frames);
            for axis in 0..2 {
                let sum: f32 = filter.places.iter().map(|place| place[axis]).sum();
                let off = sum / shape.particles as f32 - disk[axis] as f32;
                assert!(off.abs() < 1.5, "seed {seed}, axis {axis}: {off}");
            }
        }
    }

    #[test]
    fn random_numbers_are_nearly_normal() {
        let mut seed = 1;
        let numbers: Vec<f32> = (0..10_000).map(|_| normal(&mut seed)).collect();
        let mean = |of: fn(f32) -> f32| numbers.iter().map(|&x| of(x)).sum::<f32>() / 10_000.0;
        assert!(mean(|x| x).abs() < 0.05 && (mean(|x| x * x) - 1.0).abs() < 0.05);
    }

    #[test]
    fn sums_by_halves() {
        assert_eq!(sum(&[1.0, 2.0, 4.0, 8.0]), 15.0);
        // Only in this order do the large numbers cancel before the small ones are added.
        assert_eq!(sum(&[1e10, 1.0, -1e10, 2.0]), 3.0);
    }

    #[test]
    fn likelier_where_the_disk_is() {
        let shape = Shape {
            particles: 32,
            frames: 1,
            side: 24,
            radius: 2,
        };
        let filter = Filter::random(shape, &mut Random::new(0));
        let [x, y] = filter.shape.centre(1).map(|at| at as f32);
        assert!(filter.likelihood(0, [x, y]) > 10.0);
        assert!(filter.likelihood(0, [x + 6.0, y]) < -10.0);
    }
}
