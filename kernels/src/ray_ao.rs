//! Ambient occlusion by ray tracing, one thread per pixel: from the point that a pixel shows, short rays in random directions
//! that end at the first triangle, after the ray tracers that vaidya2013 measured ("RT-AO" of table 1, whose sources and scenes
//! are not public). Rays of a warp diverge at once.
//!
//! Problem: for every pixel, how many of a number of rays from the nearest triangle of a scene (`ray_scene`) hit no triangle
//! before they are `reach` long; all rays, if the pixel shows no triangle. With `n` the triangle's unit normal on the side of the
//! eye, rays start at `(o + d t) + n / 1024`, where `o` and `d` are origin and direction of the pixel's ray and `t` is the
//! distance. Their directions are points `p` drawn uniformly from the unit ball, scaled by `1 / sqrt(p p)`, on the side away from
//! the triangle.

use crate::input::{output, scratch};
use crate::ray_scene::{Picture, Scene};
use crate::ray_triangle::Ray;
use crate::vector::{Vector, dot, plus, times};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct RayAo;

/// How far above a triangle the short rays start.
const LIFT: f32 = 1.0 / 1024.0;

fn picture(size: Size) -> Picture {
    Picture::square(size.pick(8, 64))
}

/// Number of short rays of a pixel.
fn samples(size: Size) -> u32 {
    size.pick(2, 6)
}

/// Length of the short rays: about the size of an octahedron.
fn reach(size: Size) -> f32 {
    size.pick(0.75, 0.375)
}

/// PCG's 32-bit generator with the output permutation RXS M XS (Jarzynski and Olano, Hash Functions for GPU Rendering, 2020), one
/// for each pixel, seeded with the pixel's number.
struct Pcg(u32);

impl Pcg {
    fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let shifted = (self.0 >> ((self.0 >> 28) + 4)) ^ self.0;
        let word = shifted.wrapping_mul(277_803_737);
        (word >> 22) ^ word
    }

    /// A multiple of 2^-23 in [-1, 1): the upper 24 bits.
    fn component(&mut self) -> f32 {
        (self.word() as i32 >> 8) as f32 / (1 << 23) as f32
    }

    /// The next random point of the cube that lies in the ball around its centre and is not the centre.
    fn in_ball(&mut self) -> Vector {
        let mut points = std::iter::repeat_with(|| [(); 3].map(|()| self.component()));
        let inside = |&point: &Vector| (f32::MIN_POSITIVE..=1.0).contains(&dot(point, point));
        points.find(inside).expect("half of the cube")
    }
}

/// `vector` scaled to length 1, on the side of `side`.
fn unit(vector: Vector, side: Vector) -> Vector {
    let factor = 1.0 / dot(vector, vector).sqrt();
    let away = dot(vector, side) < 0.0;
    times(vector, if away { -factor } else { factor })
}

/// How many short rays hit nothing.
fn open(scene: &Scene, ray: Ray, pixel: u32, size: Size) -> u32 {
    let Some((triangle, distance)) = scene.closest(ray) else {
        return samples(size);
    };
    let normal = unit(triangle.normal(), times(ray.direction, -1.0));
    let point = plus(ray.origin, times(ray.direction, distance));
    let origin = plus(point, times(normal, LIFT));
    let mut random = Pcg(pixel);
    let mut is_open = || {
        let direction = unit(random.in_ball(), normal);
        !scene.blocks(Ray { origin, direction }, reach(size))
    };
    (0..samples(size)).filter(|_| is_open()).count() as u32
}

impl Workload for RayAo {
    fn name(&self) -> &'static str {
        "ray_ao"
    }

    fn about(&self) -> &'static str {
        "ambient occlusion by short rays that end at the first triangle (vaidya2013)"
    }

    fn source(&self) -> &'static str {
        "kernels/ray_ao/ray_ao.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../ray_ao/ray_ao.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let open = output(scratch("open", picture(size).pixels()));
        let [triangles, nodes] = Scene::random(size, seed).buffers();
        vec![open, triangles, nodes]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let more = [Arg::U32(samples(size)), Arg::F32(reach(size))];
        vec![picture(size).launch(self.name(), room, "open", &more)]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let scene = Scene::random(size, seed);
        let picture = picture(size);
        let open = |pixel| open(&scene, picture.ray(pixel), pixel, size);
        vec![Expected {
            buffer: "open",
            columns: Some(picture.width as usize),
            values: Values::U32((0..picture.pixels()).map(open).collect()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_of_length_one_on_one_side() {
        let mut random = Pcg(1);
        let normal = [0.6, 0.0, -0.8];
        let mean = (0..1000)
            .map(|_| unit(random.in_ball(), normal))
            .inspect(|&d| assert!((dot(d, d) - 1.0).abs() < 1e-6 && dot(d, normal) >= 0.0))
            .fold([0.0; 3], |sum, d| plus(sum, times(d, 1e-3)));
        // Half way to the pole of the hemisphere.
        for axis in 0..3 {
            assert!((mean[axis] - normal[axis] / 2.0).abs() < 0.05, "{mean:?}");
        }
    }

    #[test]
    fn pixels_are_open_to_every_degree() {
        for size in [Size::Small, Size::Full] {
            let scene = Scene::random(size, 0);
            let picture = Picture::square(24);
            let mut pixels = vec![0; samples(size) as usize + 1];
            for pixel in 0..picture.pixels() {
                pixels[open(&scene, picture.ray(pixel), pixel, size) as usize] += 1;
            }
            assert!(pixels.iter().all(|&count| count > 0), "{size}: {pixels:?}");
        }
    }
}
