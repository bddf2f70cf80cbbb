//! Queues of the memory system with as few places as the configuration accepts.

use super::traffic::traffic;
use heddle_contract::Config;
use heddle_contract::config::{PRESETS, Source};
use heddle_machines::on_all_threads;
use heddle_sim::{Gpu, Limits, Mechanism};

/// Every queue of the memory system.
const QUEUES: [&str; 6] = [
    "memory.mshrs",
    "memory.mshr_merges",
    "memory.outgoing",
    "memory.port_queue",
    "network.queue",
    "dram.queue",
];

/// Machines with different requests: what is dirty, what is shared, who answers.
const KINDS: [&[&str]; 4] = [
    &["memory.write=back", "memory.backend=network"],
    &["memory.write=back", "memory.mshr_sharing=false"],
    &["memory.write=through", "memory.backend=network"],
    &[
        "memory.write=back",
        "memory.backend=shared_caches",
        "memory.stack_lines=whole",
    ],
];

fn load(preset: &str, sets: &[String]) -> Option<Config> {
    Config::load(&Source::Preset(preset.into()), sets).ok()
}

/// The overrides that give a queue the least places that a machine accepts.
fn least(preset: &str, kind: &[String], queue: &str) -> String {
    let mut sets = (1..).map(|places| format!("{queue}={places}"));
    let accepted =
        |set: &String| load(preset, &[kind, std::slice::from_ref(set)].concat()).is_some();
    sets.find(accepted).expect("some number is accepted")
}

/// The machine with each queue at its least, and with all of them.
fn machines(preset: &str) -> Vec<Vec<String>> {
    let of_kind = |kind: &&[&str]| {
        let kind: Vec<String> = kind.iter().map(|set| (*set).into()).collect();
        let least = QUEUES.map(|queue| least(preset, &kind, queue));
        let alone = least.iter().map(|set| vec![set.clone()]);
        let sets = alone.chain([least.to_vec()]);
        sets.map(|sets| [kind.clone(), sets].concat())
            .collect::<Vec<_>>()
    };
    KINDS.iter().flat_map(of_kind).collect()
}

fn stuck(preset: &str, sets: &[String], mechanism: Mechanism) -> Option<String> {
    let config = load(preset, sets).expect("each set was accepted");
    let threads = config.core.threads().min(64) as u32;
    let job = traffic(2, threads);
    let gpu = Gpu::new(&config).expect("an accepted machine");
    let report = gpu.run(&job, mechanism, &Limits::default());
    let outcome = report.expect("presets have every mechanism").outcome;
    (!outcome.is_complete()).then(|| format!("{preset} {sets:?}, {mechanism}: {outcome}"))
}

#[test]
fn nothing_waits_for_ever_in_queues_at_their_least() {
    let (mut runs, all) = (Vec::new(), Mechanism::ALL.len());
    for (preset, _) in PRESETS {
        for (turn, sets) in machines(preset).into_iter().enumerate() {
            let mechanisms = heddle_machines::part(Mechanism::ALL, turn % all, all);
            runs.extend(
                mechanisms
                    .into_iter()
                    .map(|mechanism| (*preset, sets.clone(), mechanism)),
            );
        }
    }
    let stuck = on_all_threads(&runs, |(preset, sets, mechanism)| {
        stuck(preset, sets, *mechanism).into_iter().collect()
    });
    assert!(stuck.is_empty(), "{}", stuck.join("\n"));
}
