//! The ideal machine: runs the recorded threads under a scheme, counts slots and cycles.
//!
//! STA-5: one pipeline as wide as a warp issues one instruction per cycle; the ready warp splits take turns. A split has one
//! instruction in flight; it may issue the next one after the latency of `pipeline`. Memory instructions take
//! `memory.hit_cycles` more: every access hits, whatever its kind, and any number of accesses can be served at once.

use super::Counts;
use super::barrier::{Barriers, Scope};
use super::trace::Traces;
use heddle_contract::Config;
use heddle_gpu_core::{Code, Kind, Step};
use heddle_types::{Cycle, LaneMask, WordPc};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// An instruction about to issue: lane `l` of `lanes` is thread `first + l`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Issue {
    pub first: usize,
    pub lanes: LaneMask,
    pub word: u32,
}

/// The progress of the threads.
#[derive(Clone, Debug)]
pub(super) struct Threads<'a> {
    pub traces: &'a Traces,
    pub code: &'a Code,
    /// How many instructions of each thread are done.
    done: Vec<usize>,
}

impl Threads<'_> {
    /// The next instruction of a thread; `None` if the thread or its trace has ended.
    pub fn next(&self, thread: usize) -> Option<u32> {
        self.traces.words[thread].get(self.done[thread]).copied()
    }

    /// The instruction at a word of the code.
    pub fn step(&self, word: u32) -> &Step {
        let step = self.code.step(self.code.pc(WordPc::new(word)));
        step.expect("threads execute words of the code")
    }

    /// The lanes of `lanes` that have instructions left; lane `l` is thread `first + l`.
    pub fn live(&self, first: usize, lanes: LaneMask) -> LaneMask {
        lanes.filter(|lane| self.next(first + lane).is_some())
    }
}

/// The first thread of every warp and its lanes: threads by increasing number, but no warp spans two blocks.
pub(super) fn warps(traces: &Traces, warp_size: usize) -> Vec<(usize, LaneMask)> {
    let (all, block) = (traces.words.len(), traces.block_threads);
    let firsts = (0..all).filter(|thread| (thread % block).is_multiple_of(warp_size));
    let warp = |first: usize| {
        let end = (first / block + 1) * block;
        let width = warp_size.min(end.min(all) - first);
        (first, LaneMask::all(width))
    };
    firsts.map(warp).collect()
}

/// How the threads of warps form splits that issue.
pub(super) trait Scheme {
    /// The number of warp splits so far, which are numbered from 0; it may grow.
    fn splits(&self) -> usize;

    /// The next issue of a split; `None` if all of its threads have ended.
    fn next(&self, split: usize, threads: &Threads) -> Option<Issue>;

    /// Lanes of a split that must not be waiting at a barrier if it is to issue `next`.
    fn must_not_wait(&self, _split: usize, next: &Issue) -> LaneMask {
        next.lanes
    }

    /// Updates the splits after the instruction that a split issued is done and `threads` have advanced past it.
    fn done(&mut self, split: usize, issued: Issue, threads: &Threads);
}

/// Some threads wait forever for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deadlock {
    /// The first thread that waits.
    pub thread: usize,
}

/// Runs all threads.
///
/// # Errors
/// [`Deadlock`] at barriers that not all threads can reach under the scheme.
pub(super) fn replay(
    config: &Config,
    code: &Code,
    traces: &Traces,
    scheme: impl Scheme,
) -> Result<Counts, Deadlock> {
    let mut machine = Machine {
        hit_cycles: config.memory.hit_cycles.into(),
        threads: Threads {
            traces,
            code,
            done: vec![0; traces.words.len()],
        },
        barriers: Barriers::new(traces, config.core.warp_size),
        counts: Counts::new(config.limit_study.warp_size),
        in_flight: vec![None; scheme.splits()],
        ready: BTreeSet::new(),
        waiting: BTreeSet::new(),
        results: BinaryHeap::new(),
        scheme,
    };
    machine.run();
    let thread = (0..traces.words.len()).find(|&thread| machine.threads.next(thread).is_some());
    match thread {
        Some(thread) => Err(Deadlock { thread }),
        None => Ok(machine.counts.rated()),
    }
}

