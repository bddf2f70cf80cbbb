//! Counts of a core at every PC, recorded only on request.

use super::stall::{Stall, Stalls};
use crate::execution::code::Code;
use crate::execution::issue::Issue;
use heddle_types::{Cycle, Pc, ThreadId, WordPc, add_counts};
use std::ops::Range;

/// The counts of one PC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// How often the instruction was issued.
    pub issued: u64,
    /// Threads that executed the instruction, summed over issues.
    pub threads: u64,
    /// Threads that a branch or jump took to another instruction than the next one.
    pub taken: u64,
    /// Threads that continued with the next instruction.
    pub not_taken: u64,
    /// Issues in which some threads were taken elsewhere and others were not.
    pub diverged: u64,
    /// Lines that were requested.
    pub lines: u64,
    /// Lines that were requested and missed.
    pub misses: u64,
    /// Cycles in which a core issued nothing because of this instruction (TIM-7), without those in which it had no threads.
    pub stalls: Stalls,
}

/// An issue whose threads may be reported in several steps: under `dwf` one for each original warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Open {
    cycle: Cycle,
    pc: Pc,
    taken: bool,
    not_taken: bool,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub struct Profile {
    rows: Vec<Row>,
    open: Open,
    /// The last instruction of each thread of the core.
    last: Vec<Option<WordPc>>,
    /// The last instruction of the core.
    latest: Option<WordPc>,
    /// Cycles since then in which nothing was issued.
    quiet: Stalls,
}

impl Profile {
    /// No counts, for `words` words of code and so many threads.
    pub fn new(words: usize, threads: usize) -> Self {
        Profile {
            rows: vec![Row::default(); words],
            open: Open {
                cycle: Cycle::NEVER,
                ..Open::default()
            },
            last: vec![None; threads],
            latest: None,
            quiet: Stalls::default(),
        }
    }

    /// Threads of a new block have these places.
    pub fn enter(&mut self, threads: Range<usize>) {
        self.last[threads].fill(None);
    }

    /// Nothing was issued for some cycles.
    pub fn stalled(&mut self, reason: Stall, cycles: u64) {
        if reason != Stall::Idle {
            self.quiet.add(reason, cycles);
        }
    }

    /// The counts by word of the code.
    pub fn rows(&mut self) -> &[Row] {
        if let Some(latest) = self.latest {
            let quiet = std::mem::take(&mut self.quiet);
            self.rows[latest.index()].stalls += quiet;
        }
        &self.rows
    }

    /// TIM-7: until a thread issued, the core waited for what the thread did before.
    fn charge(&mut self, thread: ThreadId, word: WordPc) {
        let quiet = std::mem::take(&mut self.quiet);
        let waited_for = self.last[thread.index()].unwrap_or(word);
        self.rows[waited_for.index()].stalls += quiet;
    }

    /// Lanes have executed an instruction in cycle `now`; `next` holds the threads' PCs if the instruction may have
    /// redirected them.
    pub fn issued(&mut self, code: &Code, issue: &Issue, now: Cycle, next: Option<&[Pc]>) {
        let word = code.word(issue.pc);
        if let Some(lane) = issue.lanes.first() {
            self.charge(issue.first + lane, word);
        }
        for lane in issue.lanes {
            self.last[(issue.first + lane).index()] = Some(word);
        }
        self.latest = Some(word);
        let row = &mut self.rows[word.index()];
        if (self.open.cycle, self.open.pc) != (now, issue.pc) {
            row.issued += 1;
            self.open = Open {
                cycle: now,
                pc: issue.pc,
                ..Open::default()
            };
        }
        row.threads += u64::from(issue.lanes.count());
        let Some(next) = next else {
            return;
        };
        let open = &mut self.open;
        let before = open.taken && open.not_taken;
        for lane in issue.lanes {
            let taken = next[lane] != issue.pc.next();
            row.taken += u64::from(taken);
            row.not_taken += u64::from(!taken);
            open.taken |= taken;
            open.not_taken |= !taken;
        }
        row.diverged += u64::from(open.taken && open.not_taken && !before);
    }

    /// The instruction at a word of the code has requested a line.
    pub fn line(&mut self, word: WordPc, missed: bool) {
        let row = &mut self.rows[word.index()];
        row.lines += 1;
        row.misses += u64::from(missed);
    }
}

impl Row {
    /// Adds the counts of another core.
    pub fn add(&mut self, other: &Row) {
        add_counts!(self, other => Row { issued, threads, taken, not_taken, diverged, lines, misses, stalls });
    }
}
