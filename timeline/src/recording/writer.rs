//! Writes a recording while a run goes on.

use super::about::About;
use super::frame::{self, FIRST_LINE, Kind};
use super::numbers::{put, put_growing};
use super::reason;
use crate::counters::PERIOD;
use heddle_sim::memory::BusUse;
use heddle_sim::{Change, Issued, Observer, PortUse, StallRun};
use heddle_types::Cycle;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;

/// Rows of a frame: what is kept for each core until it is written.
const ROWS: usize = 8192;

/// Bytes of a frame of tables, about.
const TABLE_BYTES: usize = 1 << 17;

/// An observer that writes what it sees.
pub struct Writer<W> {
    out: W,
    about: About,
    /// Cycles that are recorded.
    window: Range<u64>,
    launch: u64,
    issues: u64,
    /// Instructions after which no more are written.
    most: u64,
    cores: Vec<Core>,
    buffer: Vec<u8>,
    /// The first error of `out`, after which nothing is written.
    error: Option<io::Error>,
}

/// What a core did and is not written yet.
#[derive(Debug, Default)]
struct Core {
    issues: Vec<Row>,
    /// The first row of the instruction whose pipe is not known yet.
    open: usize,
    stalls: Vec<StallRun>,
    port: Vec<PortUse>,
    tables: Changes,
    /// What the tables hold before the window: by table and owner.
    early: BTreeMap<(usize, usize), Vec<u64>>,
}

/// Changes of tables, as they are written.
#[derive(Debug, Default)]
struct Changes {
    rows: u64,
    /// The cycle of the last one.
    cycle: u64,
    bytes: Vec<u8>,
}

/// An issued instruction.
#[derive(Clone, Copy, Debug)]
struct Row {
    cycle: u64,
    held: u64,
    launch: u64,
    warp: u64,
    instruction: u64,
    block: u64,
    thread: u64,
    lanes: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a recording of at most so many instructions.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(about: About, most: u64, mut out: W) -> io::Result<Self> {
        let json = serde_json::to_vec(&about).expect("it has string keys");
        out.write_all(FIRST_LINE)?;
        frame::write(Kind::About, &json, &mut out)?;
        Ok(Writer {
            out,
            window: about.window[0]..about.window[1],
            launch: 0,
            issues: 0,
            most,
            cores: (0..about.cores).map(|_| Core::default()).collect(),
            about,
            buffer: Vec::new(),
            error: None,
        })
    }

    /// Writes what is left, and the report of the run: as JSON, and the use of the data buses, if they were
    /// [watched](crate::Recorder::bus_watch). Returns the output, and how many instructions there were: if they are more than `most`,
    /// the recording has only the first ones.
    ///
    /// # Errors
    /// The first error of the output since the beginning.
    pub fn finish(mut self, report: &Value, buses: Option<&BusUse>) -> io::Result<(W, u64)> {
        for core in 0..self.cores.len() {
            self.begin_tables(core);
            self.write_issues(core);
            self.write_stalls(core);
            self.write_port(core);
            self.write_tables(core);
        }
        for (module, busy) in buses
            .iter()
            .flat_map(|buses| buses.modules.iter().enumerate())
        {
            self.write_bus(module, busy);
        }
        let json = serde_json::to_vec(report).expect("it has string keys");
        self.write(Kind::Report, &json);
        match self.error {
            None => Ok((self.out, self.issues)),
            Some(error) => Err(error),
        }
    }

    fn write(&mut self, kind: Kind, payload: &[u8]) {
        if self.error.is_none() {
            self.error = frame::write(kind, payload, &mut self.out).err();
        }
    }

    fn write_issues(&mut self, core: usize) {
        let rows = std::mem::take(&mut self.cores[core].issues);
        let columns: [fn(&Row) -> u64; 7] = [
            |row| row.held,
            |row| row.launch,
            |row| row.warp,
            |row| row.instruction,
            |row| row.block,
            |row| row.thread,
            |row| row.lanes,
        ];
        self.write_columns(Kind::Issues, core, &rows, |row| row.cycle, &columns);
        self.cores[core].issues = emptied(rows);
        self.cores[core].open = 0;
    }

    fn write_stalls(&mut self, core: usize) {
        let runs = std::mem::take(&mut self.cores[core].stalls);
        let columns: [fn(&StallRun) -> u64; 2] =
            [|run| run.cycles, |run| reason::number(run.reason)];
        self.write_columns(Kind::Stalls, core, &runs, |run| run.from.number(), &columns);
        self.cores[core].stalls = emptied(runs);
    }

    fn write_port(&mut self, core: usize) {
        let used = std::mem::take(&mut self.cores[core].port);
        let columns: [fn(&PortUse) -> u64; 2] = [|one| one.lines.into(), |one| one.misses.into()];
        self.write_columns(Kind::Port, core, &used, |one| one.cycle.number(), &columns);
        self.cores[core].port = emptied(used);
    }

    /// Busy cycles of the data bus of a module, from the period of the first recorded cycle on.
    fn write_bus(&mut self, module: usize, busy: &[u64]) {
        let first = self.window.start / PERIOD;
        let periods = (first..).zip(busy.iter().copied());
        let rows: Vec<(u64, u64)> = periods.filter(|(_, cycles)| *cycles > 0).collect();
        self.write_columns(Kind::Bus, module, &rows, |row| row.0, &[|row| row.1]);
    }

