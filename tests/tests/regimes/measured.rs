//! Runs whose cycles are compared.

use crate::kernels::{Size, job};
use crate::results::expected;
use heddle_contract::Config;
use heddle_sim::report::Statistics;
use heddle_sim::{Gpu, Job, Limits, Mechanism, Report};

/// Mechanisms whose cycles are compared, the stack mechanism first.
pub const MEASURED: [Mechanism; 4] = [
    Mechanism::Pdom,
    Mechanism::Dwf,
    Mechanism::Mimd,
    Mechanism::Stackless,
];

/// Limits far beyond the needs of any of these kernels.
const LIMITS: Limits = Limits {
    max_cycles: 20_000_000,
};

/// A machine that runs the launches of a preset.
pub struct Machine {
    pub preset: &'static str,
    pub cores: u64,
    gpu: Gpu,
}

impl Machine {
    /// A machine; `preset` is the machine itself, or the preset whose cores have as many threads.
    pub fn new(preset: &'static str, config: &Config) -> Self {
        Machine {
            preset,
            cores: config.cores as u64,
            gpu: Gpu::new(config).expect("a machine"),
        }
    }

    pub fn with_race_check(mut self) -> Self {
        self.gpu = self.gpu.with_race_check(true);
        self
    }

    /// Runs a kernel to its end.
    ///
    /// # Panics
    /// If the kernel does not complete, or its result differs from the host's.
    pub fn run(&self, kernel: &str, mechanism: Mechanism, size: Size) -> Report {
        self.check(kernel, &job(kernel, self.preset, size), mechanism, size)
    }

    /// The same with a given launch.
    pub fn check(&self, kernel: &str, job: &Job, mechanism: Mechanism, size: Size) -> Report {
        let what = format!("{kernel} under {mechanism} on {}", self.preset);
        let report = self.gpu.run(job, mechanism, &LIMITS);
        let report = report.unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(report.outcome.is_complete(), "{what}: {}", report.outcome);
        let digest = &report.buffers[0].sha256;
        let expected = expected(kernel, self.preset, size);
        assert_eq!(digest, expected, "{what}: not the result of the host");
        report
    }

    /// The statistics of a kernel under each of [`MEASURED`].
    pub fn measure(&self, kernel: &str, size: Size) -> [Statistics; MEASURED.len()] {
        MEASURED.map(|mechanism| self.run(kernel, mechanism, size).statistics)
    }
}
