//! Shared memory of cores.

use heddle_contract::config::PRESETS;
use heddle_kernels::{Room, Size, all};
use heddle_machines::shipped;
use heddle_sim::launch::ArgumentBlock;

/// The claim of `contract/presets/defaults.toml` about `core.shared_bytes`.
#[test]
fn every_core_has_enough_for_all_its_blocks() {
    for (preset, _) in PRESETS {
        let core = shipped(preset).core;
        for workload in all() {
            let job = workload.job(Size::Full, 0, Room::new(core.warps, core.warp_size));
            let fixed = u64::from(job.program.tls.memory_bytes).next_multiple_of(16);
            for launch in &job.launches {
                let asked = ArgumentBlock::new(&launch.args, launch.shared_bytes, |_| 0);
                let threads = launch.block_threads().unwrap() as usize;
                let blocks = core
                    .blocks
                    .min(core.warps / threads.div_ceil(core.warp_size));
                let all = (fixed + asked.dynamic_bytes) * blocks as u64;
                let has = u64::from(core.shared_bytes);
                assert!(
                    all <= has,
                    "{preset}: {}: {all} of {has} bytes",
                    workload.name()
                );
            }
        }
    }
}
