//! Proof that the RTL is in the loop: one flipped bit of its outputs changes the run.

use crate::rtl_in_the_gpu::{library, machine};
use crate::support::{job, limits};
use heddle_contract::units::{
    CycleCompressor, DwfScheduler, DwrSynchronizer, ReconvergenceStack, StacklessFrontEnd,
    ThreadPcTable,
};
use heddle_contract::{Config, Values};
use heddle_cosim::{Checked, Corrupt, Fault, Rtl, When};
use heddle_kernels::by_name;
use heddle_sim::mechanisms::ReplaceableUnit;
use heddle_sim::{Gpu, Job, Limits, Mechanism, Report};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn run_corrupted<U: ReplaceableUnit + Checked>(
    config: &Config,
    job: &Job,
    mechanism: Mechanism,
    fault: Option<Fault>,
    limits: &Limits,
) -> Report {
    let library = library::<U>(config);
    let gpu = Gpu::new(config).unwrap();
    // A bit beyond the outputs of all units.
    let fault = fault.unwrap_or(Fault {
        word: usize::MAX,
        bit: 0,
        when: When::Always,
    });
    let corrupt = |_, _: &_| Corrupt::new(Rtl::<U>::new(&library), fault);
    let ran = gpu.run_under::<U, _>(job, mechanism, limits, corrupt);
    ran.unwrap().0
}

/// The RTL drives the GPU: one flipped output bit changes the run.
fn corrupted_bits_change_the_run<U: ReplaceableUnit + Checked>(workload: &str, ports: &[&str]) {
    for mechanism in U::mechanisms() {
        corrupted_bits_change_the_run_under::<U>(mechanism, workload, ports);
    }
}

fn corrupted_bits_change_the_run_under<U: ReplaceableUnit + Checked>(
    mechanism: Mechanism,
    workload: &str,
    ports: &[&str],
) {
    let config = machine("tiny", 1);
    let job = job(by_name(workload).unwrap(), &config);
    let gpu = Gpu::new(&config).unwrap();
    let golden = gpu.run(&job, mechanism, &limits()).unwrap();
    // A corrupted run may never end, and a run that takes longer counts as changed.
    let limits = Limits {
        max_cycles: golden.statistics.cycles + 1,
    };
    let run = |fault| run_corrupted::<U>(&config, &job, mechanism, fault, &limits);
    assert_eq!(run(None), golden);
    let outputs = heddle_contract::port_list::<U::Out<Values>>(&U::params(&config).unwrap());
    for name in ports {
        let at = outputs.iter().position(|port| port.name == *name).unwrap();
        let fault = Fault {
            word: heddle_contract::words(&outputs[..at]),
            bit: 0,
            when: When::Always,
        };
        // In test builds the GPU also checks the positions of its threads, and panics.
        let report = catch_unwind(AssertUnwindSafe(|| run(Some(fault))));
        let report = report.ok();
        assert_ne!(report.as_ref(), Some(&golden), "{mechanism}: {name}");
    }
}

#[test]
fn a_corrupted_front_end_changes_the_run() {
    corrupted_bits_change_the_run::<StacklessFrontEnd>(
        "mandelbrot",
        &[
            "fetchable",
            "fetch_pc",
            "fetch_lanes",
            "grant_warp",
            "result_lanes",
        ],
    );
}

#[test]
fn a_corrupted_table_of_pcs_changes_the_run() {
    corrupted_bits_change_the_run::<ThreadPcTable>("mandelbrot", &["read_pc", "compare_lanes"]);
}

#[test]
fn corrupted_stacks_change_the_run() {
    corrupted_bits_change_the_run::<ReconvergenceStack>(
        "mandelbrot",
        &["live", "popping", "read_pc", "read_lanes"],
    );
}

#[test]
fn a_corrupted_scheduler_changes_the_run() {
    corrupted_bits_change_the_run::<DwfScheduler>(
        "reduction",
        &[
            "commit_ready",
            "issue",
            "issue_pc",
            "issue_lanes",
            "issue_tid",
            "merges",
        ],
    );
}

#[test]
fn a_corrupted_synchroniser_changes_the_run() {
    corrupted_bits_change_the_run::<DwrSynchronizer>(
        "reduction",
        &[
            "ignored",
            "combinable",
            "members",
            "size",
            "combined_pc",
            "lanes",
        ],
    );
}

#[test]
fn a_corrupted_compressor_changes_the_run() {
    corrupted_bits_change_the_run::<CycleCompressor>(
        "divergent_call",
        &[
            "ready",
            "issue",
            "enable",
            "data_a",
            "data_b",
            "write_lanes",
            "write_data",
        ],
    );
}
