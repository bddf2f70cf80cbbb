//! The paths of environments: which inputs have to answer which outputs of the same cycle.

use heddle_contract::config::{PRESETS, Source, Target};
use heddle_contract::{Config, UnitInfo, for_each_unit, units};
use std::collections::{BTreeMap, BTreeSet};

/// Outputs that assumptions tie to inputs, and that an environment can know from an earlier cycle: only its own commands make
/// illegal what they allowed. The terms read outputs of earlier cycles too, to follow what is inside of a unit.
const KNOWN_BEFORE: &[(&str, &[&str])] = &[
    // A part of a warp's state changes to what forbids an input only with an input for this warp.
    ("thread_pc_table", &["known"]),
    ("stackless_front_end", &["fetchable", "busy", "waiting"]),
    (
        "stackless_subsystem",
        &["fetchable", "busy", "waiting", "known"],
    ),
    ("reconvergence_stack", &["live", "busy"]),
    ("dwr_synchronizer", &["locked", "combinable"]),
    ("dwr_subsystem", &["live", "busy", "locked", "combinable"]),
    ("sub_warp_combiner", &["combinable"]),
    ("partner_sync_table", &["locked"]),
    // The look-up in the third stage was answered from registers when it came there, whatever the inputs.
    ("pc_warp_lut", &["first_create"]),
    // Once cleared, a memory stays so.
    (
        "dwf_scheduler",
        &["init_done", "spilled", "write", "fetching"],
    ),
    // Which threads are inside follows from the cycles before.
    (
        "dwf_scheduler",
        &[
            "commit_ready",
            "issue",
            "issue_lanes",
            "issue_tid",
            "write_tid",
            "back_ready",
        ],
    ),
    (
        "dwf_subsystem",
        &[
            "init_done",
            "spilled",
            "write",
            "fetching",
            "commit_ready",
            "issue",
            "issue_lanes",
            "issue_tid",
            "write_tid",
            "back_ready",
            "fetch",
        ],
    ),
    ("warp_pool", &["init_done"]),
    ("pc_warp_lut", &["init_done"]),
    // Only what is taken is no longer there.
    (
        "warp_allocator",
        &[
            "init_done",
            "free",
            "has_first",
            "has_second",
            "next_first",
            "next_second",
        ],
    ),
    (
        "warp_update_registers",
        &["first", "second", "commit_ready"],
    ),
    ("cycle_compressor", &["issue"]),
    ("majority_scheduler", &["choice", "choice_warp"]),
    ("tournament_scheduler", &["choice", "choice_warp"]),
    ("winner_tree", &["choice", "choice_warp"]),
    ("timestamp_queue", &["choice", "choice_warp", "groups"]),
    ("spill_queue", &["empty", "fetching"]),
    // What is at rest stays so until a command.
    ("max_heap", &["rest", "groups"]),
    ("mheap_lut", &["idle"]),
];

fn machines() -> impl Iterator<Item = Config> {
    PRESETS.iter().flat_map(|(name, _)| {
        let source = Source::Preset((*name).into());
        let targets = Target::ALL.into_iter().map(Some).chain([None]);
        targets.map(move |target| Config::load_for(&source, target, &[]).unwrap())
    })
}

#[test]
fn answers_name_ports() {
    for info in machines().flat_map(|config| units::all(&config).unwrap()) {
        for answer in &info.answers {
            let is_input = info.inputs.iter().any(|port| port.name == answer.input);
            assert!(is_input, "{}: {}", info.name, answer.input);
            for output in answer.outputs {
                let is_output = info.outputs.iter().any(|port| port.name == *output);
                assert!(is_output, "{}: {output}", info.name);
            }
        }
    }
}

/// The ports that a port depends on within the cycle, through the unit or through its environment.
fn dependencies(info: &UnitInfo) -> BTreeMap<&'static str, Vec<&'static str>> {
    let paths = info.combinational.iter();
    let mut all: BTreeMap<_, Vec<_>> = paths
        .map(|path| (path.output, path.inputs.to_vec()))
        .collect();
    for answer in &info.answers {
        all.entry(answer.input).or_default().extend(answer.outputs);
    }
    all
}

/// Whether a port depends on itself.
fn is_in_a_loop(all: &BTreeMap<&'static str, Vec<&'static str>>, port: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut next: Vec<&str> = all[port].clone();
    while let Some(name) = next.pop() {
        if seen.insert(name) {
            next.extend(all.get(name).into_iter().flatten());
        }
    }
    seen.contains(port)
}

#[test]
fn answers_close_no_loop() {
    for info in machines().flat_map(|config| units::all(&config).unwrap()) {
        let all = dependencies(&info);
        for port in all.keys() {
            assert!(!is_in_a_loop(&all, port), "{}: {port}", info.name);
        }
    }
}

macro_rules! names {
    ($($stem:ident $unit:ident,)*) => { [$(stringify!($stem)),*] };
}

/// An assumption that ties inputs to outputs of the cycle is kept by an answer, or the environment knows the output before.
#[test]
fn assumptions_on_outputs_are_answered_or_known_before() {
    let names = for_each_unit!(names);
    assert!(KNOWN_BEFORE.iter().all(|(unit, _)| names.contains(unit)));
    for info in machines().flat_map(|config| units::all(&config).unwrap()) {
        let known = KNOWN_BEFORE.iter().filter(|(unit, _)| *unit == info.name);
        let answered = info.answers.iter().flat_map(|answer| answer.outputs);
        let mut settled: BTreeSet<&str> = answered.copied().collect();
        settled.extend(known.flat_map(|(_, outputs)| outputs.iter()));
        for rule in info
            .assumptions
            .iter()
            .filter(|rule| !rule.inputs.is_empty())
        {
            let open: Vec<_> = rule
                .outputs
                .iter()
                .filter(|name| !settled.contains(*name))
                .collect();
            assert!(open.is_empty(), "{}: {}: {open:?}", info.name, rule.name);
        }
    }
}
