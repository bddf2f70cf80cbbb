//! A random machine that the configuration accepts.

use super::draw::Draw;
use heddle_contract::Config;
use heddle_contract::config::Source;
use heddle_machines::Random;
use std::fmt;

/// Threads of a core: programs have blocks of [`LEAST_THREADS`].
const LEAST_THREADS: u32 = 16;
const MOST_THREADS: u32 = 2048;

/// Threads of all cores: more take a host's memory and time, and show nothing new.
const ALL_THREADS: u32 = 1 << 15;

/// Bytes of the stacks of all threads, far below the 4 GiB of addresses.
const ALL_STACKS: u64 = 1 << 30;

/// The preset that gives the keys which are not drawn.
const PRESET: &str = "fung2009";

/// A machine of a seed.
pub struct Machine {
    pub seed: u64,
    pub config: Config,
    sets: Vec<String>,
}

impl Machine {
    /// Draws until the configuration accepts a machine.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        loop {
            let mut draw = Draw {
                random,
                sets: Vec::new(),
            };
            let fits = draw.core();
            draw.pipeline();
            draw.memory();
            draw.backend();
            draw.mechanisms();
            let Draw { random: rest, sets } = draw;
            let source = Source::Preset(PRESET.into());
            match Config::load(&source, &sets) {
                Ok(config) if fits => return Machine { seed, config, sets },
                _ => random = rest,
            }
        }
    }
}

/// The machine as the command takes it.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--preset {PRESET}")?;
        let mut sets = self.sets.iter();
        sets.try_for_each(|set| write!(f, " --set {set}"))
    }
}

impl Draw {
    /// Cores and their threads; returns whether programs and host have room for them.
    fn core(&mut self) -> bool {
        let cores = self.within(1, 128);
        self.set("cores", cores);
        let size = self.power("core.warp_size", 4, 64);
        self.power("core.simd_width", 1, size);
        let warps = self.number("core.warps", 2, 64);
        self.number("core.blocks", 1, 64);
        let stack = self.power("core.stack_bytes", 1024, 16384);
        self.power("core.shared_bytes", 1024, 1 << 17);
        let threads = warps * size;
        (LEAST_THREADS..=MOST_THREADS).contains(&threads)
            && cores * threads <= ALL_THREADS
            && u64::from(cores * threads) * u64::from(stack) <= ALL_STACKS
    }

    fn pipeline(&mut self) {
        self.name("pipeline.pipes", &["one", "fpu_em_send"]);
        for kind in [
            "alu",
            "multiply",
            "divide",
            "float",
            "float_divide",
            "branch",
            "address",
        ] {
            self.number(&format!("pipeline.{kind}_cycles"), 1, 40);
        }
    }
}
