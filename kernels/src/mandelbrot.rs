//! Escape times of the Mandelbrot set: one thread per pixel, a divergent loop of floats.
//!
//! Problem: `c = (left + x * step, top + y * step)`, every operation rounded to single precision.
//! `z` starts at 0; a step computes `z * z + c` as `(re * re - im * im) + c_re` and
//! `(re * im + im * re) + c_im`. The result is the number of steps until `re * re + im * im > 4`,
//! at most `limit`. The order of operations is part of the problem, so results are exact.

use crate::input::{Random, address, block_side, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Mandelbrot;

/// The part of the plane, and its resolution.
struct View {
    width: u32,
    height: u32,
    limit: u32,
    left: f32,
    top: f32,
    step: f32,
}

impl View {
    /// The whole set, [-2, 1] x [-1, 1], moved by less than a pixel by the seed.
    fn new(size: Size, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (width, height, limit) = size.pick((48, 32, 64), (768, 512, 192));
        let step = 3.0 / width as f32;
        View {
            width,
            height,
            limit,
            left: -2.0 + random.fraction() * step,
            top: -1.0 + random.fraction() * step,
            step,
        }
    }

    fn pixels(&self) -> u32 {
        self.width * self.height
    }

    fn point(&self, x: u32, y: u32) -> Complex {
        Complex {
            re: self.left + x as f32 * self.step,
            im: self.top + y as f32 * self.step,
        }
    }

    fn escape_time(&self, c: Complex) -> u32 {
        let zero = Complex { re: 0.0, im: 0.0 };
        std::iter::successors(Some(zero), |&z| Some(z.times(z).plus(c)))
            .zip(0..self.limit)
            .find(|(z, _)| z.norm_squared() > 4.0)
            .map_or(self.limit, |(_, steps)| steps)
    }
}

#[derive(Clone, Copy)]
struct Complex {
    re: f32,
    im: f32,
}

impl Complex {
    fn plus(self, other: Self) -> Self {
        Complex {
            re: self.re + other.re,
            im: self.im + other.im,
        }
    }

    fn times(self, other: Self) -> Self {
        Complex {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }

    fn norm_squared(self) -> f32 {
        self.re * self.re + self.im * self.im
    }
}

impl Workload for Mandelbrot {
    fn name(&self) -> &'static str {
        "mandelbrot"
    }

    fn about(&self) -> &'static str {
        "escape times of the Mandelbrot set, a divergent loop of floats"
    }

    fn source(&self) -> &'static str {
        "kernels/mandelbrot/mandelbrot.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../mandelbrot/mandelbrot.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        vec![output(scratch("count", View::new(size, seed).pixels()))]
    }

    fn launches(&self, size: Size, seed: u64, room: Room) -> Vec<Launch> {
        let view = View::new(size, seed);
        let side = block_side(room.threads);
        vec![Launch {
            kernel: self.name().into(),
            grid: [view.width.div_ceil(side), view.height.div_ceil(side), 1],
            block: [side, side, 1],
            shared_bytes: 0,
            args: vec![
                address("count"),
                Arg::U32(view.width),
                Arg::U32(view.height),
                Arg::U32(view.limit),
                Arg::F32(view.left),
                Arg::F32(view.top),
                Arg::F32(view.step),
            ],
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let view = View::new(size, seed);
        let row = |y| (0..view.width).map(move |x| (x, y));
        let counts = (0..view.height)
            .flat_map(row)
            .map(|(x, y)| view.escape_time(view.point(x, y)))
            .collect();
        vec![Expected {
            buffer: "count",
            columns: Some(view.width as usize),
            values: Values::U32(counts),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_points() {
        let view = View::new(Size::Small, 0);
        let time = |re, im| view.escape_time(Complex { re, im });
        assert_eq!(time(0.0, 0.0), view.limit); // stays at 0
        assert_eq!(time(-1.0, 0.0), view.limit); // 0, -1, 0, -1
        assert_eq!(time(-2.0, 0.0), view.limit); // 0, -2, 2, 2: on the border, not beyond
        assert_eq!(time(1.0, 0.0), 3); // 0, 1, 2, 5
        assert_eq!(time(3.0, 0.0), 1); // 0, 3
    }
}
