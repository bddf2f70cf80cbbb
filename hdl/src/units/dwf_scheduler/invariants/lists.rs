//! The lists of warps: each warp in use is in one, and links lead from the first of a list to its last.
//!
//! A warp that is made is a list of its own, until it is linked. Who is behind whom in a list is a relation that is kept
//! beside the scheduler: it grows as lists grow, and forgets a warp that is made anew.

use super::{GROUPS, allocator};
use crate::units::majority_scheduler::invariants::{heap, queued};
use heddle_contract::Property;
use heddle_contract::terms::{Is, Row, Word, all, any, inside, memory, state};
use heddle_contract::units::dwf_scheduler::Params;

/// The warps, the lists that they form, and who holds these.
pub(super) struct Lists {
    used: Word,
    /// For each warp, those in use that are behind it in its list.
    behind: Vec<Word>,
    next: Row,
    pcs: Vec<Word>,
    chosen: Holder,
    groups: Vec<Holder>,
    /// Lists of the queue, from the one that leaves next on: of one warp each.
    queued: Vec<Holder>,
    links: [Link; 2],
    /// Warps that are made.
    made: [(Is, Word); 2],
    /// Updates of the queue whose warps are not new.
    old: Vec<Is>,
    has_updates: Is,
    has_groups: Is,
}

/// Who holds a list, if there is one.
#[derive(Clone, Copy)]
struct Holder {
    there: Is,
    pc: Word,
    head: Word,
    tail: Word,
}

/// A list that grows, if there is one: its last warp, and the one that comes behind it.
#[derive(Clone, Copy)]
struct Link {
    there: Is,
    tail: Word,
    next: Word,
}

impl Lists {
    pub(super) fn of(p: &Params, used: Word) -> Self {
        let (warps, bits) = (p.pool().warps(), p.pool().warp_bits());
        let heap = heap(p.groups(), GROUPS);
        let queue = queued(p.groups(), GROUPS);
        let (links, made) = (links(bits), made(p));
        let behind = |warp| behind(warp, warps as u32, links, made) & used;
        let groups = heap.held().map(|(there, entry)| Holder {
            there,
            pc: entry.pc,
            head: entry.head,
            tail: entry.tail,
        });
        let queued = queue.updates.iter().map(|update| Holder {
            there: update.there & update.is_new,
            pc: update.pc,
            head: update.warp,
            tail: update.warp,
        });
        Self {
            used,
            behind: (0..warps).map(behind).collect(),
            next: memory("u_warp_pool.next_q", warps, bits),
            pcs: memory("u_warp_pool.pc_q", warps, p.pc_bits()).to_vec(),
            chosen: chosen(p),
            groups: groups.collect(),
            queued: queued.collect(),
            links,
            made,
            has_updates: queue.count.any(),
            old: queue
                .updates
                .iter()
                .map(|update| update.there & !update.is_new)
                .collect(),
            has_groups: heap.groups.any(),
        }
    }

    pub(super) fn invariants(&self) -> Vec<Property> {
        vec![
            Property::given(
                "while updates are queued there is a group",
                self.has_updates,
                self.chosen.there | self.has_groups,
            ),
            Property::new(
                "before an update of a warp that is not new there is a group in the heap, or a new one in the queue",
                self.have_groups_before(),
            ),
            Property::new(
                "warps of a list have the PC of who holds it",
                self.have_pcs(),
            ),
            Property::new("warps of a list are in an order", self.is_order()),
            Property::new(
                "a warp leads to the one behind which all others of its list are that are behind it",
                self.each(|warp| self.leads_on(warp)),
            ),
            Property::new(
                "who holds a list has its first and its last warp",
                all(self.holders().map(|holder| self.has_ends(holder))),
            ),
            Property::new(
                "no two hold one list",
                differ(self.holders().map(|holder| (holder.there, holder.head))),
            ),
            Property::new(
                "each warp in use is in a list that is held",
                self.each(|warp| self.is_held(warp)),
            ),
            Property::new(
                "a list grows behind its last warp, by one that was just made or queued",
                all(self.links.iter().map(|link| self.is_fit(link))) & self.links_differ(),
            ),
        ]
    }

    pub(super) fn is_queued(&self) -> Is {
        self.has_updates
    }

    fn warps(&self) -> std::ops::Range<usize> {
        0..self.behind.len()
    }

    /// Whether something holds for all warps in use.
    fn each(&self, of: impl Fn(usize) -> Is) -> Is {
        all(self.warps().map(|warp| !self.used.bit(warp) | of(warp)))
    }

    fn holders(&self) -> impl Iterator<Item = &Holder> {
        let one = std::iter::once(&self.chosen);
        one.chain(&self.groups).chain(&self.queued)
    }

    /// Whether a warp is behind another one, both in use.
    fn is_behind(&self, warp: usize, other: usize) -> Is {
        self.used.bit(other) & self.behind[other].bit(warp)
    }

    /// Whether no two warps are behind each other, those behind one are behind or before each other, and so are those
    /// before one.
    fn is_order(&self) -> Is {
        let is_ordered = |one: usize, other: usize| {
            let [after, before] =
                [(other, one), (one, other)].map(|(warp, of)| self.is_behind(warp, of));
            let alike = self.warps().filter(|warp| *warp != one && *warp != other);
            let alike = alike.map(|warp| {
                let [has_one, has_other] = [one, other].map(|behind| self.is_behind(behind, warp));
                let [of_one, of_other] = [one, other].map(|before| self.is_behind(warp, before));
                // Who is before the one that is before is before the other one too.
                let goes_on = (!(after & has_one) | has_other) & (!(before & has_other) | has_one);
                let meet = has_one & has_other | of_one & of_other;
                goes_on & (!meet | after | before)
            });
            !(after & before) & all(alike)
        };
        let apart = self.warps().map(|warp| !self.is_behind(warp, warp));
        all(apart) & all(pairs(self.behind.len()).map(|(one, other)| is_ordered(one, other)))
    }

