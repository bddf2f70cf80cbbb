//! A ray and a triangle.
//!
//! A ray hits a triangle by the formulas of Möller and Trumbore (Fast, Minimum Storage Ray/Triangle Intersection, 1997), with
//! divisions and products from left to right as in [`Triangle::distance`], and every operation rounded to single precision. The
//! order is part of the problem, so results are exact.

use crate::vector::{Vector, cross, dot, minus, plus};

/// A triangle is not hit if six times the volume between the direction and the two edges is less than this.
const EDGE_ON: f32 = 1.0 / 1024.0;

/// A ray from `origin` along `direction`, whose length is the unit of distances.
#[derive(Clone, Copy)]
pub(crate) struct Ray {
    pub(crate) origin: Vector,
    pub(crate) direction: Vector,
}

/// A triangle: a corner and the edges from there to the two others.
#[derive(Clone, Copy)]
pub(crate) struct Triangle {
    pub(crate) corner: Vector,
    pub(crate) edges: [Vector; 2],
}

impl Triangle {
    pub(crate) fn between([a, b, c]: [Vector; 3]) -> Self {
        Triangle {
            corner: a,
            edges: [minus(b, a), minus(c, a)],
        }
    }

    pub(crate) fn corners(&self) -> [Vector; 3] {
        let [first, second] = self.edges.map(|edge| plus(self.corner, edge));
        [self.corner, first, second]
    }

    /// A vector perpendicular to the triangle, with twice its area as length.
    pub(crate) fn normal(&self) -> Vector {
        cross(self.edges[0], self.edges[1])
    }

    /// Distance at which a ray hits the triangle, from either side, borders included.
    pub(crate) fn distance(&self, ray: Ray) -> Option<f32> {
        let [first, second] = self.edges;
        let across = cross(ray.direction, second);
        let volume = dot(first, across);
        let from = minus(ray.origin, self.corner);
        let around = cross(from, first);
        let u = dot(from, across) / volume;
        let v = dot(ray.direction, around) / volume;
        let distance = dot(second, around) / volume;
        let inside = u >= 0.0 && v >= 0.0 && u <= 1.0 && u + v <= 1.0;
        (volume.abs() >= EDGE_ON && inside && distance > 0.0).then_some(distance)
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
    fn distances_of_a_triangle() {
        assert_eq!(triangle(2.0).distance(FORWARDS), Some(2.0));
        assert_eq!(triangle(-2.0).distance(FORWARDS), None); // behind
        let from = |x, y| Ray {
            origin: [x, y, 0.0],
            ..FORWARDS
        };
        assert_eq!(triangle(2.0).distance(from(1.0, 1.0)), Some(2.0)); // on an edge
        assert_eq!(triangle(2.0).distance(from(1.1, 1.0)), None);
        assert_eq!(triangle(2.0).distance(from(-1.1, 0.0)), None);
        let along = Ray {
            origin: [-4.0, 0.0, 2.0],
            direction: [1.0, 0.0, 0.0],
        };
        assert_eq!(triangle(2.0).distance(along), None); // edge-on
    }
}
