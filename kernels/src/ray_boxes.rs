//! Hierarchies of boxes around the triangles of a scene, in the layout of `ray.h`.
//!
//! A node has the box around its triangles; more than [`LEAF`] triangles are halved at the median of their centres along the
//! longest side. Boxes are [`MARGIN`] larger than their contents, so that no triangle is hit whose box is missed: in
//! [`crate::ray_scene`] distances are below 5, edges below 1.5, and the volumes used as divisors at least 2^-10, so the computed
//! hit point is off by less than 2^-7.

use crate::ray_triangle::Triangle;
use crate::vector::{Vector, minus};
use std::array::from_fn;

/// The most triangles of a leaf.
const LEAF: usize = 4;

/// Distance from the triangles of a box to its sides.
const MARGIN: f32 = 1.0 / 64.0;

/// A leaf has triangles, starting with number `first`; another node has the children `first` and `first + 1`, of which the former
/// lies before the latter along `axis`.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    low: Vector,
    high: Vector,
    first: u32,
    triangles: u32,
    axis: u32,
}

impl Node {
    /// A leaf of `triangles`, the first of which has the number `first`.
    fn leaf(triangles: &[Triangle], first: usize) -> Self {
        let corners = || triangles.iter().flat_map(Triangle::corners);
        let low = |axis: usize| corners().map(|c| c[axis]).fold(f32::MAX, f32::min);
        let high = |axis: usize| corners().map(|c| c[axis]).fold(f32::MIN, f32::max);
        Node {
            low: from_fn(|axis| low(axis) - MARGIN),
            high: from_fn(|axis| high(axis) + MARGIN),
            first: first as u32,
            triangles: triangles.len() as u32,
            axis: 0,
        }
    }

    fn longest_side(&self) -> usize {
        let sides = minus(self.high, self.low);
        let longer = |&one: &usize, &other: &usize| sides[one].total_cmp(&sides[other]);
        (0..3).max_by(longer).expect("three axes")
    }

    /// The node in the kernels' format.
    pub(crate) fn words(&self) -> Vec<u32> {
        let sides = [self.low, self.high];
        let sides = sides.as_flattened().iter().map(|side| side.to_bits());
        sides
            .chain([self.first, self.triangles, self.axis])
            .collect()
    }
}

/// The hierarchy around `triangles`, the root first; sorts the triangles into the order of the leaves.
pub(crate) fn around(triangles: &mut [Triangle]) -> Vec<Node> {
    let mut nodes = vec![Node::leaf(triangles, 0)];
    divide(&mut nodes, 0, triangles);
    nodes
}

/// Divides a leaf with its triangles into a tree.
fn divide(nodes: &mut Vec<Node>, leaf: usize, triangles: &mut [Triangle]) {
    if triangles.len() <= LEAF {
        return;
    }
    let axis = nodes[leaf].longest_side();
    let centre = |t: &Triangle| t.corners().iter().map(|corner| corner[axis]).sum::<f32>();
    triangles.sort_by(|one, other| centre(one).total_cmp(&centre(other)));
    let (before, behind) = triangles.split_at_mut(triangles.len() / 2);
    let (start, children) = (nodes[leaf].first as usize, nodes.len());
    nodes.push(Node::leaf(before, start));
    nodes.push(Node::leaf(behind, start + before.len()));
    nodes[leaf] = Node {
        first: children as u32,
        triangles: 0,
        axis: axis as u32,
        ..nodes[leaf]
    };
    divide(nodes, children, before);
    divide(nodes, children + 1, behind);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::ray_scene::Scene;

    fn contains(node: &Node, point: Vector) -> bool {
        (0..3).all(|axis| (node.low[axis]..=node.high[axis]).contains(&point[axis]))
    }

    /// The triangles of all leaves under a node that every box on the path contains.
    fn inside(scene: &Scene, node: usize) -> Vec<usize> {
        let node = &scene.nodes[node];
        let first = node.first as usize;
        let below: Vec<usize> = match node.triangles {
            0 => [first, first + 1]
                .iter()
                .flat_map(|&child| inside(scene, child))
                .collect(),
            count => (first..first + count as usize).collect(),
        };
        let whole = |&t: &usize| {
            scene.triangles[t]
                .corners()
                .iter()
                .all(|&c| contains(node, c))
        };
        below.into_iter().filter(whole).collect()
    }

    #[test]
    fn every_triangle_is_in_the_boxes_above_it() {
        for size in [Size::Small, Size::Full] {
            let scene = Scene::random(size, 3);
            let all: Vec<usize> = (0..scene.triangles.len()).collect();
            assert_eq!(inside(&scene, 0), all);
        }
    }

    /// Twelve triangles in a row, in random order: their leaves are in order.
    #[test]
    fn nearer_children_come_first() {
        let place = |i: usize| (i * 5 % 12) as f32;
        let mut triangles: Vec<Triangle> = (0..12)
            .map(|i| Triangle {
                corner: [0.0, place(i), 0.0],
                edges: [[0.5, 0.0, 0.0], [0.0, 0.0, 0.5]],
            })
            .collect();
        let nodes = around(&mut triangles);
        let places = triangles.iter().map(|triangle| triangle.corner[1]);
        assert!(places.eq((0..12).map(|place| place as f32)));
        let leaves: Vec<[u32; 2]> = nodes
            .iter()
            .filter(|node| node.triangles > 0)
            .map(|node| [node.first, node.triangles])
            .collect();
        assert_eq!(leaves, [[0, 3], [3, 3], [6, 3], [9, 3]]);
        assert!(
            nodes
                .iter()
                .filter(|node| node.triangles == 0)
                .all(|node| node.axis == 1)
        );
    }
}
