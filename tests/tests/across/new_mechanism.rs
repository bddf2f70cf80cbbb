//! CONTRIBUTING's "add a mechanism", carried out: the scheduler of a package outside of the workspace
//! (`tests/data/new_mechanism`) runs workloads on presets as shipped, and its counts appear in the report. At night the package
//! is built separately and run.

#[path = "../../data/new_mechanism/src/round_robin.rs"]
mod round_robin;

use crate::support::{assert_result, job, limits};
use heddle_kernels::Workload;
use heddle_machines::{part, shipped};
use heddle_sim::{Gpu, Mechanism, Report};
use round_robin::{RoundRobinCores, RoundRobinCounts};
use std::fs;
use std::path::Path;
use std::process::Command;

const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/new_mechanism");
const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn run(gpu: &Gpu, preset: &str, workload: &dyn Workload) -> Report {
    let config = shipped(preset);
    let report = gpu.run_scheduled(
        &job(workload, &config),
        &limits(),
        &mut RoundRobinCores(&config),
    );
    report.unwrap_or_else(|error| panic!("{}: {error}", workload.name()))
}

crate::on_every_preset!(results: gives_the_results);

/// Threads give the same results as under any mechanism, and skipping cycles changes nothing.
fn gives_the_results(preset: &str) {
    let gpu = Gpu::new(&shipped(preset)).unwrap();
    let slow = gpu.clone().with_every_cycle(true).with_threads(2);
    let race_free = heddle_kernels::named().filter(|workload| workload.is_race_free());
    for workload in part(race_free, crate::support::place(preset), 10) {
        let report = run(&gpu, preset, workload);
        assert_result(workload, preset, &report);
        let seen = run(&slow, preset, workload);
        assert!(report == seen, "{}, {preset}: each cycle", workload.name());
    }
}

#[test]
fn its_counts_stand_in_the_report() {
    let workload = heddle_kernels::by_name("bitonic").unwrap();
    let config = shipped("fung2009");
    let gpu = Gpu::new(&config).unwrap();
    let report = run(&gpu, "fung2009", workload);
    let counts = report.statistics.mechanism.of::<RoundRobinCounts>();
    let diverged = counts.expect("its own counts").diverged;
    assert!(diverged > 0);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["round_robin"]["diverged"], diverged);
    let pdom = gpu.run(&job(workload, &config), Mechanism::Pdom, &limits());
    let json = serde_json::to_value(pdom.unwrap()).unwrap();
    assert!(
        json["round_robin"].is_null() && json["dwf"].is_null(),
        "{json}"
    );
}

#[test]
#[ignore = "at night: it builds the simulator again"]
fn it_builds_and_runs_outside_of_the_workspace() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new_mechanism");
    fs::create_dir_all(copy.join("src")).unwrap();
    for file in ["src/main.rs", "src/round_robin.rs"] {
        fs::copy(Path::new(PACKAGE).join(file), copy.join(file)).unwrap();
    }
    let root = fs::canonicalize(WORKSPACE).unwrap();
    let manifest = fs::read_to_string(Path::new(PACKAGE).join("Cargo.toml")).unwrap();
    let manifest = manifest.replace("../../..", root.to_str().expect("a path in UTF-8"));
    fs::write(copy.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root.join("Cargo.lock"), copy.join("Cargo.lock")).unwrap();

    let output = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--", "fung2009"])
        .args(["elf", "toml"].map(|kind| root.join(format!("kernels/bitonic/bitonic.{kind}"))))
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .current_dir(&copy)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{errors}");
    assert!(said.contains("round robin: completed"), "{said}");
    assert!(said.contains("equal results: true"), "{said}");
}
