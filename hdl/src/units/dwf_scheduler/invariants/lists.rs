//! The lists of warps: each warp in use is in one list, and links lead from the first warp of a list to its last.
//!
//! PRP-12: a new warp is its own list, until it is linked. The invariants keep two auxiliary states: for each warp the
//! first warp of its list, and for each pair of warps which of them was linked later. When the first warp of a list leaves,
//! the warp that it links to becomes the first of the others. Warps of different lists are compared too, so the relation is
//! always an order, and no invariant needs to relate three warps.

use super::{GROUPS, allocator};
use crate::units::majority_scheduler::invariants::{heap, queued};
use heddle_contract::Property;
use heddle_contract::terms::{Is, Row, Word, all, any, inside, mask, memory, state};
use heddle_contract::units::dwf_scheduler::Params;

/// The warps, their lists, and the holders of the lists.
pub(super) struct Lists {
    used: Word,
    /// For each warp, the first warp of its list.
    firsts: Vec<Word>,
    /// For each warp, the warps with higher numbers that were linked later.
    later: Vec<Word>,
    next: Row,
    pcs: Vec<Word>,
    chosen: Holder,
    groups: Vec<Holder>,
    /// Lists of one warp each in the queue, in order; the first one leaves next.
    queued: Vec<Holder>,
    links: [Link; 2],
    /// Warps that are created in this cycle.
    made: [(Is, Word); 2],
    /// Queued updates whose warps are not new.
    old: Vec<Is>,
    has_update_en: Is,
    has_groups: Is,
}

/// The holder of a list, if there is one.
#[derive(Clone, Copy)]
struct Holder {
    there: Is,
    pc: Word,
    head: Word,
    tail: Word,
}

/// A list that grows, if there is one: its last warp, and the warp that follows it.
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
        let links = links(bits);
        let next = memory("u_warp_pool.next_q", warps, bits);
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
            firsts: firsts(p, &next, links),
            later: (0..warps)
                .map(|warp| later(warp, warps as u32, links))
                .collect(),
            next,
            pcs: memory("u_warp_pool.pc_q", warps, p.pc_bits()).to_vec(),
            chosen: chosen(p),
            groups: groups.collect(),
            queued: queued.collect(),
            links,
            made: made(p),
            has_update_en: queue.count.any(),
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
                "queued_means_group",
                "while updates are queued there is a group",
                self.has_update_en,
                self.chosen.there | self.has_groups,
            ),
            Property::new(
                "growing_warp_has_group",
                "before an update of a warp that is not new there is a group in the heap, or a new one in the queue",
                self.have_groups_before(),
            ),
            Property::new(
                "list_shares_pc",
                "warps of a list have the PC of who holds it",
                self.have_pcs(),
            ),
            Property::new(
                "first_in_use_others_later",
                "the first warp of a list is in use, and the others were linked later",
                self.each(|warp| self.has_first(warp)),
            ),
            Property::new(
                "link_leads_to_next",
                "a warp leads to the one that was linked next, if there is one in its list",
                self.each(|warp| self.leads_on(warp)),
            ),
            Property::new(
                "holder_has_both_ends",
                "who holds a list has its first and its last warp",
                all(self.holders().map(|holder| self.has_ends(holder))),
            ),
            Property::new(
                "one_holder_a_list",
                "no two hold one list",
                differ(self.holders().map(|holder| (holder.there, holder.head))),
            ),
            Property::new(
                "used_warp_is_listed",
                "each warp in use is in a list that is held",
                self.each(|warp| self.is_held(warp)),
            ),
            Property::new(
                "list_grows_behind_last",
                "a list grows behind its last warp, by one that was just made or queued",
                all(self.links.iter().map(|link| self.is_fit(link))) & self.links_differ(),
            ),
        ]
    }

    pub(super) fn is_queued(&self) -> Is {
        self.has_update_en
    }

    fn warps(&self) -> std::ops::Range<usize> {
        0..self.firsts.len()
    }

    /// Whether something holds for all warps in use.
    fn each(&self, of: impl Fn(usize) -> Is) -> Is {
        all(self.warps().map(|warp| !self.used.bit(warp) | of(warp)))
    }

    fn holders(&self) -> impl Iterator<Item = &Holder> {
        let one = std::iter::once(&self.chosen);
        one.chain(&self.groups).chain(&self.queued)
    }

    /// Whether a warp was linked later than another.
    fn is_later(&self, warp: usize, other: usize) -> Is {
        match warp > other {
            true => self.later[other].bit(warp),
            false => !self.later[warp].bit(other),
        }
    }

    fn has_first(&self, warp: usize) -> Is {
        let first = self.firsts[warp];
        all(self.warps().map(|other| {
            let before = match other == warp {
                true => Is::from(true),
                false => self.is_later(warp, other),
            };
            !first.eq(other) | self.used.bit(other) & self.is_first(other) & before
        }))
    }

    /// Whether a warp is the first in its list.
    fn is_first(&self, warp: usize) -> Is {
        self.firsts[warp].eq(warp)
    }

    /// Whether each update of a warp that is not new has a group before it: in the heap, or new in the queue.
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
        let others = self.each(|warp| pick(&self.pcs, self.firsts[warp]).eq(self.pcs[warp]));
        heads & others
    }

    fn is_held(&self, warp: usize) -> Is {
        let holds = |holder: &Holder| holder.there & holder.head.eq(self.firsts[warp]);
        any(self.holders().map(holds))
    }

    fn leads_on(&self, warp: usize) -> Is {
        let others = || self.warps().filter(|other| *other != warp);
        let is_after = |other: usize| {
            let same = self.firsts[other].eq(self.firsts[warp]);
            self.used.bit(other) & same & self.is_later(other, warp)
        };
        let leads = |to: usize| {
            let skips = others().filter(|other| *other != to);
            let skips = skips.map(|other| is_after(other) & self.is_later(to, other));
            is_after(to) & !any(skips)
        };
        let is_last = !any(others().map(is_after));
        is_last | any(others().map(|to| self.next[warp].eq(to) & leads(to)))
    }

    fn has_ends(&self, holder: &Holder) -> Is {
        let Holder {
            there, head, tail, ..
        } = *holder;
        let has = |warp: usize| self.used.bit(warp) & self.firsts[warp].eq(head);
        let is_end = |warp: usize| {
            let others = self.warps().filter(|other| *other != warp);
            let last = others.map(|other| !has(other) | self.is_later(warp, other));
            let first = !head.eq(warp) | has(warp);
            first & (!tail.eq(warp) | has(warp) & all(last))
        };
        // Pointers of the heap have one bit more than warp numbers.
        let exist = self.used.has(head) & self.used.has(tail);
        !there | exist & all(self.warps().map(is_end))
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

/// Whether all numbers that are present differ.
pub(super) fn differ(of: impl Iterator<Item = (Is, Word)>) -> Is {
    let of: Vec<_> = of.collect();
    all(pairs(of.len()).map(|(at, behind)| {
        let [(here, one), (there, other)] = [of[at], of[behind]];
        !(here & there) | one.ne(other)
    }))
}

/// All pairs of this many indices.
pub(super) fn pairs(of: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..of).flat_map(move |at| (at + 1..of).map(move |behind| (at, behind)))
}

