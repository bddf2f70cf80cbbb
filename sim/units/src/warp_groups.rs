//! Groups of warps, and what happens to them: what the golden schedulers of dynamic warp formation have in common
//! (fung2009, section 4.4).

use heddle_contract::Values;
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out};

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
