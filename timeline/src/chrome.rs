//! A timeline in the trace-event format, which <https://ui.perfetto.dev> opens: a process for each core, a track for each
//! original warp, and counters; one more process for the memory, with a counter for the data bus of each module. A cycle is shown
//! as a microsecond.
//!
//! Under `dwf` an issued warp appears on the tracks of all original warps that have threads in it. The end of a warp's wait for
//! memory is the warp's next issue, so the last wait in the window is not drawn.

use crate::counters::{self, Cores, process_of};
use crate::record::Record;
use crate::recorded::Recorded;
use heddle_isa::{Class, Instruction};
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};
use std::ops::Range;

/// The range of cycles that a slice covers.
type Slice = Range<u64>;

impl Recorded<'_> {
    /// Writes the timeline, as JSON.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn timeline(&self, out: &mut dyn Write) -> io::Result<()> {
        write(out, self)
    }
}

/// Writes the events in the order in which they were issued.
fn write(out: &mut dyn Write, run: &Recorded) -> io::Result<()> {
    let records = &run.records;
    let mut events = Events { out, first: true };
    write!(events.out, "{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")?;
    events.names(run)?;
    let mut waiting = waiting(records);
    let mut cores = Cores::default();
    for issue in cycles(records) {
        for event in cores.until(issue[0].cycle) {
            events.put(&event)?;
        }
        cores.count(issue);
        for record in issue {
            events.put(&issued(run, record))?;
        }
        for record in issue {
            let waits = waiting.get_mut(&(record.core, record.warp));
            let wait =
                waits.and_then(|waits| waits.pop_front_if(|wait| wait.start == record.cycle));
            if let Some(wait) = wait.and_then(|wait| memory(run, record, wait)) {
                events.put(&wait)?;
            }
        }
    }
    let buses = counters::buses(memory_process(run), run.window, run.buses);
    for event in cores.until(u64::MAX).iter().chain(&buses) {
        events.put(event)?;
    }
    writeln!(events.out, "\n]}}")
}

fn thread_of(warp: u32) -> u32 {
    warp + 1
}

/// The number of the process after those of the cores.
fn memory_process(run: &Recorded) -> u32 {
    process_of(run.cores as u32)
}

/// Writes comma-separated events.
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

    fn names(&mut self, run: &Recorded) -> io::Result<()> {
        let tracks: BTreeMap<_, ()> = run.records.iter().map(|r| ((r.core, r.warp), ())).collect();
        let mut last = None;
        for (core, warp) in tracks.into_keys() {
            if last.replace(core) != Some(core) {
                let process = process_of(core);
                self.put(&name("process_name", process, 1, format!("core {core}")))?;
            }
            let (process, thread) = (process_of(core), thread_of(warp));
            self.put(&name(
                "thread_name",
                process,
                thread,
                format!("warp {warp}"),
            ))?;
        }
        if !run.buses.is_empty() {
            let process = memory_process(run);
            self.put(&name("process_name", process, 1, "memory".into()))?;
        }
        Ok(())
    }
}

fn name(kind: &str, process: u32, thread: u32, text: String) -> Value {
    json!({"ph": "M", "name": kind, "pid": process, "tid": thread, "args": {"name": text}})
}

fn issued(run: &Recorded, record: &Record) -> Value {
    json!({
        "ph": "X",
        "cat": "issue",
        "name": record.instruction.to_string(),
        "pid": process_of(record.core),
        "tid": thread_of(record.warp),
        "ts": record.cycle,
        "dur": run.issue_cycles,
        "args": {
            "place": run.function(record.pc),
            "pc": record.pc.to_string(),
            "lanes": record.lanes.count(),
            "mask": format!("0x{:x}", record.lanes.bits()),
        },
    })
}

/// A wait is drawn from the end of the issue that began it. Waits without a duration are left out: viewers drop such slices and
/// report an error.
fn memory(run: &Recorded, record: &Record, wait: Slice) -> Option<Value> {
    let start = wait.start + run.issue_cycles;
    (wait.end > start).then(|| {
        json!({
            "ph": "X",
            "cat": "memory",
            "name": "memory",
            "pid": process_of(record.core),
            "tid": thread_of(record.warp),
            "ts": start,
            "dur": wait.end - start,
        })
    })
}

/// The waits of each warp: from each load or atomic to the next issue of the warp.
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

/// Groups records by core and cycle; the records are sorted by both.
fn cycles(records: &[Record]) -> impl Iterator<Item = &[Record]> {
    records.chunk_by(|one, other| (one.cycle, one.core) == (other.cycle, other.core))
}

/// Whether an instruction waits for memory.
fn waits(instruction: &Instruction) -> bool {
    matches!(instruction.class(), Class::Load | Class::Atomic)
}
