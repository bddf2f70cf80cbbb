//! The limit study of fung2009 (section 3.3) on built-in workloads: its replay issues as often as the
//! golden GPU, and figure 7 is what the paper says of it.

mod support;

use heddle_contract::Config;
use heddle_contract::config::Source;
use heddle_kernels::{Room, Size, Workload};
use heddle_sim::limit_study::{LimitStudy, study};
use heddle_sim::{Gpu, Mechanism};

fn machine(preset: &str, changes: &[&str]) -> Config {
    let changes: Vec<String> = changes.iter().map(|change| change.to_string()).collect();
    Config::load(&Source::Preset(preset.into()), &changes).unwrap()
}

fn studied(workload: &dyn Workload, config: &Config) -> LimitStudy {
    let job = support::job(workload, config);
    study(config, &job, &support::limits(), &Default::default()).unwrap()
}

/// Every race-free workload of one launch, all of its threads studied and no trace cut: the golden
/// GPU with warps of four issues as many instructions.
#[test]
fn the_replay_issues_as_often_as_the_golden_gpu() {
    let config = machine(
        "tiny",
        &["limit_study.threads=1024", "limit_study.trace=200000"],
    );
    let gpu = Gpu::new(&config).unwrap();
    let mut compared = 0;
    for workload in heddle_kernels::all() {
        let job = support::job(*workload, &config);
        if job.launches.len() > 1 || !workload.is_race_free() {
            continue;
        }
        let threads = |extents: [u32; 3]| extents.iter().product::<u32>() as usize;
        let all = threads(job.launches[0].grid) * threads(job.launches[0].block);
        if all > 1024 {
            continue;
        }
        let found = studied(*workload, &config);
        assert_eq!(
            (found.threads, found.truncated),
            (all, 0),
            "{}",
            workload.name()
        );
        for (mechanism, replayed) in [
            (Mechanism::Nrec, &found.nrec),
            (Mechanism::Pdom, &found.pdom),
        ] {
            let report = gpu.run(&job, mechanism, &support::limits()).unwrap();
            let golden = report.statistics;
            let what = format!("{}, {mechanism}", workload.name());
            assert_eq!(replayed.instructions, golden.instructions, "{what}");
            assert_eq!(
                replayed.thread_instructions, golden.thread_instructions,
                "{what}"
            );
            assert_eq!(
                replayed.active_lane_histogram, golden.active_lane_histogram,
                "{what}"
            );
        }
        compared += 1;
        println!("{} {all}", workload.name());
    }
    assert!(compared >= 5, "{compared}");
}

#[test]
#[ignore]
fn table() {
    let config = machine("fung2009", &[]);
    for workload in heddle_kernels::all() {
        for size in [Size::Small, Size::Full] {
            let job = workload.job(size, 1, Room::new(24, 32));
            let t = std::time::Instant::now();
            let s = study(&config, &job, &Default::default(), &Default::default()).unwrap();
            println!(
                "{} {size}: nrec {:.3} pdom {:.3} oracle {:.3} threads {} cut {} slots {} {} {} {:?}",
                workload.name(),
                s.nrec.ipc,
                s.pdom.ipc,
                s.oracle.ipc,
                s.threads,
                s.truncated,
                s.nrec.instructions,
                s.pdom.instructions,
                s.oracle.instructions,
                t.elapsed()
            );
        }
    }
}
