//! Golden `winner_tree`: replaces the heap of fung2009, section 4.4 (DWF-55).

use super::warp_groups::{Group, Issued, Link, Update, issued, show, updates};
use heddle_contract::units::WinnerTree as Contract;
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out, Params};
use heddle_contract::{Golden, Values, Words};
use std::collections::VecDeque;

/// An entry: a group, if it is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Words)]
struct Entry {
    group: Group,
    held: bool,
    /// Whether it has entered the tree since it was last current.
    entered: bool,
    /// The group as it entered the tree, while it is in the tree.
    leaf: Option<Group>,
}

/// The third cycle of an update.
#[derive(Clone, Copy, Debug, PartialEq, Words)]
struct Change {
    /// The number of the entry.
    at: usize,
    /// Whether the entry was held before the update.
    grows: bool,
    update: Update,
}

/// The second cycle of an update.
#[derive(Clone, Copy, Debug, PartialEq, Words)]
struct Offer {
    update: Update,
    /// Whether its warp became the choice at once.
    is_chosen: bool,
}

/// Groups that enter a tree of winners.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct WinnerTree {
    order: Order,
    entries: Vec<Entry>,
    /// The entries that are free, the one first that has been free longest.
    free: VecDeque<usize>,
    /// The entry that became free in the cycle before.
    freed: Option<usize>,
    /// The update of the cycle before.
    offer: Option<Offer>,
    /// The update whose entry was found in the cycle before.
    change: Option<Change>,
    /// The number of the current entry.
    current: Option<usize>,
    /// Whether the warps of the current entry have left.
    is_empty: bool,
    /// An entry that became current and is still in the tree.
    leaving: Option<usize>,
    /// Whether this is the first cycle in which it waits.
    begins_to_wait: bool,
    /// The best entry in the tree after each of the last edges, the oldest first.
    winners: VecDeque<Option<usize>>,
    /// The entry that wins: the oldest of these, if it had entered the tree a cycle ago.
    winner: Option<usize>,
    /// Edges since the tree changed, counted until the winner can change no more.
    quiet: usize,
}

impl WinnerTree {
    /// Whether an update can be taken.
    pub fn is_ready(&self) -> bool {
        !self.begins_to_wait
    }

    /// Number of updates that fit, whatever they are.
    #[inline]
    pub fn room(&self) -> u64 {
        (self.free.len() - usize::from(self.offer.is_some())) as u64
    }

    /// The first warp of the current group.
    #[inline]
    pub fn choice(&self) -> Option<u64> {
        self.chosen().map(|group| group.head)
    }

    /// Number of groups held, and updates whose entry is not found yet.
    pub fn count(&self) -> u64 {
        self.entries.len() as u64 - self.room()
    }

    /// Whether groups are held but none is chosen.
    pub fn is_waiting(&self) -> bool {
        self.count() > 0 && self.choice().is_none()
    }

    /// Whether a cycle without update and issue changes nothing.
    pub fn is_still(&self) -> bool {
        let settled = self.offer.is_none() && self.change.is_none() && self.leaving.is_none();
        let settled = settled && self.freed.is_none();
        settled && self.quiet > self.winners.len() && !self.is_waiting()
    }

