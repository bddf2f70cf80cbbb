//! Random kernels in OpenCL C.
//!
//! The output of a kernel depends on nothing that OpenCL leaves open (OCL-14): loops are bounded, arithmetic wraps or is
//! exactly rounded, and work-items write to their own places and read those of others after a barrier, or add to counters that
//! no work-item reads meanwhile.

mod effects;
mod fields;
mod floats;
mod function;
mod geometry;
mod helpers;
mod integers;
mod kernel;
mod leaves;
mod phases;
mod statements;
mod structures;
#[cfg(test)]
mod tests;
mod types;
mod values;
mod vectors;

use geometry::Geometry;
use heddle_machines::Random;

/// The text before all kernels of a file.
pub const PRELUDE: &str = include_str!("prelude.cl");

/// A kernel, which its seed determines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    pub seed: u64,
    /// Name of the kernel; other names in its source begin with it.
    pub name: String,
    /// Source without the prelude.
    pub source: String,
}

impl Kernel {
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let name = format!("kernel_{seed}");
        let structures = structures::structures(&mut random, &name);
        let mut source = structures::definitions(&structures);
        let (helpers, text) = helpers::helpers(&mut random, &structures, &name);
        source += &text;
        source += &kernel::kernel(&mut random, &structures, &helpers, &name);
        Kernel { seed, name, source }
    }

    /// The launch, as a line for the host program: with groups of up to 16 work-items, or `times` as many.
    pub fn launch(&self, times: u32) -> String {
        let geometry = Geometry::drawn(&mut Random::new(!self.seed), times);
        // The initial state of a xorshift generator has many bits set, and is never 0.
        let input = (self.seed as u32).wrapping_mul(0x9e37_79b9) | 1;
        format!("{} {input} {geometry}\n", self.name)
    }
}

/// A file of these kernels.
pub fn file<'k>(kernels: impl IntoIterator<Item = &'k Kernel>) -> String {
    let sources = kernels.into_iter().map(|kernel| kernel.source.as_str());
    format!("{PRELUDE}\n{}", sources.collect::<String>())
}
