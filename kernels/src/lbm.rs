//! Lattice Boltzmann method in three dimensions with 19 velocities, one thread per cell and one launch per time step: after
//! SPEC's 470.lbm, fung2009's program that diverges and is nevertheless limited by bandwidth.
//!
//! Problem: a number of time steps. In a step the densities `f[i]` of a cell collide, then each moves to the cell to which its
//! velocity `c[i]` leads. With `m` the sum of the densities, `u` the sum of `c[i] f[i]` divided by `m` (or a given velocity in
//! accelerated cells) and `e = 1.5 u u - 1`, a density becomes `(1 - w) f[i] + (w t[i]) m ((c[i] u) (4.5 (c[i] u) + 3) - e)`,
//! where `w` is the rate and `t[i]` the weight of the velocity; in obstacles it becomes the density of the opposite velocity.
//! Sums are added in order of `i` or of axes from zero, products multiplied from left to right, and every operation rounded to
//! single precision, so results are exact.
//!
//! KRN-13: the densities of a cell side by side.

use crate::input::{Random, address, bits, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Lbm;

const VELOCITIES: usize = 19;

/// Densities of a cell.
type Cell = [f32; VELOCITIES];

/// Velocities in cells per time step; after rest, opposite velocities are adjacent.
#[rustfmt::skip]
const VELOCITY: [[i8; 3]; VELOCITIES] = [
    [0, 0, 0],
    [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1],
    [1, 1, 0], [-1, -1, 0], [1, -1, 0], [-1, 1, 0], [1, 0, 1], [-1, 0, -1],
    [1, 0, -1], [-1, 0, 1], [0, 1, 1], [0, -1, -1], [0, 1, -1], [0, -1, 1],
];

/// Rate at which densities approach those of the equilibrium.
const RATE: f32 = 1.95;

/// The velocity of accelerated cells.
const GIVEN: [f32; 3] = [0.005, 0.002, 0.0];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fluid,
    Obstacle,
    Accelerated,
}

/// Side of the cube of cells, a power of two.
fn side(size: Size) -> usize {
    size.pick(4, 32)
}

/// Time steps. Odd, so that the last one writes to the second lattice.
fn steps(size: Size) -> u32 {
    size.pick(1, 3)
}

fn weight(i: usize) -> f32 {
    match i {
        0 => 1.0 / 3.0,
        1..7 => 1.0 / 18.0,
        _ => 1.0 / 36.0,
    }
}

/// A scalar product, added from zero.
fn dot(velocity: [i8; 3], flow: [f32; 3]) -> f32 {
    let products = velocity.iter().zip(flow).map(|(&c, u)| f32::from(c) * u);
    products.fold(0.0, |sum, product| sum + product)
}

/// The densities of a cell of some kind after collision.
fn collided(cell: &Cell, kind: Kind) -> Cell {
    if kind == Kind::Obstacle {
        let opposite = |i: usize| VELOCITY.iter().position(|&c| c == VELOCITY[i].map(|c| -c));
        return std::array::from_fn(|i| cell[opposite(i).expect("all have one")]);
    }
    let mass = cell.iter().fold(0.0, |sum, density| sum + density);
    let flow = std::array::from_fn(|axis| {
        let parts = VELOCITY
            .iter()
            .zip(cell)
            .map(|(c, f)| f32::from(c[axis]) * f);
        parts.fold(0.0, |sum, part| sum + part) / mass
    });
    let flow = if kind == Kind::Accelerated {
        GIVEN
    } else {
        flow
    };
    let [x, y, z] = flow;
    let less = 1.5 * (x * x + y * y + z * z) - 1.0;
    std::array::from_fn(|i| {
        let speed = dot(VELOCITY[i], flow);
        let equal = RATE * weight(i) * mass * (speed * (4.5 * speed + 3.0) - less);
        (1.0 - RATE) * cell[i] + equal
    })
}

/// A cube of cells in layers of rows. Rows wrap around without a gap: the neighbour of the last cell is the first one.
struct Lattice {
    side: usize,
    kinds: Vec<Kind>,
    cells: Vec<Cell>,
}

