//! The launch files beside the kernels describe the launches of `--size small --seed 0`, in blocks of at most 16 threads for
//! warps of at least 4, so that they run on every preset. `HEDDLE_BLESS=1` writes their input files again.

use heddle_kernels::{Room, Size, Workload, all};
use heddle_sim::Job;
use heddle_sim::launch::Init;
use std::path::{Path, PathBuf};
use std::{env, fs};

const SEED: u64 = 0;
const ROOM: Room = Room {
    threads: 16,
    warp: 4,
};

fn folder(workload: &dyn Workload) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(workload.name())
}

/// Writes the contents of every buffer with initial contents to `<buffer>.bin`.
fn bless(workload: &dyn Workload) {
    for buffer in workload.buffers(Size::Small, SEED) {
        if let Init::Bytes(bytes) = buffer.init {
            let file = folder(workload).join(format!("{}.bin", buffer.name));
            fs::write(file, bytes).expect("a file that can be written");
        }
    }
}

#[test]
fn launch_files_say_what_the_workloads_do() {
    for workload in all() {
        if env::var_os("HEDDLE_BLESS").is_some() {
            bless(*workload);
        }
        let name = workload.name();
        let job = workload.job(Size::Small, SEED, ROOM);
        let path = folder(*workload).join(format!("{name}.toml"));
        let file = Job::from_file(&path, job.program.clone(), None).expect("a launch file");
        assert!(file.buffers == job.buffers, "{name}.toml: buffers");
        assert_eq!(file.launches, job.launches, "{name}.toml");
    }
}
