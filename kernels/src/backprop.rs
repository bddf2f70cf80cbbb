//! A layer of a neural network, forwards and backwards: Rodinia's back propagation, with a tree of sums in shared memory and
//! unaligned rows of weights; lashgar2012 (table 1) ran each of its two kernels in 1 x 64 blocks of 16 x 16 threads.
//!
//! Problem: first, for every unit, the sums of inputs times weights over 16 inputs at a time, added as pairs of pairs of
//! neighbours. Then, with the error of every unit given, each weight, including that of an input that is always 1, is changed by
//! `rate error input + momentum last`, where `last` is the weight's last change. Every operation is rounded to single precision,
//! so results are exact.
//!
//! KRN-29: the errors between the two kernels are given; weights are left alone by the first.

use crate::input::{Random, address, bits, block_rows, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct Backprop;

/// Number of units, and of inputs in a block.
const UNITS: usize = 16;

/// How much an error and the last change affect a weight: Rodinia's values.
const RATE: f32 = 0.3;
const MOMENTUM: f32 = 0.3;

/// Number of blocks of [`UNITS`] inputs.
fn blocks(size: Size) -> u32 {
    size.pick(2, 64)
}

/// The layer before both launches. Rows of weights and changes begin with an unused element, as in Rodinia.
struct Layer {
    /// The first input is 1.
    inputs: Vec<f32>,
    weights: Vec<f32>,
    errors: Vec<f32>,
    changes: Vec<f32>,
}

impl Layer {
    fn random(size: Size, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut numbers = |count: usize, range: f32| -> Vec<f32> {
            (0..count).map(|_| range * random.fraction()).collect()
        };
        let rows = 1 + blocks(size) as usize * UNITS;
        let weights = rows * (1 + UNITS);
        Layer {
            inputs: [vec![1.0], numbers(rows - 1, 1.0)].concat(),
            weights: numbers(weights, 1.0),
            errors: numbers(UNITS, 0.1),
            changes: numbers(weights, 0.01),
        }
    }

    /// Sums of the inputs of each block, for every unit.
    fn sums(&self) -> Vec<f32> {
        let products = |unit: usize| -> Vec<f32> {
            let weights = self.weights[1 + unit..].iter().step_by(1 + UNITS);
            let pairs = weights.zip(&self.inputs).skip(1);
            pairs.map(|(weight, input)| weight * input).collect()
        };
        let products: Vec<Vec<f32>> = (0..UNITS).map(products).collect();
        let starts = (0..self.inputs.len() - 1).step_by(UNITS);
        starts
            .flat_map(|start| products.iter().map(move |p| sum(&p[start..start + UNITS])))
            .collect()
    }

    /// Weights and changes after the second launch.
    fn adjusted(mut self) -> [Vec<f32>; 2] {
        let width = 1 + UNITS;
        let weights = self.weights.chunks_mut(width);
        let rows = weights.zip(self.changes.chunks_mut(width));
        for ((weights, changes), input) in rows.zip(&self.inputs) {
            let weights = weights[1..].iter_mut().zip(&mut changes[1..]);
            for ((weight, change), error) in weights.zip(&self.errors) {
                *change = RATE * error * input + MOMENTUM * *change;
                *weight += *change;
            }
        }
        [self.weights, self.changes]
    }
}

/// Adds the sums of both halves.
fn sum(numbers: &[f32]) -> f32 {
    match numbers {
        [number] => *number,
        _ => {
            let (first, second) = numbers.split_at(numbers.len() / 2);
            sum(first) + sum(second)
        }
    }
}

impl Workload for Backprop {
    fn name(&self) -> &'static str {
        "backprop"
    }

    fn about(&self) -> &'static str {
        "a layer of a neural network, forwards by a tree in shared memory and backwards (Rodinia)"
    }

    fn source(&self) -> &'static str {
        "kernels/backprop/backprop.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../backprop/backprop.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        let layer = Layer::random(size, seed);
        vec![
            input("inputs", &bits(&layer.inputs)),
            output(input("weights", &bits(&layer.weights))),
            output(scratch("sums", blocks(size) * UNITS as u32)),
            input("errors", &bits(&layer.errors)),
            output(input("changes", &bits(&layer.changes))),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let launch = |kernel: &str, args| Launch {
            kernel: kernel.into(),
            grid: [1, blocks(size), 1],
            block: block_rows(room.threads, [UNITS as u32; 2]),
            shared_bytes: 0,
            args,
        };
        let forward = ["inputs", "weights", "sums"].map(address);
        let adjust = ["inputs", "errors", "weights", "changes"].map(address);
        let numbers = [RATE, MOMENTUM].map(Arg::F32);
        vec![
            launch("backprop_forward", forward.to_vec()),
            launch(
                "backprop_adjust",
                adjust.into_iter().chain(numbers).collect(),
            ),
        ]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let layer = Layer::random(size, seed);
        let expected = |buffer, columns, values| Expected {
            buffer,
            columns: Some(columns),
            values: Values::F32(values),
        };
        let sums = expected("sums", UNITS, layer.sums());
        let [weights, changes] = layer.adjusted();
        vec![
            sums,
            expected("weights", 1 + UNITS, weights),
            expected("changes", 1 + UNITS, changes),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first input is not part of the sums, and the first weight of a row belongs to no unit.
    #[test]
    fn units_have_the_weights_of_their_column() {
        let mut layer = Layer::random(Size::Small, 0);
        layer.inputs.fill(0.0);
        (layer.inputs[0], layer.inputs[2]) = (1.0, 2.0);
        let sums = layer.sums();
        let expected = layer.weights[2 * 17 + 1..3 * 17].iter().map(|w| 2.0 * w);
        assert!(sums[..UNITS].iter().copied().eq(expected));
        assert_eq!(sums[UNITS..], [0.0; UNITS]);
    }

    #[test]
    fn weights_follow_errors_and_last_changes() {
        let mut layer = Layer::random(Size::Small, 0);
        let before = layer.weights.clone();
        layer.changes.fill(0.0);
        layer.errors.fill(0.0);
        layer.errors[3] = 1.0;
        layer.changes[17 + 6] = 1.0; // of the second input to the sixth unit
        let [after, changes] = layer.adjusted();
        let moved: Vec<usize> = (0..51).filter(|&at| after[at] != before[at]).collect();
        assert_eq!(moved, [4, 17 + 4, 17 + 6, 34 + 4]);
        assert_eq!((changes[4], changes[17 + 6]), (0.3, 0.3));
    }
}
