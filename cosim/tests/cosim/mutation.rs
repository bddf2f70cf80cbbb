//! Mutation: enough mutants of every unit are killed, and no mutant that differs is called equivalent.

use crate::fixture::{self, cache};
use heddle_contract::Config;
use heddle_contract::config::Target;
use heddle_contract::units::UnifiedArbiter;
use heddle_cosim::mutation::{Mutation, Report};
use heddle_cosim::{Checked, Error, emit};
use heddle_machines::{Why, because, changed, changed_for, seed_of_night, share_of, thorough};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The required scores, in percent: in general, and with recommended latencies, where queues and stages keep proofs from
/// finishing.
const ENOUGH: f64 = 98.0;
const ENOUGH_IN_STAGES: f64 = 95.0;

/// Number of mutants of each unit, and of cycles to run each: by day, and at night. `deliberate` keeps mistakes
/// that the larger numbers found.
const FEW: (usize, u64) = (6, 20_000);
const MANY: (usize, u64) = (500, 1_000_000);

/// The unit's parameters in the machine `tiny`, with changes.
pub fn tiny<U: Checked>() -> U::Params {
    U::params(&tiny_machine()).expect("a unit of the preset")
}

/// The machine `tiny`, with changes.
pub fn tiny_machine() -> Config {
    changed("tiny", &CHANGES, why())
}

/// The same parameters with the latencies that are recommended for an ECP5.
fn in_stages<U: Checked>() -> U::Params {
    let config = changed_for("tiny", Target::Ecp5, &CHANGES, why());
    U::params(&config).expect("a unit of the preset")
}

/// The changes of [`tiny_machine`].
pub const CHANGES: [&str; 3] = ["stack.depth=8", "core.simd_width=2", "compaction.mode=scc"];

fn why() -> Why {
    because(
        "what deep stacks hold makes proofs of equivalence long; this ALU leaves something to compress",
    )
    .twin("nightly: in-loop-shipped")
}

fn mutation<U: Checked>(params: &U::Params, mutants: usize, cycles: u64) -> Mutation {
    Mutation {
        verilog: emit::<U>(params).expect("it is described without mistakes"),
        cache: cache(),
        seed: seed_of_night(),
        mutants,
        cycles,
        // Counters that count in another order up to the same number are equivalent: ten seconds prove few of them, a minute most.
        patience: Duration::from_secs(if thorough() { 60 } else { 3 }),
        done: Arc::default(),
    }
}

fn run<U: Checked>(mutation: &Mutation, params: &U::Params) -> Report {
    mutation.run::<U>(params).expect("the tools are there")
}

fn enough_are_killed<U: Checked>() {
    enough_are_killed_of::<U>(&tiny::<U>(), ENOUGH);
    if thorough() && in_stages::<U>() != tiny::<U>() {
        enough_are_killed_of::<U>(&in_stages::<U>(), ENOUGH_IN_STAGES);
    }
}

fn enough_are_killed_of<U: Checked>(params: &U::Params, percent: f64) {
    let (mutants, cycles) = if thorough() { MANY } else { FEW };
    let mutants = share_of(mutants);
    let mutation = mutation::<U>(params, mutants, cycles);
    let report = run::<U>(&mutation, params);
    let enough = report.score >= percent
        || mutants < MANY.0 && report.survived.len() as f64 <= by_chance(&report, percent);
    assert!(enough && report.killed > 0, "{report:#?}");
    assert_eq!(report.unit, U::NAME);
    // Yosys 0.70 has a few mutations less than that for the netlist of the smallest unit, `bcc_sequencer`.
    let as_many = report.mutants == mutants || report.mutants * 10 > mutants * 9 && thorough();
    assert!(as_many, "{}: {} mutants", report.unit, report.mutants);
    assert_eq!(
        report.killed + report.equivalent + report.survived.len(),
        report.mutants
    );
    assert_eq!(mutation.done.load(Ordering::Relaxed), report.mutants as u64);
    let modules: Vec<String> = mutation
        .verilog
        .files
        .iter()
        .map(|file| file.name.replace(".v", ""))
        .collect();
    for mutant in &report.proven {
        assert!(modules.contains(&mutant.module), "{mutant:?}");
    }
}

/// How many mutants may survive among some that were drawn, where the score of all is the required one: three standard
/// deviations more than expected, which is one of six by day and six of a hundred at night.
fn by_chance(report: &Report, percent: f64) -> f64 {
    let drawn = (report.killed + report.survived.len()) as f64;
    let survives = 1.0 - percent / 100.0;
    drawn * survives + 3.0 * (drawn * survives * (1.0 - survives)).sqrt()
}

crate::for_every_unit!(enough_are_killed);

#[test]
fn a_seed_gives_the_same_report_again_and_another_one_others() {
    let params = tiny::<UnifiedArbiter>();
    let mut mutation = mutation::<UnifiedArbiter>(&params, 30, FEW.1);
    let first = run::<UnifiedArbiter>(&mutation, &params);
    assert_eq!(run::<UnifiedArbiter>(&mutation, &params), first);
    mutation.seed += 1;
    let other = run::<UnifiedArbiter>(&mutation, &params);
    assert_ne!(
        (other.proven, other.last_kill_cycle),
        (first.proven, first.last_kill_cycle)
    );
}

#[test]
fn mutants_of_a_wrong_unit_mean_nothing() {
    let wrong = fixture::verilog(&[("lane < 8; lane", "lane < 7; lane")]);
    let mutation = Mutation {
        verilog: wrong,
        ..mutation::<UnifiedArbiter>(&fixture::params(), 10, FEW.1)
    };
    let error = mutation.run::<UnifiedArbiter>(&fixture::params());
    let error = error.expect_err("lane 7 is lost");
    assert!(matches!(error, Error::Unmutated(_)), "{error}");
    assert!(error.remedy().contains("heddle cosim"), "{error}");
}

#[test]
fn a_file_that_is_no_verilog_is_refused() {
    let params = tiny::<UnifiedArbiter>();
    let mut mutation = mutation::<UnifiedArbiter>(&params, 10, FEW.1);
    mutation.verilog.files[0].text = "module".into();
    let error = mutation.run::<UnifiedArbiter>(&params);
    let error = error.expect_err("no Verilog").to_string();
    assert!(
        error.contains("yosys") && error.contains("ERROR"),
        "{error}"
    );
}
