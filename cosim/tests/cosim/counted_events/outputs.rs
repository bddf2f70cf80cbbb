//! The outputs that show waits, and the list of all outputs that count.

use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use heddle_contract::{Port, UnitInfo, Values, units};
use heddle_machines::shipped;
use heddle_units::DwfScheduler;

/// Compares `hold` and `waiting` of a cycle with what waits.
///
/// # Errors
/// The name of the port that is wrong.
pub(super) fn check_waits(
    params: &Params,
    [before, after]: [&DwfScheduler; 2],
    input: &In<Values>,
    output: &Out<Values>,
) -> Result<(), &'static str> {
    if output.waiting != (output.groups != 0 && before.chosen().is_none()) {
        return Err("waiting");
    }
    let holds = match params.pipelined() {
        // What is in the stages is not visible: while it waits, at least, the pool stays as it is.
        true => output.hold && before.pool() == after.pool(),
        false => is_held(before, after, input, output),
    };
    match output.hold == holds {
        true => Ok(()),
        false => Err("hold"),
    }
}

/// Whether threads stay outside the pool although no warp leaves and none is spilled.
fn is_held(
    before: &DwfScheduler,
    after: &DwfScheduler,
    input: &In<Values>,
    output: &Out<Values>,
) -> bool {
    if output.write || output.issue && input.issue_ready {
        return false;
    }
    if input.back {
        return !output.back_ready;
    }
    let inside = |thread: &usize, golden: &DwfScheduler| {
        golden
            .pool()
            .iter()
            .flatten()
            .any(|held| held.as_ref() == Some(thread))
    };
    let mut offered = before.threads().filter(|thread| !inside(thread, before));
    offered.any(|thread| !inside(&thread, after))
}

/// Outputs that count what happens to threads and warps in the scheduler of formation.
const OF_FORMATION: [&str; 11] = [
    "pool_free",
    "spilled",
    "fetching",
    "waiting",
    "hold",
    "insert",
    "merges",
    "creations",
    "conflicts",
    "evictions",
    "forward",
];

/// Outputs that count, with what holds them. Levels of the group schedulers follow from their guarantees (`groups` changes
/// with updates and issues) and from [`DwfScheduler::check`].
const COUNTS: [(&str, &[&str], &str); 14] = [
    ("dwf_scheduler", &OF_FORMATION, "this test"),
    ("dwf_scheduler", &["groups"], "the group schedulers"),
    (
        "dwf_subsystem",
        &OF_FORMATION,
        "this test: they are outputs of the scheduler inside",
    ),
    ("dwf_subsystem", &["groups"], "the group schedulers"),
    (
        "majority_scheduler",
        &["room", "groups", "waiting"],
        "guarantees and `same_choices`",
    ),
    (
        "tournament_scheduler",
        &["room", "groups", "waiting"],
        "guarantees and `same_choices`",
    ),
    (
        "winner_tree",
        &["room", "groups", "waiting"],
        "guarantees and `same_choices`",
    ),
    (
        "timestamp_queue",
        &["room", "groups", "waiting"],
        "guarantees and `same_choices`",
    ),
    ("max_heap", &["groups"], "a guarantee over pushes and pops"),
    (
        "spill_queue",
        &["count", "fetching"],
        "guarantees over writes, fetches and departures",
    ),
    (
        "warp_allocator",
        &["free"],
        "a guarantee over entries in use",
    ),
    (
        "reconvergence_stack",
        &["read_entries"],
        "limits in a guarantee, and the stack of the golden unit",
    ),
    (
        "sub_warp_combiner dwr_synchronizer",
        &["size"],
        "a guarantee over members",
    ),
    (
        "dwr_subsystem",
        &["issue_size"],
        "the guarantee of the synchroniser",
    ),
];

/// Whether the contract says that an output counts something.
fn counts(port: &Port) -> bool {
    let numbers = port.doc.starts_with("number of") && !port.doc.starts_with("number of the ");
    numbers || port.doc.starts_with("how many") || port.group.contains("count")
}

#[test]
fn every_output_that_counts_is_held_against_another_count() {
    let held = |unit: &str, port: &str| {
        COUNTS.iter().any(|(units, ports, _)| {
            units.split(' ').any(|held| held == unit) && ports.contains(&port)
        })
    };
    for UnitInfo { name, outputs, .. } in
        units::all(&shipped("fung2009")).expect("it suits all units")
    {
        for port in outputs.iter().filter(|port| counts(port)) {
            assert!(
                held(name, port.name),
                "nothing holds `{}` of {name}",
                port.name
            );
        }
    }
}
