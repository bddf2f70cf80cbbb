//! The ideal machine: runs the recorded threads under a scheme, counts slots and cycles.
//!
//! One pipeline as wide as a warp issues one instruction in a cycle, of the parts of warps that are
//! ready in turn. A part has one instruction in flight; it may issue the next one after the latency
//! of `pipeline`, for memory instructions and `memory.hit_cycles` more: every access hits, whatever
//! it is, and any number of them at once.

use super::Counts;
use super::barrier::{Barriers, Scope};
use super::trace::Traces;
use heddle_contract::Config;
use heddle_core::{Code, Kind, Step};
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

/// How far the threads are.
#[derive(Clone, Debug)]
pub(super) struct Threads<'a> {
    pub traces: &'a Traces,
    pub code: &'a Code,
    /// Instructions of each thread that are done.
    done: Vec<usize>,
}

impl Threads<'_> {
    /// The instruction that a thread executes next; none if it has ended, or its trace has.
    pub fn next(&self, thread: usize) -> Option<u32> {
        self.traces.words[thread].get(self.done[thread]).copied()
    }

    /// What stands at a word of the code.
    pub fn step(&self, word: u32) -> &Step {
        let step = self.code.step(self.code.pc(WordPc::new(word)));
        step.expect("threads execute words of the code")
    }

    /// Lanes of `lanes` that have instructions left; lane `l` is thread `first + l`.
    pub fn live(&self, first: usize, lanes: LaneMask) -> LaneMask {
        lanes.filter(|lane| self.next(first + lane).is_some())
    }
}

/// The first thread of every warp and its lanes: threads by increasing number, but no warp reaches
/// into another block.
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

/// How the threads of warps form parts that issue.
pub(super) trait Scheme {
    /// Parts so far, numbered from 0; they may become more.
    fn parts(&self) -> usize;

    /// What a part issues next; none if all of its threads have ended.
    fn next(&self, part: usize, threads: &Threads) -> Option<Issue>;

    /// Lanes of a part that must not wait at a barrier for it to issue what is next.
    fn must_not_wait(&self, _part: usize, next: &Issue) -> LaneMask {
        next.lanes
    }

    /// What a part issued is done, and `threads` stand behind it.
    fn done(&mut self, part: usize, issued: Issue, threads: &Threads);
}

/// Threads that wait for others that never come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deadlock {
    /// The first thread that waits.
    pub thread: usize,
}

/// Runs all threads.
///
/// # Errors
/// [`Deadlock`] at barriers that a scheme cannot bring all threads to.
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
        flight: vec![None; scheme.parts()],
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
    /// The instruction that each part has in flight.
    flight: Vec<Option<Issue>>,
    ready: BTreeSet<usize>,
    /// Parts that wait at a barrier.
    waiting: BTreeSet<usize>,
    /// When which part's instruction is done.
    results: BinaryHeap<Reverse<(Cycle, usize)>>,
}

impl<S: Scheme> Machine<'_, S> {
    fn run(&mut self) {
        (0..self.scheme.parts()).for_each(|part| self.place(part));
        let (mut now, mut last) = (Cycle::ZERO, 0);
        loop {
            while let Some(&Reverse((due, part))) = self.results.peek()
                && due <= now
            {
                self.results.pop();
                self.finish(part);
                self.counts.cycles = due.number();
            }
            if let Some(part) = self.turn(last) {
                self.issue(part, now);
                (now, last) = (now + 1, part);
            } else if let Some(&Reverse((due, _))) = self.results.peek() {
                now = due;
            } else {
                return;
            }
        }
    }

    /// The ready part whose turn it is, which then is not ready any more.
    fn turn(&mut self, last: usize) -> Option<usize> {
        let later = self.ready.range(last + 1..).next();
        let part = *later.or(self.ready.first())?;
        self.ready.remove(&part);
        Some(part)
    }

    fn issue(&mut self, part: usize, now: Cycle) {
        let issue = self.scheme.next(part, &self.threads);
        let issue = issue.expect("a ready part has an instruction");
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
        self.results.push(Reverse((due, part)));
        self.flight[part] = Some(issue);
    }

    /// The instruction of a part is done.
    fn finish(&mut self, part: usize) {
        let issue = self.flight[part].take().expect("what is due was issued");
        let mut opened = false;
        for lane in issue.lanes {
            opened |= self.pass(issue.first + lane, issue.word);
        }
        self.scheme.done(part, issue, &self.threads);
        self.place(part);
        for part in self.flight.len()..self.scheme.parts() {
            self.flight.push(None);
            self.place(part);
        }
        if opened {
            let waiting = std::mem::take(&mut self.waiting);
            waiting.into_iter().for_each(|part| self.place(part));
        }
    }

    /// A thread leaves an instruction behind. Whether that opens a barrier.
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

    /// A part without an instruction in flight is ready, or waits at a barrier, or is over.
    fn place(&mut self, part: usize) {
        let Some(issue) = self.scheme.next(part, &self.threads) else {
            return;
        };
        let mut lanes = self.scheme.must_not_wait(part, &issue).iter();
        match lanes.any(|lane| self.barriers.waits(issue.first + lane)) {
            true => self.waiting.insert(part),
            false => self.ready.insert(part),
        };
    }
}