    /// Whether each update of a warp that is not new has a group before it, in the heap or new in the queue.
    fn have_groups_before(&self) -> Is {
        let old = self.old.iter().enumerate();
        all(old.map(|(place, old)| {
            let before = self.queued[..place].iter().map(|holder| holder.there);
            !*old | self.has_groups | any(before)
        }))
    }

    fn have_pcs(&self) -> Is {
        let first = |holder: &Holder| pick(&self.pcs, holder.head).eq(holder.pc);
        let heads = all(self.holders().map(|holder| !holder.there | first(holder)));
        let others = self.each(|warp| {
            let same = |other: usize| self.pcs[other].eq(self.pcs[warp]);
            let behind = self.behind[warp];
            all(self.warps().map(|other| !behind.bit(other) | same(other)))
        });
        heads & others
    }

    fn is_held(&self, warp: usize) -> Is {
        let holds = |holder: &Holder| holder.there & self.is_in(warp, holder);
        any(self.holders().map(holds))
    }

    fn leads_on(&self, warp: usize) -> Is {
        let (next, behind) = (self.next[warp], self.behind[warp]);
        let leads = self.warps().map(|to| {
            let others = behind & !Word::from(to).decode(behind.width());
            !next.eq(to) | behind.bit(to) & (others & !self.behind[to]).none()
        });
        behind.none() | all(leads)
    }

    /// Whether a warp is in a list.
    fn is_in(&self, warp: usize, holder: &Holder) -> Is {
        let before = self.warps().map(|head| match head == warp {
            true => holder.head.eq(head),
            false => holder.head.eq(head) & self.is_behind(warp, head),
        });
        any(before)
    }

    fn has_ends(&self, holder: &Holder) -> Is {
        let Holder {
            there, head, tail, ..
        } = *holder;
        let is_end = |warp: usize| {
            let first = all(self.warps().map(|other| !self.is_behind(warp, other)));
            let last = self.behind[warp].none();
            let ends = (!head.eq(warp) | first) & (!tail.eq(warp) | last);
            ends & (!head.eq(warp) | tail.eq(warp) | self.behind[warp].has(tail))
        };
        let used = self.used.has(head) & self.used.has(tail);
        !there | used & all(self.warps().map(is_end))
    }

    fn is_fit(&self, link: &Link) -> Is {
        let Link { there, tail, next } = *link;
        let groups = std::iter::once(&self.chosen).chain(&self.groups);
        let is_last = any(groups.map(|holder| holder.there & holder.tail.eq(tail)));
        let queued = self.queued.iter().take(2);
        let queued = queued.map(|holder| (holder.there, holder.head));
        let is_new = any(queued
            .chain(self.made)
            .map(|(there, warp)| there & warp.eq(next)));
        !there | self.used.has(tail) & is_last & is_new
    }

    fn links_differ(&self) -> Is {
        let [first, second] = &self.links;
        let differ = first.tail.ne(second.tail) & first.next.ne(second.next);
        !(first.there & second.there) | differ
    }
}

/// Whether those that are there have numbers of their own.
pub(super) fn differ(of: impl Iterator<Item = (Is, Word)>) -> Is {
    let of: Vec<_> = of.collect();
    all(pairs(of.len()).map(|(at, behind)| {
        let [(here, one), (there, other)] = [of[at], of[behind]];
        !(here & there) | one.ne(other)
    }))
}

/// Pairs of so many.
pub(super) fn pairs(of: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..of).flat_map(move |at| (at + 1..of).map(move |behind| (at, behind)))
}

/// One of a row.
pub(super) fn pick(of: &[Word], at: Word) -> Word {
    let none = Word::from(0);
    let of = of.iter().enumerate();
    of.fold(none, |sum, (number, one)| sum | one.masked(at.eq(number)))
}

/// Warps that are made, if they are.
fn made(p: &Params) -> [(Is, Word); 2] {
    let (taken, shown) = allocator(p);
    [
        (taken.take.any(), shown.next_first),
        (taken.take.ge(2), shown.next_second),
    ]
}

/// Those behind a warp, some of which may have left.
fn behind(warp: usize, warps: u32, links: [Link; 2], made: [(Is, Word); 2]) -> Word {
    let [first, second] = made.map(|(there, warp)| warp.decode(warps).masked(there));
    let made = first | second;
    state(&format!("behind{warp}"), warps, |held| {
        let kept = (held & !made).masked(!made.bit(warp));
        links.iter().fold(kept, |behind, link| {
            let grows = link.there & (link.tail.eq(warp) | kept.has(link.tail));
            behind | link.next.decode(warps).masked(grows)
        })
    })
}

/// The lists that grow.
fn links(bits: u32) -> [Link; 2] {
    ["first", "second"].map(|name| {
        let link = |what: &str, width| inside(&format!("{GROUPS}link_{name}{what}_o"), width);
        Link {
            there: link("", 1).any(),
            tail: link("_warp", bits),
            next: link("_next", bits),
        }
    })
}

/// The chosen group.
fn chosen(p: &Params) -> Holder {
    let bits = p.pool().warp_bits();
    let chosen = |what: &str, width| inside(&format!("{GROUPS}chosen{what}_q"), width);
    Holder {
        there: chosen("", 1).any(),
        pc: chosen("_pc", p.pc_bits()),
        head: chosen("_head", bits),
        tail: chosen("_tail", bits),
    }
}
