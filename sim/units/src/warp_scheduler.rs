//! What the golden schedulers of dynamic warp formation have in common: fung2009, section 4.4.

use super::{MajorityScheduler, TimestampQueue, TournamentScheduler};
use heddle_contract::units::dwf_scheduler::Scheduler;
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out, Params};
use heddle_contract::{Golden, Values};

/// A warp grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Update {
    /// Its PC, in words.
    pub pc: u64,
    /// Its number in the pool (WID).
    pub warp: u64,
    /// Threads that it gets (NTHD); one or more.
    pub threads: u64,
    /// It is new in the pool.
    pub create: bool,
}

/// The chosen warp leaves the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issued {
    /// Its threads.
    pub threads: u64,
    /// The warp that follows it in its list; nothing if it is the last.
    pub next: u64,
}

/// A warp follows another in the list of their group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// So far the last of its list.
    pub warp: u64,
    /// The one that follows.
    pub next: u64,
}

/// The warps that stand at a PC. Without threads it stands for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Their PC, in words.
    pub pc: u64,
    /// Their threads (CNT).
    pub threads: u64,
    /// The first of them (WPH).
    pub head: u64,
    /// The last of them (WPT).
    pub tail: u64,
}

impl Group {
    /// The group of one warp.
    pub(super) fn of(update: &Update) -> Self {
        Self {
            pc: update.pc,
            threads: update.threads,
            head: update.warp,
            tail: update.warp,
        }
    }

    /// Whether there is a group, and it is that of a PC.
    pub(super) fn is_at(&self, pc: u64) -> bool {
        self.threads != 0 && self.pc == pc
    }

    /// How the list grows with an update.
    pub(super) fn link(&self, update: &Update) -> Option<Link> {
        update.create.then_some(Link {
            warp: self.tail,
            next: update.warp,
        })
    }

    pub(super) fn grow(&mut self, update: &Update) {
        self.threads += update.threads;
        if update.create {
            self.tail = update.warp;
        }
    }

    pub(super) fn issue(&mut self, issued: Issued) {
        self.threads = self.threads.saturating_sub(issued.threads);
        self.head = issued.next;
    }

    /// Whether it is more urgent than another one.
    pub(super) fn is_before(&self, other: &Group, order: Order) -> bool {
        let lower = self.pc < other.pc;
        match order {
            Order::Majority if self.threads != other.threads => self.threads > other.threads,
            Order::Minority if self.threads != other.threads => self.threads < other.threads,
            _ => lower,
        }
    }
}

/// Any of the schedulers.
#[expect(
    clippy::large_enum_variant,
    reason = "a core has one; it is never moved"
)]
#[derive(Clone, Debug, PartialEq)]
pub enum GroupScheduler {
    /// Groups in a heap.
    Majority(MajorityScheduler),
    /// Groups under a tree of comparators.
    Tournament(TournamentScheduler),
    /// Warps in order of arrival.
    Timestamp(TimestampQueue),
}

/// Asks whichever it is.
macro_rules! each {
    ($self:ident, $scheduler:ident => $what:expr) => {
        match $self {
            GroupScheduler::Majority($scheduler) => $what,
            GroupScheduler::Tournament($scheduler) => $what,
            GroupScheduler::Timestamp($scheduler) => $what,
        }
    };
}

impl GroupScheduler {
    /// One of its kind in the reset state.
    pub fn new(scheduler: Scheduler, params: &Params) -> Self {
        match scheduler {
            Scheduler::Majority => Self::Majority(MajorityScheduler::new(params)),
            Scheduler::Tournament => Self::Tournament(TournamentScheduler::new(params)),
            Scheduler::Timestamp => Self::Timestamp(TimestampQueue::new(params)),
        }
    }

    /// Whether updates can be taken in this cycle.
    #[inline]
    pub fn is_ready(&self) -> bool {
        each!(self, scheduler => scheduler.is_ready())
    }

    /// Updates that fit, whatever they are and whatever becomes of what is queued.
    #[inline]
    pub fn room(&self) -> u64 {
        each!(self, scheduler => scheduler.room())
    }

    /// The warp that is issued next.
    #[inline]
    pub fn choice(&self) -> Option<u64> {
        each!(self, scheduler => scheduler.choice())
    }

    /// Groups held, the chosen one included; warps, where they are not in groups.
    #[inline]
    pub fn count(&self) -> u64 {
        each!(self, scheduler => scheduler.count())
    }

    /// Whether groups are held, and there is no choice.
    #[inline]
    pub fn is_waiting(&self) -> bool {
        each!(self, scheduler => scheduler.is_waiting())
    }

    /// Whether a cycle without update and issue changes nothing.
    #[inline]
    pub fn is_still(&self) -> bool {
        each!(self, scheduler => scheduler.is_still())
    }

    /// The clock edge. Updates, of PCs that differ, need a scheduler that is ready and has room; the
    /// chosen warp is issued in cycles without updates only. What comes back are the lists in
    /// the pool that grow at this edge.
    #[inline]
    pub fn clock(
        &mut self,
        updates: [Option<Update>; 2],
        issued: Option<Issued>,
    ) -> [Option<Link>; 2] {
        each!(self, scheduler => scheduler.clock(updates, issued))
    }
}

/// Updates that the ports bring.
pub(super) fn updates(input: &In<Values>) -> [Option<Update>; 2] {
    let first = (input.update && input.first).then_some(Update {
        pc: input.first_pc,
        warp: input.first_warp,
        threads: input.first_threads,
        create: input.first_create,
    });
    let second = (input.update && input.second).then_some(Update {
        pc: input.second_pc,
        warp: input.second_warp,
        threads: input.second_threads,
        create: input.second_create,
    });
    [first, second]
}

/// What the ports tell of an issue.
pub(super) fn issued(input: &In<Values>) -> Option<Issued> {
    input.issued.then_some(Issued {
        threads: input.issued_threads,
        next: input.issued_next,
    })
}

/// Shows links on the ports; zeros where there is none.
pub(super) fn show(links: [Option<Link>; 2], output: &mut Out<Values>) {
    let [first, second] = links.map(|link| link.unwrap_or(Link { warp: 0, next: 0 }));
    output.link_first = links[0].is_some();
    output.link_first_warp = first.warp;
    output.link_first_next = first.next;
    output.link_second = links[1].is_some();
    output.link_second_warp = second.warp;
    output.link_second_next = second.next;
}
