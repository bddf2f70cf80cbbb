//! Reads a recording.

use super::about::About;
use super::frame::{self, FIRST_LINE, Kind};
use super::numbers::Numbers;
use serde_json::Value;

/// What was recorded of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// What it is of.
    pub about: About,
    /// What each core did.
    pub cores: Vec<Core>,
    /// The periods in which each memory module's data bus carried data.
    pub modules: Vec<Vec<BusPeriod>>,
    /// The report of the run, as `--profile --json` prints it.
    pub report: Value,
}

/// What a core did, in the order of cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    /// What it issued.
    pub issues: Vec<Issue>,
    /// When it issued nothing.
    pub stalls: Vec<Stalled>,
    /// Lines of the data cache that its memory port served.
    pub port: Vec<Served>,
    /// How its tables changed.
    pub changes: Vec<Changed>,
}

/// An issued instruction; under `dwf`, the threads of an original warp in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue {
    /// When it was issued.
    pub cycle: u64,
    /// Cycles that it held its pipe.
    pub held: u64,
    /// The launch, from 0.
    pub launch: u64,
    /// The original warp.
    pub warp: u64,
    /// The instruction, as its place in [`About::instructions`].
    pub instruction: usize,
    /// The block, by its number in the grid.
    pub block: u64,
    /// The thread in lane 0 of the original warp, by its number in the block. Those in the other lanes follow it.
    pub thread: u64,
    /// Lanes of the original warp that executed it, lane 0 as bit 0.
    pub lanes: u64,
}

/// Cycles in which a core issued nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stalled {
    /// The first of them.
    pub cycle: u64,
    /// How many they are.
    pub cycles: u64,
    /// Why, as its place in [`About::reasons`].
    pub reason: usize,
}

/// Lines that a memory port served in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// The cycle.
    pub cycle: u64,
    /// How many lines.
    pub lines: u64,
    /// How many of them were not in the data cache.
    pub misses: u64,
}

/// A period in which a data bus carried data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusPeriod {
    /// Its number: it begins in this cycle, divided by [`About::period`].
    pub period: u64,
    /// Cycles in which the bus carried data.
    pub busy: u64,
}

/// A table has other rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The cycle from whose end on it has them.
    pub cycle: u64,
    /// The table, as its place in [`About::tables`].
    pub table: usize,
    /// The warp, or 0 for a table of the core.
    pub owner: u64,
    /// All rows that it has.
    pub rows: Vec<Vec<u64>>,
}

/// Most bytes of all frames of a recording when they are unpacked: a file of a few megabytes may hold any number of zeros.
const MOST_BYTES: usize = 512 << 20;

/// Bytes that are no recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecording {
    /// They begin with something else.
    #[error("it is no recording of this version of Heddle")]
    Other,
    /// A frame is damaged, or holds what no frame of its kind holds.
    #[error("frame {number} is damaged, or all frames take more than {} MiB", MOST_BYTES >> 20)]
    Damaged {
        /// The number of the frame, from 1.
        number: usize,
    },
    /// The last frame is not there.
    #[error("it is cut: its end is not there")]
    Cut,
}

impl Recording {
    /// Reads a recording.
    ///
    /// # Errors
    /// [`BadRecording`].
    pub fn read(bytes: &[u8]) -> Result<Recording, BadRecording> {
        let mut left = bytes.strip_prefix(FIRST_LINE).ok_or(BadRecording::Other)?;
        let mut recording = Recording::default();
        let (mut is_whole, mut room) = (false, MOST_BYTES);
        for number in 1.. {
            let damaged = BadRecording::Damaged { number };
            let Some((kind, payload)) = frame::take(&mut left, room).ok_or(damaged)? else {
                break;
            };
            room -= payload.len();
            if is_whole || (number == 1) != (kind == Kind::About) {
                return Err(damaged);
            }
            recording.add(kind, &payload).ok_or(damaged)?;
            is_whole = kind == Kind::Report;
        }
        is_whole.then_some(recording).ok_or(BadRecording::Cut)
    }

    /// Instructions that were issued.
    pub fn issues(&self) -> usize {
        self.cores.iter().map(|core| core.issues.len()).sum()
    }

