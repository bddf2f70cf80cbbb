//! Counts of a core at every PC, recorded only on request.

use crate::execution::code::Code;
use crate::execution::issue::Issue;
use heddle_types::{Cycle, Pc, WordPc, add_counts};

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
    /// The counts by word of the code.
    pub rows: Vec<Row>,
    open: Open,
}

impl Profile {
    /// No counts, for `words` words of code.
    pub fn new(words: usize) -> Self {
        Profile {
            rows: vec![Row::default(); words],
            open: Open {
                cycle: Cycle::NEVER,
                ..Open::default()
            },
        }
    }

    /// Lanes have executed an instruction in cycle `now`; `next` holds the threads' PCs if the instruction may have
    /// redirected them.
    pub fn issued(&mut self, code: &Code, issue: &Issue, now: Cycle, next: Option<&[Pc]>) {
        let row = &mut self.rows[code.word(issue.pc).index()];
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
        add_counts!(self, other => Row { issued, threads, taken, not_taken, diverged, lines, misses });
    }
}
