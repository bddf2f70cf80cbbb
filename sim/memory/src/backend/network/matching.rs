//! Parallel iterative matching (Anderson, Owicki, Saxe and Thacker, 1993; Dally and Towles, 19.3).
//!
//! In each round every free output grants one of the free inputs that have a packet for it, chosen at random, and
//! every input with a grant accepts one of its grants, chosen at random. The ports that are left over take part in
//! the next round. After a few rounds hardly any pair can be added.

use super::ports::Ports;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The allocator of a crossbar; `O` is a set of outputs.
#[derive(Clone, Debug)]
pub(super) struct Matching<O> {
    random: Xoshiro256PlusPlus,
    rounds: u32,
    /// For each input, the outputs that grant it in this round.
    grants: Vec<O>,
    /// Pairs of input and output in this cycle.
    pairs: Vec<(usize, usize)>,
}

impl<O: Ports> Matching<O> {
    pub fn new(inputs: usize, rounds: u32, seed: u64) -> Self {
        Matching {
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            rounds,
            grants: vec![O::NONE; inputs],
            pairs: Vec::with_capacity(inputs),
        }
    }

    /// Matches free inputs with free outputs; `wanted` holds for each output the inputs that have a packet for it.
    /// Returns the number of pairs, which [`Self::pair`] reads.
    pub fn run<I: Ports>(&mut self, wanted: &[I], mut inputs: I, mut outputs: O) -> usize {
        self.pairs.clear();
        for _ in 0..self.rounds {
            let granted = self.grant(wanted, inputs, &mut outputs);
            if granted.is_empty() {
                break;
            }
            for input in granted.iter() {
                let output = choose(&mut self.random, self.grants[input]);
                self.grants[input] = O::NONE;
                inputs.remove(input);
                outputs.remove(output);
                self.pairs.push((input, output));
            }
        }
        self.pairs.len()
    }

    /// A pair of the last run: input and output.
    pub fn pair(&self, index: usize) -> (usize, usize) {
        self.pairs[index]
    }

    /// Every output grants one input; outputs that no free input needs are dropped from `outputs`. Returns the inputs
    /// with a grant.
    fn grant<I: Ports>(&mut self, wanted: &[I], inputs: I, outputs: &mut O) -> I {
        let mut granted = I::NONE;
        for output in outputs.iter() {
            let candidates = wanted[output].and(inputs);
            if candidates.is_empty() {
                outputs.remove(output);
                continue;
            }
            let input = choose(&mut self.random, candidates);
            self.grants[input].insert(output);
            granted.insert(input);
        }
        granted
    }
}

/// Chooses one port of a set that is not empty; draws a random number only if there is a choice.
fn choose(random: &mut impl Rng, ports: impl Ports) -> usize {
    let choices = u64::from(ports.len());
    match choices {
        1 => ports.nth(0),
        // The high half of the product with a 32-bit fraction: the bias is below 2^-22.
        _ => ports.nth(((random.next_u64() >> 32) * choices) >> 32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With each of 16 inputs wanting every output: the mean share of outputs that are paired, and of requests whose
    /// input and output are both left over.
    fn shares(rounds: u32) -> (f64, f64) {
        let mut matching = Matching::new(16, rounds, 7);
        let (wanted, runs) = ([0xffffu64; 16], 2000);
        let (mut paired, mut unresolved) = (0, 0);
        for _ in 0..runs {
            let (mut inputs, mut outputs) = (0u64, 0u64);
            for index in 0..matching.run(&wanted, 0xffff, 0xffffu64) {
                let (input, output) = matching.pair(index);
                inputs |= 1 << input;
                outputs |= 1 << output;
            }
            assert_eq!(inputs.count_ones(), outputs.count_ones());
            paired += inputs.count_ones();
            unresolved += (16 - inputs.count_ones()).pow(2);
        }
        let share = |count: u32, of: u32| f64::from(count) / f64::from(of * runs);
        (share(paired, 16), share(unresolved, 256))
    }

    #[test]
    fn rounds_converge() {
        // In one round an input is left over if none of the 16 outputs grants it.
        let one = 1.0 - (15.0f64 / 16.0).powi(16);
        assert!((shares(1).0 - one).abs() < 0.01, "{:?}", shares(1));
        // Anderson and others prove that a round resolves at least three quarters of the requests that are left.
        for rounds in 1..=4 {
            assert!(shares(rounds).1 < 0.25f64.powi(rounds as i32));
        }
        assert!(shares(4).0 > 0.99, "{:?}", shares(4));
        assert_eq!(shares(16).0, 1.0);
    }

    #[test]
    fn choices_are_even() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut counts = [0; 64];
        (0..30_000).for_each(|_| counts[choose(&mut random, 0x8000_0010_0001u64)] += 1);
        for bit in [0, 20, 47] {
            assert!((9_700..10_300).contains(&counts[bit]), "{counts:?}");
        }
        assert_eq!(choose(&mut random, 1u64 << 63), 63);
    }
}
