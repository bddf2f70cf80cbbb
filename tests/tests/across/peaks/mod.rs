//! The peaks of a report are those that an observer of every cycle finds, and the shortages are those that it counts: an observer
//! that looks at the state and the ports of the golden units, or, where a mechanism has none, at what its scheduler holds. On
//! presets as shipped, on the small input of one workload in 48 for each mechanism; at night others, drawn by the seed, in the stage
//! `in-loop`.

mod observers;
mod schedulers;
mod units;

use crate::support;
use heddle_contract::Config;
use heddle_gpu_core::Room;
use heddle_gpu_core::accounting::room::Count;
use heddle_machines::seed_of_night;
use heddle_sim::{Job, Report};
use std::collections::BTreeMap;

/// Counts by their keys in a report.
type Found = BTreeMap<&'static str, u64>;

fn raise(found: &mut Found, key: &'static str, count: u64) {
    let most = found.entry(key).or_default();
    *most = (*most).max(count);
}

fn add(found: &mut Found, key: &'static str, count: u64) {
    *found.entry(key).or_default() += count;
}

/// What an observer of a core has found.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    peaks: Found,
    shortages: Found,
}

/// The counts of a report that are there.
fn reported(room: &Room) -> Seen {
    let there = |(key, count): (&'static str, Count)| Some((key, count.number()?));
    Seen {
        peaks: room.peaks.by_key().filter_map(there).collect(),
        shortages: room.shortages.by_key().filter_map(there).collect(),
    }
}

/// The peaks of a run are those of the launches with the most.
fn assert_is_of_launches(report: &Report, what: &str) {
    let mut all = Room::default();
    report
        .launches
        .iter()
        .for_each(|launch| all.merge(&launch.room));
    assert_eq!(reported(&all), reported(&report.statistics.room), "{what}");
}

/// The jobs of one workload in 48 on a preset; at night of others, from one that the seed draws. Half of all workloads would take half
/// an hour.
fn jobs(preset: &str, config: &Config, turn: usize) -> Vec<(String, Job)> {
    let drawn = seed_of_night().wrapping_sub(1) as usize;
    let first = drawn.wrapping_add(support::place(preset) + 5 * turn) % 48;
    let some = heddle_kernels::named().skip(first).step_by(48);
    let job = |workload| support::job(workload, config);
    some.map(|workload| (format!("{}, {preset}", workload.name()), job(workload)))
        .collect()
}
