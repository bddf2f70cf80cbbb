//! A timeline in the trace-event format, which <https://ui.perfetto.dev> opens: a process for each core,
//! a track for each original warp, and counters. A cycle is a microsecond there.
//!
//! Under `dwf` a warp that is issued shows up on the tracks of all original warps that have threads in it.
//! That a warp waits for memory is taken from when it is issued next, so the last wait in the window is
//! not drawn.

use super::{Record, Scene, Slice, cycles, waits};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};

/// Cycles over which counters are averaged.
const PERIOD: u64 = 64;

/// Writes the events in the order in which they were issued.
pub fn write(out: &mut dyn Write, scene: &Scene, records: &[Record]) -> io::Result<()> {
    let mut events = Events { out, first: true };
    write!(events.out, "{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")?;
    events.names(records)?;
    let mut waiting = waiting(records);
    let mut counters = Counters::default();
    for issue in cycles(records) {
        for event in counters.until(issue[0].cycle) {
            events.put(&event)?;
        }
        counters.count(issue);
        for record in issue {
            events.put(&issued(scene, record))?;
        }
        for record in issue {
            let waits = waiting.get_mut(&(record.core, record.warp));
            let wait =
                waits.and_then(|waits| waits.pop_front_if(|wait| wait.start == record.cycle));
            if let Some(wait) = wait {
                events.put(&memory(scene, record, wait))?;
            }
        }
    }
    for event in counters.until(u64::MAX) {
        events.put(&event)?;
    }
    writeln!(events.out, "\n]}}")
}

/// Comma-separated events.
struct Events<'a> {
    out: &'a mut dyn Write,
    first: bool,
}

impl Events<'_> {
    fn put(&mut self, event: &Value) -> io::Result<()> {
        let separator = if self.first { "\n" } else { ",\n" };
        self.first = false;
        write!(self.out, "{separator}{event}")
    }

    fn names(&mut self, records: &[Record]) -> io::Result<()> {
        let tracks: BTreeMap<_, ()> = records.iter().map(|r| ((r.core, r.warp), ())).collect();
        let mut last = None;
        for (core, warp) in tracks.into_keys() {
            if last.replace(core) != Some(core) {
                self.put(&name("process_name", core, 0, format!("core {core}")))?;
            }
            self.put(&name("thread_name", core, warp, format!("warp {warp}")))?;
        }
        Ok(())
    }
}

fn name(kind: &str, core: u32, warp: u32, text: String) -> Value {
    json!({"ph": "M", "name": kind, "pid": core, "tid": warp, "args": {"name": text}})
}

fn issued(scene: &Scene, record: &Record) -> Value {
    json!({
        "ph": "X",
        "cat": "issue",
        "name": record.instruction.to_string(),
        "pid": record.core,
        "tid": record.warp,
        "ts": record.cycle,
        "dur": scene.issue_cycles,
        "args": {
            "place": scene.function(record.pc),
            "pc": format!("0x{:08x}", record.pc),
            "lanes": record.lanes.count_ones(),
            "mask": format!("0x{:x}", record.lanes),
        },
    })
}

/// A wait is drawn behind the issue that began it.
fn memory(scene: &Scene, record: &Record, wait: Slice) -> Value {
    let start = wait.start + scene.issue_cycles;
    json!({
        "ph": "X",
        "cat": "memory",
        "name": "memory",
        "pid": record.core,
        "tid": record.warp,
        "ts": start,
        "dur": wait.end.saturating_sub(start),
    })
}

/// From the issue of each load or atomic of a warp to the next issue of the warp.
fn waiting(records: &[Record]) -> BTreeMap<(u32, u32), VecDeque<Slice>> {
    let mut slices: BTreeMap<_, VecDeque<Slice>> = BTreeMap::new();
    let mut open = BTreeMap::new();
    for record in records {
        let track = (record.core, record.warp);
        if let Some(start) = open.remove(&track) {
            slices
                .entry(track)
                .or_default()
                .push_back(start..record.cycle);
        }
        if waits(&record.instruction) {
            open.insert(track, record.cycle);
        }
    }
    slices
}

/// Thread instructions of the cores in a period.
#[derive(Default)]
struct Counters {
    period: u64,
    /// Of each core: issues, thread instructions.
    cores: BTreeMap<u32, [u64; 2]>,
}

impl Counters {
    fn count(&mut self, issue: &[Record]) {
        let lanes: u32 = issue.iter().map(|record| record.lanes.count_ones()).sum();
        let [issues, threads] = self.cores.entry(issue[0].core).or_default();
        *issues += 1;
        *threads += u64::from(lanes);
    }

    /// The counters of a period that ended before a cycle.
    fn until(&mut self, cycle: u64) -> Vec<Value> {
        if cycle / PERIOD == self.period {
            return Vec::new();
        }
        let ts = self.period * PERIOD;
        self.period = cycle / PERIOD;
        let mut events = Vec::new();
        for (core, counts) in &mut self.cores {
            let [issues, threads] = std::mem::take(counts);
            let lanes = threads as f64 / issues.max(1) as f64;
            let ipc = threads as f64 / PERIOD as f64;
            events.push(counter(*core, "IPC", ts, ipc));
            events.push(counter(*core, "active lanes", ts, lanes));
        }
        events
    }
}

fn counter(core: u32, name: &str, ts: u64, value: f64) -> Value {
    json!({"ph": "C", "cat": "counter", "name": name, "pid": core, "ts": ts, "args": {name: value}})
}
