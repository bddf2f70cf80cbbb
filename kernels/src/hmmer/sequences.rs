//! Random sequences, and how they lie in buffers.

use super::profile::LETTERS;
use crate::input::Random;
use std::iter::repeat_with;

/// How the lengths of sequences are distributed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lengths {
    /// Up to this many letters. Short sequences are frequent and long ones rare: another letter follows with probability 2/3.
    UpTo(usize),
    /// A letter for each [`RESIDUES`] residues.
    Normal(Normal),
}

/// KRN-38: so many residues have one letter of ours, and the last ones of a sequence have a letter too.
pub(super) const RESIDUES: u32 = 200;

/// Numbers of residues, normally distributed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normal {
    pub(super) mean: u32,
    pub(super) deviation: u32,
}

impl Normal {
    /// The next number, rounded towards zero. Twelve uniform numbers from 0 to 1 have a sum of variance 1 about 6 that is
    /// normal within six deviations (Irwin and Hall). Here they are multiples of 2^-32, so every host draws the same numbers;
    /// logarithms and cosines, which Box and Muller need, differ between hosts.
    fn draw(self, random: &mut Random) -> i64 {
        let sum: i64 = (0..12).map(|_| i64::from(random.word())).sum();
        let deviations = sum - (6 << 32);
        let number = (i64::from(self.mean) << 32) + i64::from(self.deviation) * deviations;
        number / (1 << 32)
    }

    /// The length of the next sequence: less than one residue is drawn again, as in hmmcalibrate.
    pub(super) fn residues(self, random: &mut Random) -> u32 {
        let positive = |number: i64| u32::try_from(number).ok().filter(|&length| length > 0);
        let drawn = repeat_with(|| self.draw(random));
        drawn
            .filter_map(positive)
            .next()
            .expect("an endless supply")
    }
}

/// Random letters.
pub(super) fn sequence(lengths: Lengths, random: &mut Random) -> Vec<u8> {
    match lengths {
        Lengths::UpTo(longest) => short(longest, random),
        Lengths::Normal(normal) => {
            let letters = normal.residues(random).div_ceil(RESIDUES);
            (0..letters).map(|_| letter(random)).collect()
        }
    }
}

fn short(longest: usize, random: &mut Random) -> Vec<u8> {
    let mut letters = Vec::new();
    while letters.is_empty() || letters.len() < longest && random.below(3) != 0 {
        letters.push(letter(random));
    }
    letters
}

fn letter(random: &mut Random) -> u8 {
    random.below(LETTERS) as u8
}

/// Letters of the longest sequence.
pub(super) fn longest(sequences: &[Vec<u8>]) -> u32 {
    let lengths = sequences.iter().map(|sequence| sequence.len() as u32);
    lengths.max().unwrap_or(0)
}

/// Words that hold bytes, padded with zeros.
pub(super) fn packed(bytes: &[u8]) -> Vec<u32> {
    let word = |chunk: &[u8]| {
        let byte = |at| u32::from(chunk.get(at).copied().unwrap_or(0)) << (8 * at);
        (0..4).map(byte).sum()
    };
    bytes.chunks(4).map(word).collect()
}

/// Start of each sequence when all are concatenated, and the end of the last one.
pub(super) fn starts(sequences: &[Vec<u8>]) -> Vec<u32> {
    let mut at = 0;
    let ends = sequences.iter().map(|sequence| {
        at += sequence.len() as u32;
        at
    });
    [0].into_iter().chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_differ() {
        let mut random = Random::new(1);
        let lengths = [(); 1000].map(|()| sequence(Lengths::UpTo(10), &mut random).len());
        let of = |length| lengths.iter().filter(|&&l| l == length).count();
        assert!((250..420).contains(&of(1)) && (10..50).contains(&of(10)));
        assert_eq!(of(0) + of(11), 0);
    }

    /// Mean and standard deviation.
    fn moments(numbers: &[i64]) -> [f64; 2] {
        let mean_of = |of: fn(f64) -> f64, about: f64| {
            let sum: f64 = numbers.iter().map(|&n| of(n as f64 - about)).sum();
            sum / numbers.len() as f64
        };
        let mean = mean_of(|n| n, 0.0);
        [mean, mean_of(|n| n * n, mean).sqrt()]
    }

    /// Within 1 %, about four standard errors.
    fn assert_near(found: [f64; 2], expected: [f64; 2]) {
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(
                (found / expected - 1.0).abs() < 0.01,
                "{found}, not {expected}"
            );
        }
    }

    const NUMBERS: usize = 100_000;

    #[test]
    fn numbers_have_the_mean_and_the_deviation_of_the_command_line() {
        for (mean, deviation) in [(425, 300), (325, 200)] {
            let mut random = Random::new(1);
            let normal = Normal { mean, deviation };
            let numbers: Vec<i64> = (0..NUMBERS).map(|_| normal.draw(&mut random)).collect();
            assert_near(moments(&numbers), [mean.into(), deviation.into()]);
        }
    }

    /// The shares of a normal distribution within one, two and three deviations, each within 0.5 %.
    #[test]
    fn numbers_are_normal() {
        let mut random = Random::new(2);
        let normal = Normal {
            mean: 0,
            deviation: 1000,
        };
        let numbers: Vec<i64> = (0..NUMBERS).map(|_| normal.draw(&mut random)).collect();
        for (within, share) in [(1000, 0.6827), (2000, 0.9545), (3000, 0.9973)] {
            let inside = numbers.iter().filter(|n| n.abs() < within).count();
            assert!(
                (inside as f64 / NUMBERS as f64 - share).abs() < 0.005,
                "{within}: {inside}"
            );
        }
    }

    /// A letter for 1 to 200 residues, two for 201 to 400, and so on.
    #[test]
    fn letters_stand_for_residues() {
        let normal = Normal {
            mean: 425,
            deviation: 300,
        };
        let mut random = [Random::new(3), Random::new(3)];
        for _ in 0..1000 {
            let residues = normal.residues(&mut random[0]) as usize;
            let letters = sequence(Lengths::Normal(normal), &mut random[1]).len();
            for _ in 0..letters {
                letter(&mut random[0]);
            }
            assert!(letters > 0 && letters * 200 >= residues && (letters - 1) * 200 < residues);
        }
    }

    #[test]
    fn bytes_are_packed_in_memory_order() {
        assert_eq!(packed(&[1, 2, 3, 4, 5]), [0x0403_0201, 5]);
    }
}
