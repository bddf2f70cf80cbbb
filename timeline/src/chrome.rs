//! A timeline in the trace-event format, which <https://ui.perfetto.dev> opens: a process for each core, a track for each
//! group of threads that the mechanism schedules (`tracks`), and counters; one more process for the memory,
//! with a counter for the data bus of each module. A cycle is shown as a microsecond (TIM-1).
//!
//! Slices of a track never overlap, because viewers drop those that do (TIM-5). The slice of an instruction (TIM-3) covers the
//! cycles from its issue until its pipe is free again, at most to the next issue of its track: parts of a warp may issue to
//! different pipes. The slice of an access (TIM-4) covers the cycles from there to the next issue of the track, so the last
//! access in the window is not drawn.

use crate::counters::{self, Cores, process_of};
use crate::record::Record;
use crate::recorded::Recorded;
use crate::tracks::{Slice, Track};
use heddle_isa::{Class, Instruction};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{self, Write};

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
    let mut events = Events { out, first: true };
    write!(events.out, "{{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")?;
    let slices = run.slices();
    events.names(run, &slices)?;
    let mut slices = slices.iter();
    let mut cores = Cores::default();
    for issue in cycles(&run.records) {
        for event in cores.until(issue[0].cycle) {
            events.put(&event)?;
        }
        cores.count(issue);
        for record in issue {
            for slice in slices.by_ref().take(run.groups(record).count()) {
                events.slice(run, record, slice)?;
            }
        }
    }
    let buses = counters::buses(memory_process(run), run.window, run.buses);
    for event in cores.until(u64::MAX).iter().chain(&buses) {
        events.put(event)?;
    }
    writeln!(events.out, "\n]}}")
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

    fn names(&mut self, run: &Recorded, slices: &[Slice]) -> io::Result<()> {
        let tracks: BTreeSet<Track> = slices.iter().map(|slice| slice.track).collect();
        let mut last = None;
        for track in tracks {
            let process = process_of(track.core);
            if last.replace(track.core) != Some(track.core) {
                let core = format!("core {}", track.core);
                self.put(&name("process_name", process, 1, core))?;
            }
            let (thread, shown) = (run.thread_of(track), run.name_of(track));
            self.put(&name("thread_name", process, thread, shown))?;
        }
        if !run.buses.is_empty() {
            let process = memory_process(run);
            self.put(&name("process_name", process, 1, "memory".into()))?;
        }
        Ok(())
    }

    /// Writes an instruction and, if it waits for memory, its access. Slices without a duration are left out: viewers drop them
    /// and report an error.
    fn slice(&mut self, run: &Recorded, record: &Record, slice: &Slice) -> io::Result<()> {
        self.put(&issued(run, record, slice))?;
        match slice.access(record.until) {
            Some(access) if waits(&record.instruction) => self.put(&json!({
                "ph": "X",
                "cat": "memory",
                "name": "memory",
                "pid": process_of(slice.track.core),
                "tid": run.thread_of(slice.track),
                "ts": access.start,
                "dur": access.end - access.start,
            })),
            _ => Ok(()),
        }
    }
}

fn name(kind: &str, process: u32, thread: u32, text: String) -> Value {
    json!({"ph": "M", "name": kind, "pid": process, "tid": thread, "args": {"name": text}})
}

fn issued(run: &Recorded, record: &Record, slice: &Slice) -> Value {
    json!({
        "ph": "X",
        "cat": "issue",
        "name": record.instruction.to_string(),
        "pid": process_of(slice.track.core),
        "tid": run.thread_of(slice.track),
        "ts": record.cycle,
        "dur": slice.end(record.until) - record.cycle,
        "args": {
            "place": run.function(record.pc),
            "pc": record.pc.to_string(),
            "lanes": record.lanes.count(),
            "mask": format!("0x{:x}", record.lanes.bits()),
        },
    })
}

/// Groups records by core and cycle; the records are sorted by both.
fn cycles(records: &[Record]) -> impl Iterator<Item = &[Record]> {
    records.chunk_by(|one, other| (one.cycle, one.core) == (other.cycle, other.core))
}

/// Whether an instruction waits for memory.
fn waits(instruction: &Instruction) -> bool {
    matches!(instruction.class(), Class::Load | Class::Atomic)
}
