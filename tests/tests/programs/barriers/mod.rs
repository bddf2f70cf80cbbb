//! Random kernels whose threads meet at barriers: in branches and loops that are the same for all threads of a block, before,
//! between and behind branches that are not.
//!
//! The same kernel is valid in C and in OpenCL C. It is legal in both: all threads of a block reach a barrier in the same iteration
//! of the same loops, each thread writes to words of its own, and others read them after a barrier. Compilers tend to copy a
//! uniform branch in front of a barrier into one arm of a divergent branch, which is invisible to a processor, and a deadlock
//! for a warp; the statements here are those that invite them to do so.

mod comparison;
mod conditions;
mod divergent;
mod helper;
mod kernel;
mod meetings;
#[cfg(test)]
mod tests;
mod together;
mod uniform;

use crate::generator::Program;
use crate::language::Language;
use heddle_machines::Random;

const HEAD_C: &str = concat!(include_str!("head.c"), include_str!("common.c"));
const HEAD_OPENCL_C: &str = concat!(include_str!("head.cl"), include_str!("common.c"));

const LEVELS: [&str; 4] = ["-O1", "-O2", "-O3", "-Os"];

/// The kernel of a seed. Eight consecutive seeds are every language at every level.
pub fn program(seed: u64) -> Program {
    let language = Language::ALL[(seed % 2) as usize];
    program_in(language, seed)
}

/// The kernel of a seed in this language.
pub fn program_in(language: Language, seed: u64) -> Program {
    let mut random = Random::new(seed);
    let name = format!("barriers_{seed}");
    let (mut helpers, mut source) = (Vec::new(), String::new());
    for at in 0..random.below(3) {
        let (helper, text) = helper::helper(&mut random, &helpers, format!("{name}_meet{at}"));
        helpers.push(helper);
        source += &text;
    }
    source += &kernel::kernel(&mut random, &helpers, &name);
    Program {
        seed,
        name,
        level: LEVELS[(seed / 2 % 4) as usize],
        language,
        prelude: prelude(language),
        source,
    }
}

fn prelude(language: Language) -> &'static str {
    match language {
        Language::C => HEAD_C,
        Language::OpenClC => HEAD_OPENCL_C,
    }
}
