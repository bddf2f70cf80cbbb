//! Groups of warps and their updates: the common part of the golden schedulers of dynamic warp formation (fung2009,
//! section 4.4).

use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out};
use heddle_contract::{Values, Words};

/// Threads are added to a warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub struct Update {
    /// The PC of the warp, in words.
    pub pc: u64,
    /// The number of the warp in the pool (WID).
    pub warp: u64,
    /// Number of threads that are added (NTHD); at least one.
    pub threads: u64,
    /// The warp is new in the pool.
    pub create: bool,
}

/// The chosen warp leaves the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub struct Issued {
    /// Number of threads of the warp.
    pub threads: u64,
    /// The warp that follows it in its list; not valid if it is the last one.
    pub next: u64,
}

/// A warp is appended to another one in the list of their group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub struct Link {
    /// The last warp of the list so far.
    pub warp: u64,
    /// The warp that is appended.
    pub next: u64,
}

/// The warps with one PC. A group without threads is an empty entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub struct Group {
    /// The PC of the warps, in words.
    pub pc: u64,
    /// Number of threads of the warps (CNT).
    pub threads: u64,
    /// The first warp (WPH).
    pub head: u64,
    /// The last warp (WPT).
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

    /// Whether the group is not empty and has this PC.
    pub(super) fn is_at(&self, pc: u64) -> bool {
        self.threads != 0 && self.pc == pc
    }

    /// The link that an update adds to the list.
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

    /// Whether the group is more urgent than another one.
    pub(super) fn is_before(&self, other: &Group, order: Order) -> bool {
        let lower = self.pc < other.pc;
        match order {
            Order::Majority if self.threads != other.threads => self.threads > other.threads,
            Order::Minority if self.threads != other.threads => self.threads < other.threads,
            _ => lower,
        }
    }
}

/// The updates at the input ports.
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

/// The issue at the input ports, if there is one.
pub(super) fn issued(input: &In<Values>) -> Option<Issued> {
    input.issued.then_some(Issued {
        threads: input.issued_threads,
        next: input.issued_next,
    })
}

/// Shows links at the output ports; zeros where there is none.
pub(super) fn show(links: [Option<Link>; 2], output: &mut Out<Values>) {
    let [first, second] = links.map(|link| link.unwrap_or(Link { warp: 0, next: 0 }));
    output.link_first = links[0].is_some();
    output.link_first_warp = first.warp;
    output.link_first_next = first.next;
    output.link_second = links[1].is_some();
    output.link_second_warp = second.warp;
    output.link_second_next = second.next;
}
