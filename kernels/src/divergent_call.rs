//! Indirect jumps and calls to many targets at once: each thread interprets its own program, with a jump table, a table of
//! function pointers, and calls in divergent flow.
//!
//! Problem: a thread's accumulator starts with the thread's number. The operations of the thread's program are applied to it in
//! order, as `Operation` defines them; all arithmetic is modulo 2^32.

use crate::input::{Random, address, block_threads, input, output, scratch};
use crate::{Expected, Room, Size, Values, Workload};
use heddle_sim::launch::{Arg, Buffer, Launch};

/// See the [module](self).
pub struct DivergentCall;

/// Number of threads, and of operations of each.
fn extent(size: Size) -> (u32, u32) {
    size.pick((48, 12), (1 << 14, 24))
}

/// One word of a program: the operation in its low 4 bits, the operand in the others.
#[derive(Clone, Copy)]
struct Operation(u32);

impl Operation {
    fn operand(self) -> u32 {
        self.0 >> 4
    }

    /// The value of the accumulator `a` after the operation.
    fn apply(self, a: u32) -> u32 {
        let b = self.operand();
        match self.0 % 16 {
            0 => a.wrapping_add(b),
            1 => a.wrapping_sub(b),
            2 => a ^ b,
            3 => a.wrapping_mul(b | 1),
            4 => a.rotate_left(b % 32),
            5 => a >> (b % 8),
            6 => a.abs_diff(b),
            7 => b / (a | 1),
            8 if a % 2 == 1 => gcd(a, b),
            8 => a.wrapping_add(1),
            9 => !a,
            10 => a ^ gcd(a, b).wrapping_add(b),
            11 => a ^ (squared(a % 0x8000) + squared(b % 0x8000)).isqrt(),
            12 => a ^ collatz(a % 0x100 + 1).wrapping_mul(b),
            13 => a ^ a.reverse_bits() ^ b,
            14 => a ^ a.wrapping_pow(b % 16),
            _ => a ^ (a.isqrt() ^ b.isqrt()).wrapping_mul(2_654_435_761),
        }
    }
}

fn squared(a: u32) -> u32 {
    a * a
}

/// The greatest common divisor; that of 0 and `a` is `a`.
fn gcd(a: u32, b: u32) -> u32 {
    match b {
        0 => a,
        _ => gcd(b, a % b),
    }
}

/// Number of steps of the Collatz sequence from `start` until it reaches 1.
fn collatz(start: u32) -> u32 {
    let next = |&n: &u32| match n {
        1 => None,
        _ if n.is_multiple_of(2) => Some(n / 2),
        _ => Some(3 * n + 1),
    };
    std::iter::successors(Some(start), next).count() as u32 - 1
}

/// The words of all programs: the first word of every thread, then the second word of every thread, and so on.
fn programs(size: Size, seed: u64) -> Vec<u32> {
    let (threads, length) = extent(size);
    let mut random = Random::new(seed);
    (0..threads * length).map(|_| random.word()).collect()
}

impl Workload for DivergentCall {
    fn name(&self) -> &'static str {
        "divergent_call"
    }

    fn about(&self) -> &'static str {
        "an interpreter per thread: jump table, function pointers, calls in divergent flow"
    }

    fn source(&self) -> &'static str {
        "kernels/divergent_call/divergent_call.c"
    }

    fn elf(&self) -> &'static [u8] {
        include_bytes!("../divergent_call/divergent_call.elf")
    }

    fn buffers(&self, size: Size, seed: u64) -> Vec<Buffer> {
        vec![
            input("programs", &programs(size, seed)),
            output(scratch("out", extent(size).0)),
        ]
    }

    fn launches(&self, size: Size, _seed: u64, room: Room) -> Vec<Launch> {
        let (threads, length) = extent(size);
        let block = block_threads(room.threads);
        vec![Launch {
            kernel: self.name().into(),
            grid: [threads.div_ceil(block), 1, 1],
            block: [block, 1, 1],
            shared_bytes: 0,
            args: vec![
                address("programs"),
                address("out"),
                Arg::U32(threads),
                Arg::U32(length),
            ],
        }]
    }

    fn expected(&self, size: Size, seed: u64) -> Vec<Expected> {
        let (threads, _) = extent(size);
        let programs = programs(size, seed);
        let run = |thread: u32| {
            let words = programs[thread as usize..].iter().step_by(threads as usize);
            words.fold(thread, |a, &word| Operation(word).apply(a))
        };
        vec![Expected {
            buffer: "out",
            columns: None,
            values: Values::U32((0..threads).map(run).collect()),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let apply = |operation: u32, operand: u32, a| Operation(operand << 4 | operation).apply(a);
        assert_eq!(apply(8, 18, 27), 9);
        assert_eq!(apply(8, 18, 26), 27);
        assert_eq!(apply(10, 18, 12), 12 ^ (6 + 18));
        assert_eq!(apply(11, 4, 3), 3 ^ 5);
        assert_eq!(apply(12, 1, 26), 26 ^ 111); // 27 takes 111 steps
        assert_eq!(apply(14, 5, 3), 3 ^ 243);
    }

    #[test]
    fn programs_have_every_operation() {
        let words = programs(Size::Small, 0);
        assert!((0..16).all(|operation| words.iter().any(|word| word % 16 == operation)));
    }
}
