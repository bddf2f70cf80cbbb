//! Temperatures of a chip, with several time steps per launch, in tiles of shared memory that shrink from step to step: Rodinia's
//! hotspot, where lanes at the borders of tiles and of the grid wait.
//!
//! Problem: a number of time steps over a grid of cells. With `t` the temperature of a cell, `p` its power and `n`, `s`, `e`, `w`
//! the temperatures of its neighbours (the cell's own beyond the border), a step changes it to
//! `t + rate (p + (s + n - 2 t) along + (e + w - 2 t) across + (ambient - t) out)`. Sums are added from left to right, and every operation is rounded to single
//! precision, so results are exact.
//!
//! KRN-16, KRN-17: Rodinia's algorithm and tiles; cells of the size that its largest grid has.

use crate::input::{Random, address, bits, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Hotspot;

/// Rows and columns of the kernel's tiles.
const TILE: u32 = 16;

/// Temperature of the air, in Rodinia's unit and with its value.
const AMBIENT: f32 = 80.0;

/// The rates at which cells change, from Rodinia's constants of the chip.
struct Rates {
    /// Length of a step divided by the heat capacity of a cell.
    rate: f32,
    /// Conductance from cell to cell. Cells are square, so it is the same along and across rows.
    between: f32,
    /// Conductance to the air.
    out: f32,
}

impl Rates {
    /// The rates of a chip 16 mm wide and 0.5 mm thick, in 512 x 512 cells; the grid here has some of these cells.
    fn new() -> Self {
        let (thickness, side, conductivity) = (0.0005_f32, 0.016_f32 / 512.0, 100.0_f32);
        let heat_of_volume = 0.5 * 1.75e6_f32; // the first a factor of Rodinia's for the whole chip
        let (largest_power, precision) = (3.0e6_f32, 0.001_f32);
        let step = precision / (largest_power / (heat_of_volume * thickness));
        Rates {
            rate: step / (heat_of_volume * thickness * side * side),
            between: 2.0 * conductivity * thickness,
            out: conductivity * side * side / thickness,
        }
    }
}

/// Number of rows and of columns.
fn extent(size: Size) -> [u32; 2] {
    size.pick([12, 20], [256, 256])
}

/// Steps of each launch: the height of Rodinia's pyramid, then the rest of an odd number. An even number of launches leaves the
/// result in the first buffer.
fn steps(size: Size) -> &'static [u32] {
    size.pick(&[2, 1], &[2, 2, 2, 1])
}

/// A grid of temperatures.
#[derive(Clone, Debug, PartialEq)]
struct Grid {
    columns: usize,
    cells: Vec<f32>,
}

impl Grid {
    fn at(&self, row: usize, column: usize) -> f32 {
        self.cells[row * self.columns + column]
    }

    /// The grid after a step.
    fn stepped(&self, power: &[f32]) -> Self {
        let Rates { rate, between, out } = Rates::new();
        let (columns, rows) = (self.columns, self.cells.len() / self.columns);
        let cell = |(index, &here): (usize, &f32)| {
            let (y, x) = (index / columns, index % columns);
            let [north, south] = [y.saturating_sub(1), (y + 1).min(rows - 1)];
            let [west, east] = [x.saturating_sub(1), (x + 1).min(columns - 1)];
            let along = self.at(south, x) + self.at(north, x) - 2.0 * here;
            let across = self.at(y, east) + self.at(y, west) - 2.0 * here;
            let heat = power[index] + along * between + across * between + (AMBIENT - here) * out;
            here + rate * heat
        };
        Grid {
            columns,
            cells: self.cells.iter().enumerate().map(cell).collect(),
        }
    }
}

/// Temperatures, and powers below the largest that Rodinia allows.
fn chip(size: Size, seed: u64) -> (Grid, Vec<f32>) {
    let mut random = Random::new(seed);
    let [rows, columns] = extent(size);
    let mut numbers = |low: f32, range: f32| -> Vec<f32> {
        let number = |_| low + range * random.fraction();
        (0..rows * columns).map(number).collect()
    };
    let grid = Grid {
        columns: columns as usize,
        cells: numbers(320.0, 20.0),
    };
    (grid, numbers(0.0, 0.003))
}

impl Workload for Hotspot {
    fn name(&self) -> &'static str {
        "hotspot"
    }

    fn about(&self) -> &'static str {
        "temperatures of a chip in tiles that shrink from step to step (Rodinia)"
    }

    fn source(&self) -> &'static str {
        "kernels/hotspot/hotspot.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../hotspot/hotspot.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let (grid, power) = chip(size, seed);
        vec![
            input("power", &bits(&power)),
            output(input("first", &bits(&grid.cells))),
            scratch("second", grid.cells.len() as u32),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let [rows, columns] = extent(size);
        let Rates { rate, between, out } = Rates::new();
        let launch = |(buffers, &steps): ([&str; 2], &u32)| {
            let inner = TILE - 2 * steps;
            let numbers = [rows, columns, steps].map(Arg::U32);
            let rates = [rate, between, between, out, AMBIENT].map(Arg::F32);
            let buffers = [address("power")].into_iter().chain(buffers.map(address));
            Launch {
                kernel: self.name().into(),
                grid: [columns.div_ceil(inner), rows.div_ceil(inner), 1],
                block: [block_threads(room.threads), 1, 1],
                shared_bytes: 0,
                args: buffers.chain(numbers).chain(rates).collect(),
            }
        };
        let buffers = [["first", "second"], ["second", "first"]];
        let buffers = buffers.into_iter().cycle();
        buffers.zip(steps(size)).map(launch).collect()
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let (grid, power) = chip(size, seed);
        let steps: u32 = steps(size).iter().sum();
        let last = (0..steps).fold(grid, |grid, _| grid.stepped(&power));
        vec![Expected {
            buffer: "first",
            columns: Some(last.columns),
            values: Values::F32(last.cells),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even(temperature: f32) -> Grid {
        Grid {
            columns: 5,
            cells: vec![temperature; 20],
        }
    }

    #[test]
    fn a_cold_chip_stays_as_warm_as_the_air() {
        assert_eq!(even(AMBIENT).stepped(&[0.0; 20]), even(AMBIENT));
    }

    #[test]
    fn heat_spreads_to_the_four_neighbours() {
        let mut power = [0.0; 20];
        power[6] = 0.003; // second row, second column
        let warmer = |grid: &Grid| -> Vec<usize> {
            let warm = (0..20).filter(|&cell| grid.cells[cell] > AMBIENT);
            warm.collect()
        };
        let after = even(AMBIENT).stepped(&power);
        assert_eq!(warmer(&after), [6]);
        assert_eq!(warmer(&after.stepped(&power)), [1, 5, 6, 7, 11]);
    }
}