/// The element at an index.
pub(super) fn pick(of: &[Word], at: Word) -> Word {
    let none = Word::from(0);
    let of = of.iter().enumerate();
    of.fold(none, |sum, (number, one)| sum | one.masked(at.eq(number)))
}

/// The warps that may be created in this cycle: for each, whether it is, and its number.
fn made(p: &Params) -> [(Is, Word); 2] {
    let (taken, shown) = allocator(p);
    [
        (taken.take.any(), shown.next_first),
        (taken.take.ge(2), shown.next_second),
    ]
}

/// For each warp, the first warp of its list.
fn firsts(p: &Params, next: &Row, links: [Link; 2]) -> Vec<Word> {
    let (warps, bits) = (p.pool().warps(), p.pool().warp_bits());
    let (taken, _) = allocator(p);
    let of = |held: Word| -> Vec<Word> {
        let part = |warp: usize| held.part(warp as u32 * bits, bits);
        (0..warps).map(part).collect()
    };
    let made = made(p);
    let held = state("firsts", warps as u32 * bits, |held| {
        let held = of(held);
        let first = |warp: usize| {
            let left = taken.release & held[warp].eq(taken.release_warp);
            let kept = left.mux(next.index(taken.release_warp), held[warp]);
            let is_made = any(made.map(|(there, number)| there & number.eq(warp)));
            let own = is_made.mux(warp, kept);
            links.iter().fold(own, |first, link| {
                let joins = link.there & link.next.eq(warp);
                joins.mux(pick(&held, link.tail), first)
            })
        };
        let firsts = (0..warps).map(first);
        mask(firsts.flat_map(|first| (0..bits).map(move |bit| first.bit(bit as usize))))
    });
    of(held)
}

/// The warps with higher numbers than this warp that were linked later.
fn later(warp: usize, warps: u32, links: [Link; 2]) -> Word {
    state(&format!("later{warp}"), warps, |held| {
        links.iter().fold(held, |later, link| {
            let linked = later | link.next.decode(warps).masked(link.there);
            linked.masked(!(link.there & link.next.eq(warp)))
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
