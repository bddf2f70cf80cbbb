//! The electric potential of atoms at the points of a plane: CP of Parboil and GPGPU-Sim, in blocks of 16 x 8 threads
//! (lashgar2012, table 1), whose threads never diverge.
//!
//! Problem: at each point of a lattice, the sum over atoms of charge divided by distance, in groups of atoms. An atom adds its
//! charge times the inverse of the root of `dx dx + (dy dy + dz dz)`. Atoms are added in order, from zero in each group; then
//! groups are added in order. Every operation is rounded to single precision, so results are exact.
//!
//! KRN-31: 64 atoms in two launches, in global memory; the table does not say.

use crate::input::{Random, address, bits, block_rows, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Coulomb;

/// Points per thread.
const POINTS: u32 = 8;

/// Threads of a block.
const BLOCK: [u32; 2] = [16, 8];

/// Distance from point to point, in Angstrom: that of CP.
const SPACING: f32 = 0.1;

/// Position in the plane, square of the height above it, charge.
type Atom = [f32; 4];

/// Columns (a multiple of the points of a block's row) and rows (a multiple of a block's rows); groups, and atoms of each group:
/// one launch per group.
struct Extent {
    points: [u32; 2],
    groups: u32,
    atoms: u32,
}

impl Extent {
    fn new(size: Size) -> Self {
        let (points, groups, atoms) = size.pick(([128, 8], 2, 5), ([256, 256], 2, 32));
        Extent {
            points,
            groups,
            atoms,
        }
    }
}

/// Atoms above the whole plane, with charges from -2 to 2, at heights of 0.5 to 2.5 Angstrom.
fn atoms(size: Size, seed: u64) -> Vec<Atom> {
    let mut random = Random::new(seed);
    let extent = Extent::new(size);
    let [width, depth] = extent.points.map(|points| points as f32 * SPACING);
    let atom = |_| {
        let height = 0.5 + 2.0 * random.fraction();
        let [x, y] = [width * random.fraction(), depth * random.fraction()];
        [x, y, height * height, 4.0 * random.fraction() - 2.0]
    };
    (0..extent.groups * extent.atoms).map(atom).collect()
}

/// The potential that the atoms add at a point, from zero.
fn potential([column, row]: [u32; 2], atoms: &[Atom]) -> f32 {
    let [x, y] = [column, row].map(|at| SPACING * at as f32);
    atoms.iter().fold(0.0, |sum, atom| {
        let [dx, dy] = [x - atom[0], y - atom[1]];
        let squared_distance = dx * dx + (dy * dy + atom[2]);
        sum + atom[3] * (1.0 / squared_distance.sqrt())
    })
}

impl Workload for Coulomb {
    fn name(&self) -> &'static str {
        "coulomb"
    }

    fn about(&self) -> &'static str {
        "electric potential of atoms on a plane, without divergence (Parboil)"
    }

    fn source(&self) -> &'static str {
        "kernels/coulomb/coulomb.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../coulomb/coulomb.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let points = Extent::new(size).points.into_iter().product();
        vec![
            input("atoms", &bits(atoms(size, seed).as_flattened())),
            output(scratch("potential", points)),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let Extent {
            points: [columns, rows],
            groups,
            atoms,
        } = Extent::new(size);
        let block = block_rows(room.threads, BLOCK);
        let launch = |group| Launch {
            kernel: self.name().into(),
            grid: [columns / (POINTS * block[0]), rows / block[1], 1],
            block,
            shared_bytes: 0,
            args: ["atoms", "potential"]
                .map(address)
                .into_iter()
                .chain([columns, group * atoms, atoms].map(Arg::U32))
                .chain([Arg::F32(SPACING)])
                .collect(),
        };
        (0..groups).map(launch).collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let extent = Extent::new(size);
        let atoms = atoms(size, seed);
        let groups = || atoms.chunks(extent.atoms as usize);
        let [columns, rows] = extent.points;
        let points = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
        let sums = points.map(|at| groups().fold(0.0, |sum, group| sum + potential(at, group)));
        vec![Expected {
            buffer: "potential",
            columns: Some(columns as usize),
            values: Values::F32(sums.collect()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn potential_falls_with_the_distance() {
        let near = |a: f32, b: f32| (a - b).abs() < 1e-6;
        // Column 30 is 3 Angstrom away and row 40 is 4.
        assert!(near(potential([30, 40], &[[0.0, 0.0, 0.0, 1.0]]), 0.2));
        let above = [0.0, 0.0, 9.0, 2.0];
        assert!(near(potential([0, 40], &[above]), 0.4));
        let opposite = [0.0, 0.0, 9.0, -2.0];
        assert_eq!(potential([0, 40], &[above, opposite]), 0.0);
    }
}