impl Lattice {
    /// Cells nearly at rest; an eighth of them are obstacles, another eighth are accelerated.
    fn random(side: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let kind = |number| match number {
            0 => Kind::Obstacle,
            1 => Kind::Accelerated,
            _ => Kind::Fluid,
        };
        let count = side * side * side;
        let kinds = (0..count).map(|_| kind(random.below(8))).collect();
        let mut cell = || std::array::from_fn(|i| weight(i) * (0.9 + 0.2 * random.fraction()));
        Lattice {
            side,
            kinds,
            cells: (0..count).map(|_| cell()).collect(),
        }
    }

    /// The cell from which a velocity leads to this one.
    fn source(&self, cell: usize, velocity: [i8; 3]) -> usize {
        let [x, y, z] = velocity.map(isize::from);
        let side = self.side as isize;
        let offset = x + side * (y + side * z);
        (cell as isize - offset).rem_euclid(self.cells.len() as isize) as usize
    }

    fn step(&mut self) {
        let cells = self.cells.iter().zip(&self.kinds);
        let collided: Vec<Cell> = cells.map(|(cell, &kind)| collided(cell, kind)).collect();
        let arrived = |cell, i| collided[self.source(cell, VELOCITY[i])][i];
        self.cells = (0..collided.len())
            .map(|cell| std::array::from_fn(|i| arrived(cell, i)))
            .collect();
    }
}

impl Workload for Lbm {
    fn name(&self) -> &'static str {
        "lbm"
    }

    fn about(&self) -> &'static str {
        "lattice Boltzmann method with obstacles, bound by bandwidth (fung2009)"
    }

    fn source(&self) -> &'static str {
        "kernels/lbm/lbm.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../lbm/lbm.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let Lattice { kinds, cells, .. } = Lattice::random(side(size), seed);
        let kinds: Vec<u32> = kinds.iter().map(|&kind| kind as u32).collect();
        let densities = bits(cells.as_flattened());
        let second = scratch("second", densities.len() as u32);
        vec![
            input("first", &densities),
            output(second),
            input("kind", &kinds),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let side = side(size) as u32;
        let cells = side * side * side;
        let launch = |step| {
            let [from, to] = if step % 2 == 0 {
                ["first", "second"]
            } else {
                ["second", "first"]
            };
            let numbers = [cells, side, side * side].map(Arg::U32);
            Launch {
                kernel: self.name().into(),
                grid: [cells.div_ceil(room.threads), 1, 1],
                block: [room.threads, 1, 1],
                shared_bytes: 0,
                args: [from, to, "kind"]
                    .map(address)
                    .into_iter()
                    .chain(numbers)
                    .collect(),
            }
        };
        (0..steps(size)).map(launch).collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let mut lattice = Lattice::random(side(size), seed);
        (0..steps(size)).for_each(|_| lattice.step());
        vec![Expected {
            buffer: "second",
            columns: Some(VELOCITIES),
            values: Values::F32(lattice.cells.concat()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mass_is_kept() {
        let mut lattice = Lattice::random(8, 1);
        let mass = |lattice: &Lattice| -> f64 {
            lattice
                .cells
                .iter()
                .flatten()
                .map(|&density| f64::from(density))
                .sum()
        };
        let before = mass(&lattice);
        (0..4).for_each(|_| lattice.step());
        assert!((mass(&lattice) - before).abs() < 1e-5 * before);
    }

    #[test]
    fn rest_is_an_equilibrium() {
        let cell: Cell = std::array::from_fn(weight);
        for (before, after) in cell.into_iter().zip(collided(&cell, Kind::Fluid)) {
            assert!((before - after).abs() < 1e-6);
        }
    }

    #[test]
    fn obstacles_send_back_what_comes() {
        let mut lattice = Lattice::random(4, 2);
        lattice.kinds.fill(Kind::Obstacle);
        let before = lattice.cells.clone();
        lattice.step();
        assert!(lattice.cells != before);
        lattice.step();
        assert!(lattice.cells == before);
    }
}
