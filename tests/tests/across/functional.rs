//! The functional device leaves the memory of `pdom`, and counts its instructions of threads, for every workload without races on
//! every preset as shipped.

use crate::{on_every_preset, support};
use heddle_machines::{part, shipped};
use heddle_sim::{Gpu, Mechanism};

/// By day each workload runs on one or two of the five presets; at night on all.
const PARTS: usize = 3;

fn same_as_pdom(preset: &str) {
    let config = shipped(preset);
    let gpu = Gpu::new(&config).unwrap();
    let race_free = heddle_kernels::named().filter(|workload| workload.is_race_free());
    for workload in part(race_free, support::place(preset) % PARTS, PARTS) {
        let (name, job) = (workload.name(), support::job(workload, &config));
        let limits = support::limits();
        let found = gpu.run_functional(&job, &limits).unwrap();
        assert!(found.outcome.is_complete(), "{name}: {}", found.outcome);
        let golden = gpu.run(&job, Mechanism::Pdom, &limits).unwrap();
        assert!(golden.outcome.is_complete(), "{name}: {}", golden.outcome);
        assert!(found.buffers == golden.buffers, "{name}: memory");
        let counted = golden.statistics.thread_instructions;
        assert_eq!(found.counts.thread_instructions, counted, "{name}");
    }
}

on_every_preset!(memory_and_counts: same_as_pdom);
