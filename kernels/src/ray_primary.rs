//! Ray tracing with primary rays, one thread per pixel: traversal of a hierarchy of boxes with a stack in private memory, after
//! the ray tracers that vaidya2013 measured ("RT-PR" of table 1, whose sources and scenes are not public). Neighbouring rays
//! diverge where they hit different boxes.
//!
//! Problem: the nearest triangle of a scene (`ray_scene`) for every pixel. A pixel is as bright as
//! `|n d| / sqrt((n n) (d d))`, the cosine between the triangle's normal `n` and the ray's direction
//! `d`; without a triangle it is 0.
//!
//! KRN-14: scene and hierarchy are ours; the reference knows no boxes.

use crate::input::{output, scratch};
use crate::ray_scene::{Picture, Scene};
use crate::ray_triangle::Ray;
use crate::vector::dot;
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Buffer, Launch};

/// See the [module](self).
pub struct RayPrimary;

fn picture(size: Size) -> Picture {
    Picture::square(size.pick(12, 128))
}

fn shade(scene: &Scene, ray: Ray) -> f32 {
    let Some((triangle, _)) = scene.closest(ray) else {
        return 0.0;
    };
    let (n, d) = (triangle.normal(), ray.direction);
    dot(n, d).abs() / (dot(n, n) * dot(d, d)).sqrt()
}

impl Workload for RayPrimary {
    fn name(&self) -> &'static str {
        "ray_primary"
    }

    fn about(&self) -> &'static str {
        "ray tracing with primary rays, a hierarchy of boxes and a stack a thread (vaidya2013)"
    }

    fn source(&self) -> &'static str {
        "kernels/ray_primary/ray_primary.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../ray_primary/ray_primary.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let shade = output(scratch("shade", picture(size).pixels()));
        let [triangles, nodes] = Scene::random(size, seed).buffers();
        vec![shade, triangles, nodes]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        vec![picture(size).launch(self.name(), room, "shade", &[])]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let scene = Scene::random(size, seed);
        let picture = picture(size);
        let pixels = 0..picture.pixels();
        vec![Expected {
            buffer: "shade",
            columns: Some(picture.width as usize),
            values: Values::F32(pixels.map(|p| shade(&scene, picture.ray(p))).collect()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_are_cosines_and_differ() {
        let scene = Scene::random(Size::Small, 0);
        let picture = picture(Size::Small);
        let mut shades: Vec<f32> = (0..picture.pixels())
            .map(|pixel| shade(&scene, picture.ray(pixel)))
            .collect();
        assert!(shades.iter().all(|shade| (0.0..=1.0).contains(shade)));
        shades.sort_by(f32::total_cmp);
        shades.dedup();
        assert!(shades.len() > 30, "{} shades", shades.len());
    }
}