    fn add(&mut self, kind: Kind, payload: &[u8]) -> Option<()> {
        match kind {
            Kind::About => {
                self.about = serde_json::from_slice(payload).ok()?;
                self.cores = vec![Core::default(); self.about.cores];
                self.modules = vec![Vec::new(); self.about.modules];
            }
            Kind::Report => self.report = serde_json::from_slice(payload).ok()?,
            Kind::Issues => self.add_issues(&mut Numbers(payload))?,
            Kind::Stalls => self.add_stalls(&mut Numbers(payload))?,
            Kind::Port => self.add_port(&mut Numbers(payload))?,
            Kind::Bus => self.add_bus(&mut Numbers(payload))?,
            Kind::Tables => self.add_changes(&mut Numbers(payload))?,
        }
        Some(())
    }

    fn add_issues(&mut self, numbers: &mut Numbers) -> Option<()> {
        let (rows, core) = self.heading(numbers)?;
        let cycles = numbers.growing(rows)?;
        let columns: Vec<Vec<u64>> = (0..7)
            .map(|_| numbers.column(rows))
            .collect::<Option<_>>()?;
        let instructions = self.about.instructions.len();
        let issues = &mut self.cores[core].issues;
        for (row, cycle) in cycles.into_iter().enumerate() {
            let instruction = columns[3][row] as usize;
            (instruction < instructions).then_some(())?;
            issues.push(Issue {
                cycle,
                held: columns[0][row],
                launch: columns[1][row],
                warp: columns[2][row],
                instruction,
                block: columns[4][row],
                thread: columns[5][row],
                lanes: columns[6][row],
            });
        }
        numbers.0.is_empty().then_some(())
    }

    fn add_stalls(&mut self, numbers: &mut Numbers) -> Option<()> {
        let (rows, core) = self.heading(numbers)?;
        let first = numbers.growing(rows)?;
        let cycles = numbers.column(rows)?;
        let reasons = numbers.column(rows)?;
        let all = self.about.reasons.len() as u64;
        reasons.iter().all(|&reason| reason < all).then_some(())?;
        let rows = first.into_iter().zip(cycles).zip(reasons);
        let stalls = rows.map(|((cycle, cycles), reason)| Stalled {
            cycle,
            cycles,
            reason: reason as usize,
        });
        self.cores[core].stalls.extend(stalls);
        numbers.0.is_empty().then_some(())
    }

    fn add_port(&mut self, numbers: &mut Numbers) -> Option<()> {
        let (rows, core) = self.heading(numbers)?;
        let cycles = numbers.growing(rows)?.into_iter();
        let (lines, misses) = (numbers.column(rows)?, numbers.column(rows)?);
        let rows = cycles.zip(lines).zip(misses);
        let port = rows.map(|((cycle, lines), misses)| Served {
            cycle,
            lines,
            misses,
        });
        self.cores[core].port.extend(port);
        numbers.0.is_empty().then_some(())
    }

    fn add_bus(&mut self, numbers: &mut Numbers) -> Option<()> {
        let rows = usize::try_from(numbers.next()?).ok()?;
        let module = usize::try_from(numbers.next()?).ok()?;
        let periods = numbers.growing(rows)?.into_iter();
        let busy = numbers.column(rows)?;
        let rows = periods.zip(busy);
        let periods = rows.map(|(period, busy)| BusPeriod { period, busy });
        self.modules.get_mut(module)?.extend(periods);
        numbers.0.is_empty().then_some(())
    }

    fn add_changes(&mut self, numbers: &mut Numbers) -> Option<()> {
        let (count, core) = self.heading(numbers)?;
        let mut cycle = 0_u64;
        for _ in 0..count {
            cycle = cycle.checked_add(numbers.next()?)?;
            let table = usize::try_from(numbers.next()?).ok()?;
            let columns = self.about.tables.get(table)?.columns.len();
            let owner = numbers.next()?;
            let rows = usize::try_from(numbers.next()?).ok()?;
            let values = numbers.column(rows.checked_mul(columns)?)?;
            self.cores[core].changes.push(Changed {
                cycle,
                table,
                owner,
                rows: values.chunks(columns).map(<[u64]>::to_vec).collect(),
            });
        }
        numbers.0.is_empty().then_some(())
    }

    /// Rows and core of a frame.
    fn heading(&self, numbers: &mut Numbers) -> Option<(usize, usize)> {
        let rows = usize::try_from(numbers.next()?).ok()?;
        let core = usize::try_from(numbers.next()?).ok()?;
        (core < self.cores.len()).then_some((rows, core))
    }
}