    /// The groups that have a list, without the chosen one.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        let listed = self.entries.iter().enumerate().filter(|(at, entry)| {
            let created = self.change.is_some_and(|own| own.at == *at && !own.grows);
            entry.held && !created && self.current != Some(*at)
        });
        listed.map(|(_, entry)| &entry.group)
    }

    /// The chosen group.
    pub fn chosen(&self) -> Option<&Group> {
        let current = self.current.filter(|_| !self.is_empty);
        current.map(|at| &self.entries[at].group)
    }

    /// The updates that are still to change a group.
    pub fn pending(&self) -> impl Iterator<Item = &Update> {
        let offer = self.offer.as_ref().filter(|offer| !offer.is_chosen);
        let change = self.change.as_ref().map(|change| &change.update);
        change.into_iter().chain(offer.map(|offer| &offer.update))
    }

    /// The clock edge, as [`GroupScheduler::clock`](super::GroupScheduler::clock); there is no second update.
    #[inline]
    pub fn clock(
        &mut self,
        updates: [Option<Update>; 2],
        issued: Option<Issued>,
    ) -> [Option<Link>; 2] {
        let links = self.links();
        let (offer, change) = (self.offer.take(), self.change.take());
        let nothing_is_held = self.free.len() == self.entries.len() && offer.is_none();
        let freed = self.freed.take();
        let oldest = self.winners.front().copied().flatten();
        let winner = oldest.filter(|at| self.entries[*at].entered);
        let before = self.current;
        let chosen = match before {
            Some(at) => {
                let pc = self.entries[at].group.pc;
                let is_offered = offer.is_some_and(|offer| offer.update.pc == pc);
                self.go_on(at, issued, change.as_ref(), is_offered);
                None
            }
            None => self.choose(change.as_ref()),
        };
        if let Some(change) = &change {
            self.apply(change);
        }
        let enters = change.map(|change| change.at);
        let enters = enters.filter(|at| Some(*at) != before && Some(*at) != chosen);
        self.move_tree(enters, chosen);
        self.winner = winner;
        self.change = offer.and_then(|offer| self.find(offer));
        debug_assert!(updates[1].is_none(), "there is one update a cycle");
        self.offer = updates[0].map(|update| self.accept(update, nothing_is_held));
        self.free.extend(freed);
        links
    }

    /// An update in its first cycle.
    fn accept(&mut self, update: Update, nothing_is_held: bool) -> Offer {
        // DWF-56: what comes when nothing is held need not even be found.
        if nothing_is_held {
            let at = self.free[0];
            self.entries[at].group = Group::of(&update);
            (self.current, self.is_empty) = (Some(at), false);
        }
        Offer {
            update,
            is_chosen: nothing_is_held,
        }
    }

    /// The entry of an update, in its second cycle; none if its warp is chosen already, so that nothing is left to change.
    fn find(&mut self, offer: Offer) -> Option<Change> {
        let Offer { update, is_chosen } = offer;
        let is_at = |entry: &Entry| entry.held && entry.group.pc == update.pc;
        let found = self.entries.iter().position(is_at);
        let at = found.or_else(|| self.free.pop_front());
        let at = at.expect("an update needs room");
        let entry = &mut self.entries[at];
        (entry.held, entry.group.pc) = (true, update.pc);
        let grows = found.is_some();
        (!is_chosen).then_some(Change { at, grows, update })
    }

    /// The link of the update in its third cycle.
    fn links(&self) -> [Option<Link>; 2] {
        let change = self.change.filter(|change| change.grows);
        [
            change.and_then(|change| self.entries[change.at].group.link(&change.update)),
            None,
        ]
    }

    fn apply(&mut self, change: &Change) {
        let group = &mut self.entries[change.at].group;
        match change.grows {
            true => group.grow(&change.update),
            false => *group = Group::of(&change.update),
        }
    }

    /// The current entry: its first warp may leave, and its list may end there or go on with a warp that is added.
    fn go_on(
        &mut self,
        at: usize,
        issued: Option<Issued>,
        change: Option<&Change>,
        is_offered: bool,
    ) {
        let added = change.filter(|change| change.at == at && change.update.create);
        let entry = &mut self.entries[at];
        let ends = match issued {
            Some(issued) => {
                let is_last = entry.group.head == entry.group.tail;
                entry.group.issue(issued);
                is_last
            }
            None => self.is_empty,
        };
        if let Some(added) = added.filter(|_| ends) {
            entry.group.head = added.update.warp;
        }
        self.is_empty = ends && added.is_none();
        if self.is_empty && !is_offered {
            entry.held = false;
            // DWF-67: it counts as free a cycle later.
            self.freed = Some(at);
            (self.current, self.is_empty) = (None, false);
        }
    }

    /// The entry that becomes current.
    fn choose(&mut self, changed: Option<&Change>) -> Option<usize> {
        // One entry waits to be taken out of the tree at a time.
        if self.leaving.is_some() {
            return None;
        }
        // DWF-56: what comes when nothing can win need not climb the tree.
        let chosen = self.winner.or(changed.map(|change| change.at));
        if let Some(at) = chosen {
            self.entries[at].entered = false;
            self.current = chosen;
        }
        chosen
    }

    /// An entry enters the tree, or is taken out of it.
    fn move_tree(&mut self, enters: Option<usize>, chosen: Option<usize>) {
        let waiting = self.leaving.or(chosen);
        let leaves = waiting.filter(|_| enters.is_none());
        self.begins_to_wait = enters.is_some() && chosen.is_some();
        self.leaving = waiting.filter(|_| enters.is_some());
        if let Some(at) = enters {
            let entry = &mut self.entries[at];
            (entry.entered, entry.leaf) = (true, Some(entry.group));
        }
        if let Some(at) = leaves {
            self.entries[at].leaf = None;
        }
        let best = match enters.or(leaves) {
            Some(_) => self.best(),
            None => self.winners.back().copied().flatten(),
        };
        self.quiet = match enters.or(leaves) {
            Some(_) => 1,
            None => self.winners.len().min(self.quiet) + 1,
        };
        self.winners.pop_front();
        self.winners.push_back(best);
    }

    /// The best entry in the tree.
    fn best(&self) -> Option<usize> {
        let leaves = self.entries.iter().enumerate();
        let leaves = leaves.filter_map(|(at, entry)| Some((at, entry.leaf?)));
        let best = leaves.reduce(|best, other| match other.1.is_before(&best.1, self.order) {
            true => other,
            false => best,
        });
        best.map(|(at, _)| at)
    }
}

impl Golden<Contract> for WinnerTree {
    fn new(params: &Params) -> Self {
        let winners = Contract::levels(params) + 1;
        Self {
            order: params.order(),
            entries: vec![Entry::default(); params.heap()],
            free: (0..params.heap()).collect(),
            freed: None,
            offer: None,
            change: None,
            current: None,
            is_empty: false,
            leaving: None,
            begins_to_wait: false,
            winners: vec![None; winners].into(),
            winner: None,
            quiet: winners + 1,
        }
    }

    fn out(&self, _: &In<Values>, output: &mut Out<Values>) {
        output.ready = self.is_ready();
        output.room = self.room();
        output.choice = self.choice().is_some();
        output.choice_warp = self.choice().unwrap_or(0);
        show(self.links(), output);
        output.groups = self.count();
        output.waiting = self.is_waiting();
    }

    fn clock(&mut self, input: &In<Values>) {
        self.clock(updates(input), issued(input));
    }
}
