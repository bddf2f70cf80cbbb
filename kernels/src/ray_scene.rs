//! A scene of triangles and the rays through it, shared by [`crate::ray_primary`] and [`crate::ray_ao`].
//!
//! Problem: the nearest triangle that a ray hits ([`Triangle::distance`]). The kernels search it in a [hierarchy of
//! boxes](crate::ray_boxes), the reference tests all triangles: boxes only save work.

use crate::input::{Random, address, bits, block_threads, input};
use crate::ray_boxes::{self, Node};
use crate::ray_triangle::{Ray, Triangle};
use crate::vector::Vector;
use crate::{Room, Size};
use heddle_sim::launch::{Arg, Buffer, Launch};
use std::array::from_fn;

/// Triangles of an octahedron.
const FACES: usize = 8;

/// The faces of an octahedron with its corners on the axes through `centre`.
fn octahedron(centre: Vector, radii: Vector) -> [Triangle; FACES] {
    from_fn(|face| {
        let corner = |axis: usize| {
            let radius = if face >> axis & 1 == 0 {
                radii[axis]
            } else {
                -radii[axis]
            };
            let mut corner = centre;
            corner[axis] += radius;
            corner
        };
        Triangle::between([corner(0), corner(1), corner(2)])
    })
}

/// The picture: pixels with distance `step` in the plane z = 1, the first one at `corner`.
pub(crate) struct Picture {
    pub(crate) width: u32,
    height: u32,
    corner: f32,
    step: f32,
}

impl Picture {
    /// A square of [-0.5, 0.5) in both directions, seen from the origin.
    pub(crate) fn square(side: u32) -> Self {
        Picture {
            width: side,
            height: side,
            corner: -0.5,
            step: 1.0 / side as f32,
        }
    }

    pub(crate) fn pixels(&self) -> u32 {
        self.width * self.height
    }

    /// The ray through the pixel with a number, row by row.
    pub(crate) fn ray(&self, pixel: u32) -> Ray {
        let at = |place: u32| self.corner + place as f32 * self.step;
        Ray {
            origin: [0.0; 3],
            direction: [at(pixel % self.width), at(pixel / self.width), 1.0],
        }
    }

    /// A launch of `kernel` on every pixel; `result` is the buffer that it writes, `more` are its arguments besides scene and
    /// picture.
    pub(crate) fn launch(&self, kernel: &str, room: Room, result: &str, more: &[Arg]) -> Launch {
        let block = block_threads(room.threads);
        let picture = [
            Arg::U32(self.width),
            Arg::U32(self.height),
            Arg::F32(self.corner),
            Arg::F32(self.corner),
            Arg::F32(self.step),
        ];
        Launch {
            kernel: kernel.into(),
            grid: [self.pixels().div_ceil(block), 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: [result, "triangles", "nodes"]
                .map(address)
                .into_iter()
                .chain(picture)
                .chain(more.iter().cloned())
                .collect(),
        }
    }
}

/// Triangles in the order of the leaves, and the hierarchy.
pub(crate) struct Scene {
    pub(crate) triangles: Vec<Triangle>,
    pub(crate) nodes: Vec<Node>,
}

impl Scene {
    /// A cloud of intersecting octahedra in [-1, 1] x [-1, 1] x [2, 4]; the more there are, the smaller they are. Together they
    /// hide most of the background.
    pub(crate) fn random(size: Size, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (octahedra, radius) = size.pick((4, 1.0), (128, 0.32));
        let mut between = |low: f32, high: f32| low + (high - low) * random.fraction();
        let mut solid = |_| {
            let centre = [between(-1.0, 1.0), between(-1.0, 1.0), between(2.0, 4.0)];
            octahedron(centre, from_fn(|_| between(0.4 * radius, radius)))
        };
        let mut triangles: Vec<Triangle> = (0..octahedra).flat_map(&mut solid).collect();
        let nodes = ray_boxes::around(&mut triangles);
        Scene { triangles, nodes }
    }

    /// The buffers that the kernels read.
    pub(crate) fn buffers(&self) -> [Buffer; 2] {
        let numbers = |t: &Triangle| [t.corner, t.edges[0], t.edges[1]];
        let triangles: Vec<Vector> = self.triangles.iter().flat_map(numbers).collect();
        let nodes: Vec<u32> = self.nodes.iter().flat_map(Node::words).collect();
        [
            input("triangles", &bits(triangles.as_flattened())),
            input("nodes", &nodes),
        ]
    }

    /// The nearest triangle that a ray hits (of equally near ones the first), and its distance.
    pub(crate) fn closest(&self, ray: Ray) -> Option<(&Triangle, f32)> {
        let met = |triangle| Some((triangle, Triangle::distance(triangle, ray)?));
        let all = self.triangles.iter().filter_map(met);
        all.min_by(|(_, one), (_, other)| one.total_cmp(other))
    }

    /// Whether a ray hits a triangle before `reach`.
    pub(crate) fn blocks(&self, ray: Ray, reach: f32) -> bool {
        let mut distances = self.triangles.iter().filter_map(|t| t.distance(ray));
        distances.any(|distance| distance < reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORWARDS: Ray = Ray {
        origin: [0.0; 3],
        direction: [0.0, 0.0, 1.0],
    };

    fn triangle(z: f32) -> Triangle {
        Triangle::between([[-1.0, -1.0, z], [3.0, -1.0, z], [-1.0, 3.0, z]])
    }

    #[test]
    fn the_nearest_triangle_is_the_closest() {
        let scene = Scene {
            triangles: [4.0, 3.0, 5.0].map(triangle).into(),
            nodes: Vec::new(),
        };
        let (nearest, distance) = scene.closest(FORWARDS).expect("a triangle");
        assert_eq!((nearest.corner[2], distance), (3.0, 3.0));
        assert!(scene.blocks(FORWARDS, 3.5) && !scene.blocks(FORWARDS, 3.0));
    }

    /// A ray through an octahedron enters and leaves it.
    #[test]
    fn octahedra_are_closed() {
        let faces = octahedron([0.1, 0.2, 3.0], [0.5, 1.0, 0.75]);
        let met = |direction| {
            let ray = Ray {
                direction,
                ..FORWARDS
            };
            faces
                .iter()
                .filter(|face| face.distance(ray).is_some())
                .count()
        };
        assert_eq!(met([0.0, 0.0, 1.0]), 2);
        assert_eq!(met([0.1, 0.15, 1.0]), 2);
        assert_eq!(met([0.4, 0.4, 1.0]), 0);
    }

    /// Some of the picture is background, most is not.
    #[test]
    fn scenes_fill_the_picture() {
        let picture = Picture::square(32);
        for size in [Size::Small, Size::Full] {
            for seed in 0..4 {
                let scene = Scene::random(size, seed);
                let pixels = (0..picture.pixels()).map(|pixel| picture.ray(pixel));
                let hits = pixels.filter(|&ray| scene.closest(ray).is_some()).count();
                assert!(
                    (200..1000).contains(&hits),
                    "{size}, {seed}: {hits} of 1024"
                );
            }
        }
    }
}
