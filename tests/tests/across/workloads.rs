//! Races of the built-in workloads, and a recursion that needs a deep stack. `shipped` checks that every workload gives its
//! reference's result under every mechanism.

use crate::support;
use heddle_contract::Config;
use heddle_machines::{because, changed, part};
use heddle_sim::race::Region;
use heddle_sim::{Gpu, Mechanism, Report};

/// `tiny` with the stack size of the other presets.
fn tiny() -> Config {
    let why =
        because("an explicit stack holds the regions that are open in every call of a recursion")
            .twin("nightly: shipped");
    changed("tiny", &["stack.depth=128"], why)
}

/// The case that `shipped` cannot run on `tiny`: a recursion under an explicit stack.
#[test]
fn a_deeper_stack_holds_a_recursion() {
    let config = tiny();
    let workload = heddle_kernels::by_name("recursion").unwrap();
    let job = support::job(workload, &config);
    let gpu = Gpu::new(&config).unwrap();
    let report = gpu.run(&job, Mechanism::Stack, &support::limits()).unwrap();
    support::assert_result(workload, "a deeper stack", &report);
}

/// EXS-16: what is predicated elsewhere has paths of its own, and every result is the same. Every fourth workload, all at night.
#[test]
fn results_do_not_depend_on_where_the_notes_place_the_stack() {
    let why = because("the stack as the notes draw it, with room for a recursion")
        .twin("nightly: shipped");
    let config = changed("tiny", &["stack.placement=notes", "stack.depth=128"], why);
    let gpu = Gpu::new(&config).unwrap();
    for workload in part(heddle_kernels::all().iter().copied(), 1, 4) {
        let job = support::job(workload, &config);
        let report = gpu.run(&job, Mechanism::Stack, &support::limits()).unwrap();
        match workload.is_race_free() {
            true => support::assert_result(workload, "the placement of the notes", &report),
            false => assert!(report.outcome.is_complete(), "{}", workload.name()),
        }
    }
}

fn checked(workload: &dyn heddle_kernels::Workload, mechanism: Mechanism) -> Report {
    let config = tiny();
    let gpu = Gpu::new(&config).unwrap().with_race_check(true);
    let job = support::job(workload, &config);
    gpu.run(&job, mechanism, &support::limits()).unwrap()
}

#[test]
fn race_free_workloads_have_no_races() {
    let race_free = || heddle_kernels::named().filter(|w| w.is_race_free());
    for (turn, mechanism) in Mechanism::ALL.into_iter().enumerate() {
        // Each workload under one mechanism, under all at night.
        for workload in part(race_free(), turn, Mechanism::ALL.len()) {
            let report = checked(workload, mechanism);
            let races = report.races.as_ref().expect("they were looked for");
            assert!(races.is_empty(), "{}: {races}", workload.name());
            let parted = report.barrier_divergence.as_ref().expect("also asked for");
            assert!(parted.is_empty(), "{}: {parted}", workload.name());
            support::assert_result(workload, mechanism.name(), &report);
        }
    }
}

/// The others promise nothing about races, but the threads of their blocks meet at every barrier.
#[test]
fn workloads_with_races_part_at_no_barrier() {
    for workload in heddle_kernels::named().filter(|w| !w.is_race_free()) {
        let parted = checked(workload, Mechanism::Pdom).barrier_divergence;
        let parted = parted.expect("asked for with races");
        assert!(parted.is_empty(), "{}: {parted}", workload.name());
    }
}

/// fung2009, section 8: without partial barriers, figure 22 has a race under every mechanism, even where lock-step makes the
/// result correct.
#[test]
fn the_reduction_without_barriers_has_races() {
    let workload = heddle_kernels::by_name("reduction").unwrap();
    for mechanism in Mechanism::ALL {
        let races = checked(workload, mechanism).races.unwrap();
        assert!(!races.is_empty(), "{mechanism}");
        for race in &races.first {
            assert!(matches!(race.region, Region::Shared { .. }), "{races}");
        }
    }
}