    /// What tables hold when the window begins, as changes in the cycle before it.
    fn begin_tables(&mut self, core: usize) {
        let before = Cycle::new(self.window.start.saturating_sub(1));
        for ((table, owner), values) in std::mem::take(&mut self.cores[core].early) {
            let change = Change {
                cycle: before,
                table,
                owner,
                values: &values,
            };
            self.put_change(core, change);
        }
    }

    fn put_change(&mut self, core: usize, change: Change) {
        let columns = self.about.tables[change.table].columns.len();
        let changes = &mut self.cores[core].tables;
        let cycle = change.cycle.number();
        let numbers = [
            cycle - changes.cycle,
            change.table as u64,
            change.owner as u64,
            (change.values.len() / columns) as u64,
        ];
        let all = numbers.iter().chain(change.values);
        all.for_each(|number| put(*number, &mut changes.bytes));
        changes.rows += 1;
        changes.cycle = cycle;
        if changes.bytes.len() >= TABLE_BYTES {
            self.write_tables(core);
        }
    }

    fn write_tables(&mut self, core: usize) {
        let changes = &mut self.cores[core].tables;
        if changes.rows == 0 {
            return;
        }
        let mut bytes = std::mem::take(&mut self.buffer);
        bytes.clear();
        put(changes.rows, &mut bytes);
        put(core as u64, &mut bytes);
        bytes.extend(&changes.bytes);
        (changes.rows, changes.cycle) = (0, 0);
        changes.bytes.clear();
        self.write(Kind::Tables, &bytes);
        self.buffer = bytes;
    }

    /// Writes a frame of a core or module, if it has rows.
    fn write_columns<R>(
        &mut self,
        kind: Kind,
        core: usize,
        rows: &[R],
        cycle: fn(&R) -> u64,
        columns: &[fn(&R) -> u64],
    ) {
        if rows.is_empty() {
            return;
        }
        let mut bytes = std::mem::take(&mut self.buffer);
        bytes.clear();
        put(rows.len() as u64, &mut bytes);
        put(core as u64, &mut bytes);
        put_growing(rows.iter().map(cycle), &mut bytes);
        for column in columns {
            rows.iter().for_each(|row| put(column(row), &mut bytes));
        }
        self.write(kind, &bytes);
        self.buffer = bytes;
    }

    /// The part of a run of stalls that is recorded.
    fn recorded(&self, run: StallRun) -> Option<StallRun> {
        let from = run.from.number().max(self.window.start);
        let to = (run.from + run.cycles).number().min(self.window.end);
        (from < to).then(|| StallRun {
            from: Cycle::new(from),
            cycles: to - from,
            ..run
        })
    }
}

/// No rows, in the memory of these.
fn emptied<R>(mut rows: Vec<R>) -> Vec<R> {
    rows.clear();
    rows
}

impl<W: Write + Send> Observer for Writer<W> {
    fn issued(&mut self, event: &Issued) {
        let cycle = event.cycle.number();
        if !self.window.contains(&cycle) {
            return;
        }
        self.issues += 1;
        if self.issues > self.most {
            return;
        }
        let rows = &self.cores[event.core].issues;
        let is_next = rows.last().is_some_and(|last| last.cycle < cycle);
        if rows.len() >= ROWS && is_next {
            self.write_issues(event.core);
        }
        self.cores[event.core].issues.push(Row {
            cycle,
            held: 1,
            launch: self.launch,
            warp: event.warp.index() as u64,
            instruction: self.about.index(event.pc),
            block: event.block.into(),
            thread: event.first_thread.into(),
            lanes: event.lanes.bits(),
        });
    }

    fn reads_threads(&self) -> bool {
        false
    }

    fn launched(&mut self, launch: usize) {
        self.launch = launch as u64;
    }

    fn stalled(&mut self, core: usize, run: StallRun) {
        let Some(run) = self.recorded(run) else {
            return;
        };
        let runs = &mut self.cores[core].stalls;
        if let Some(last) = runs.last_mut()
            && last.reason == run.reason
            && last.from + last.cycles == run.from
        {
            last.cycles += run.cycles;
            return;
        }
        if runs.len() >= ROWS {
            self.write_stalls(core);
        }
        self.cores[core].stalls.push(run);
    }

    fn served(&mut self, core: usize, used: PortUse) {
        if !self.window.contains(&used.cycle.number()) {
            return;
        }
        if self.cores[core].port.len() >= ROWS {
            self.write_port(core);
        }
        self.cores[core].port.push(used);
    }

    fn reads_tables(&self) -> Range<Cycle> {
        // From the beginning, for what tables hold when the window begins.
        Cycle::ZERO..Cycle::new(self.window.end)
    }

    fn changed(&mut self, core: usize, change: Change) {
        if self.issues > self.most {
            return;
        }
        if change.cycle.number() < self.window.start {
            let place = (change.table, change.owner);
            let early = &mut self.cores[core].early;
            early.insert(place, change.values.to_vec());
            return;
        }
        self.begin_tables(core);
        self.put_change(core, change);
    }

    fn held(&mut self, core: usize, until: Cycle) {
        let core = &mut self.cores[core];
        for row in &mut core.issues[core.open..] {
            row.held = until.number() - row.cycle;
        }
        core.open = core.issues.len();
    }
}
