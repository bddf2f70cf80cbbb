//! Counters of a timeline: the activity of cores and memory modules per period of cycles.
//!
//! A viewer holds the value of a counter until the next event of the same name, so a period in which nothing happens begins with
//! a zero.

use crate::record::Record;
use crate::window::Window;
use heddle_sim::memory::BusWatch;
use heddle_types::Cycle;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Cycles over which counters are averaged (TIM-6).
pub(crate) const PERIOD: u64 = 64;

/// Thread instructions of the cores in the current period.
#[derive(Default)]
pub struct Cores {
    period: u64,
    /// For each core: issues, thread instructions.
    counts: BTreeMap<u32, [u64; 2]>,
}

impl Cores {
    /// Counts the instructions that a core issued in a cycle.
    pub fn count(&mut self, issue: &[Record]) {
        let lanes: u32 = issue.iter().map(|record| record.lanes.count()).sum();
        let [issues, threads] = self.counts.entry(issue[0].core).or_default();
        *issues += 1;
        *threads += u64::from(lanes);
    }

    /// The counters of the periods that ended before a cycle.
    pub fn until(&mut self, cycle: u64) -> Vec<Value> {
        let (past, now) = (self.period, cycle / PERIOD);
        if now == past {
            return Vec::new();
        }
        self.period = now;
        let mut events = self.take(past);
        if now > past + 1 {
            events.extend(self.take(past + 1));
        }
        events
    }

    /// The counters of a period; resets them to 0.
    fn take(&mut self, period: u64) -> Vec<Value> {
        let ts = period * PERIOD;
        let counts = self.counts.iter_mut();
        let events = counts.flat_map(|(core, counts)| {
            let [issues, threads] = std::mem::take(counts);
            let process = process_of(*core);
            let counters = [
                (
                    ["instructions", "per cycle"],
                    threads as f64 / PERIOD as f64,
                ),
                (["active", "lanes"], threads as f64 / issues.max(1) as f64),
            ];
            counters.map(|(name, value)| counter(process, name, ts, value))
        });
        events.collect()
    }
}

/// The watch that records the data for [`buses`].
pub fn watch(window: Window) -> BusWatch {
    BusWatch {
        from: Cycle::new(window.from),
        until: Cycle::new(window.to),
        interval: PERIOD,
    }
}

/// The percentage of time in which the data bus of each module carried data. `process` is the memory's process number.
pub fn buses(process: u32, window: Window, buses: &[Vec<u64>]) -> Vec<Value> {
    let modules = buses.iter().enumerate();
    let events = modules.flat_map(|(module, busy)| {
        let name = format!("data bus {module}");
        let changes = changes(window, busy).into_iter();
        changes.map(move |(ts, percent)| counter(process, [&name, "busy %"], ts, percent))
    });
    events.collect()
}

/// The cycles at which the utilisation of a bus changes, and the new utilisation in percent.
fn changes(window: Window, busy: &[u64]) -> Vec<(u64, f64)> {
    let first = window.from / PERIOD;
    let mut changes = vec![(window.from, 0.0)];
    for (period, cycles) in (first..).zip(busy.iter().chain([&0])) {
        let start = (period * PERIOD).max(window.from);
        let end = ((period + 1) * PERIOD).min(window.to);
        let percent = 100.0 * *cycles as f64 / end.saturating_sub(start).max(1) as f64;
        match changes.last_mut() {
            Some((_, last)) if *last == percent => {}
            Some((ts, last)) if *ts == start => *last = percent,
            _ => changes.push((start, percent)),
        }
    }
    changes
}

/// A counter event. Viewers show both parts of the name: the counter and the unit of its value.
fn counter(process: u32, [name, part]: [&str; 2], ts: u64, value: f64) -> Value {
    let arguments = json!({ part: value });
    json!({"ph": "C", "cat": "counter", "name": name, "pid": process, "ts": ts, "args": arguments})
}

/// The process number of a core in the timeline. Numbers begin at 1: viewers treat all threads of process 0 as one, that of an
/// idle computer.
pub fn process_of(core: u32) -> u32 {
    core + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bus_is_shown_where_its_use_changes() {
        let window = Window { from: 32, to: 250 };
        let shown = changes(window, &[8, 16, 16, 29]);
        // Changes at 32, 64 and 192; the last period has 58 cycles.
        let expected = [(32, 25.0), (64, 25.0), (192, 50.0), (256, 0.0)];
        assert_eq!(shown, [expected[0], expected[2], expected[3]]);
        assert_eq!(changes(window, &[]), [(32, 0.0)]);
        assert_eq!(
            changes(window, &[0, 64]),
            [(32, 0.0), (64, 100.0), (128, 0.0)]
        );
    }
}