struct Machine<'a, S> {
    hit_cycles: u64,
    threads: Threads<'a>,
    barriers: Barriers,
    counts: Counts,
    scheme: S,
    /// The instruction that each split has in flight.
    in_flight: Vec<Option<Issue>>,
    ready: BTreeSet<usize>,
    /// Splits that wait at a barrier.
    waiting: BTreeSet<usize>,
    /// The cycle in which each split's instruction is done.
    results: BinaryHeap<Reverse<(Cycle, usize)>>,
}

impl<S: Scheme> Machine<'_, S> {
    fn run(&mut self) {
        (0..self.scheme.splits()).for_each(|split| self.place(split));
        let (mut now, mut last) = (Cycle::ZERO, 0);
        loop {
            while let Some(&Reverse((due, split))) = self.results.peek()
                && due <= now
            {
                self.results.pop();
                self.finish(split);
                self.counts.cycles = due.number();
            }
            if let Some(split) = self.turn(last) {
                self.issue(split, now);
                (now, last) = (now + 1, split);
            } else if let Some(&Reverse((due, _))) = self.results.peek() {
                now = due;
            } else {
                return;
            }
        }
    }

    /// The ready split whose turn it is; the split is no longer ready afterwards.
    fn turn(&mut self, last: usize) -> Option<usize> {
        let later = self.ready.range(last + 1..).next();
        let split = *later.or(self.ready.first())?;
        self.ready.remove(&split);
        Some(split)
    }

    fn issue(&mut self, split: usize, now: Cycle) {
        let issue = self.scheme.next(split, &self.threads);
        let issue = issue.expect("a ready split has an instruction");
        for lane in issue.lanes {
            let own = self.threads.next(issue.first + lane);
            assert_eq!(
                own,
                Some(issue.word),
                "a scheme issues what threads execute"
            );
        }
        self.counts.issued(issue.lanes);
        let step = self.threads.step(issue.word);
        let memory = if step.kind == Kind::Memory {
            self.hit_cycles
        } else {
            0
        };
        let due = now + u64::from(step.cycles) + memory;
        self.results.push(Reverse((due, split)));
        self.in_flight[split] = Some(issue);
    }

    /// Completes the instruction of a split.
    fn finish(&mut self, split: usize) {
        let issue = self.in_flight[split]
            .take()
            .expect("what is due was issued");
        let mut opened = false;
        for lane in issue.lanes {
            opened |= self.pass(issue.first + lane, issue.word);
        }
        self.scheme.done(split, issue, &self.threads);
        self.place(split);
        for split in self.in_flight.len()..self.scheme.splits() {
            self.in_flight.push(None);
            self.place(split);
        }
        if opened {
            let waiting = std::mem::take(&mut self.waiting);
            waiting.into_iter().for_each(|split| self.place(split));
        }
    }

    /// A thread has completed an instruction; `true` if that opens a barrier.
    fn pass(&mut self, thread: usize, word: u32) -> bool {
        self.threads.done[thread] += 1;
        if self.threads.next(thread).is_none() {
            return self.barriers.end(thread);
        }
        match self.threads.step(word).kind {
            Kind::Barrier => self.barriers.arrive(Scope::Block, thread),
            Kind::PartialBarrier => self.barriers.arrive(Scope::Warp, thread),
            _ => false,
        }
    }

    /// Makes a split without an instruction in flight ready, or lets it wait at a barrier, unless it has ended.
    fn place(&mut self, split: usize) {
        let Some(issue) = self.scheme.next(split, &self.threads) else {
            return;
        };
        let mut lanes = self.scheme.must_not_wait(split, &issue).iter();
        match lanes.any(|lane| self.barriers.waits(issue.first + lane)) {
            true => self.waiting.insert(split),
            false => self.ready.insert(split),
        };
    }
}
