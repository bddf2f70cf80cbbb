//! Golden `tournament_scheduler`: replaces the heap of fung2009, section 4.4 (DWF-17).

use super::warp_groups::{Group, Issued, Link, Update, issued, show, updates};
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// Groups that compete under a tree of comparators.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct TournamentScheduler {
    order: Order,
    sticky: bool,
    latency: u32,
    /// All entries; those without threads are free.
    entries: Vec<Group>,
    /// Number of entries in use.
    live: usize,
    /// The index of the chosen group.
    current: Option<usize>,
    /// Cycles since the last change, counted up to the latency of the tree.
    quiet: u32,
}

impl TournamentScheduler {
    /// Always true: updates can be taken in every cycle.
    pub fn is_ready(&self) -> bool {
        true
    }

    /// Number of updates that fit, whatever they are.
    #[inline]
    pub fn room(&self) -> u64 {
        (self.entries.len() - self.live) as u64
    }

    fn find(&self, pc: u64) -> Option<usize> {
        self.entries.iter().position(|entry| entry.is_at(pc))
    }

    /// The first warp of the chosen group.
    pub fn choice(&self) -> Option<u64> {
        self.current.map(|at| self.entries[at].head)
    }

    /// Number of groups held.
    pub fn count(&self) -> u64 {
        self.live as u64
    }

    /// Whether groups are held but none is chosen.
    pub fn is_waiting(&self) -> bool {
        self.live > 0 && self.current.is_none()
    }

    /// Whether a cycle without update and issue changes nothing.
    pub fn is_still(&self) -> bool {
        self.quiet == self.latency && !self.is_waiting()
    }

    /// The groups held, in arbitrary order.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        self.entries.iter().filter(|entry| entry.threads != 0)
    }

    /// The clock edge, as [`GroupScheduler::clock`](super::GroupScheduler::clock).
    #[inline]
    pub fn clock(
        &mut self,
        updates: [Option<Update>; 2],
        issued: Option<Issued>,
    ) -> [Option<Link>; 2] {
        let update = updates.iter().any(Option::is_some);
        let links = if update {
            self.links(updates)
        } else {
            [None; 2]
        };
        if self.is_waiting() && !update && self.quiet == self.latency {
            self.current = self.winner();
        }
        if let (Some(issued), Some(at)) = (issued, self.current) {
            self.issue(at, issued);
        }
        updates
            .iter()
            .flatten()
            .for_each(|update| self.update(update));
        self.quiet = match update || issued.is_some() {
            true => 0,
            false => self.latency.min(self.quiet + 1),
        };
        links
    }

    fn links(&self, updates: [Option<Update>; 2]) -> [Option<Link>; 2] {
        updates.map(|update| {
            let update = update?;
            self.entries[self.find(update.pc)?].link(&update)
        })
    }

    fn winner(&self) -> Option<usize> {
        let live = (0..self.entries.len()).filter(|at| self.entries[*at].threads != 0);
        live.reduce(|best, at| {
            let better = self.entries[at].is_before(&self.entries[best], self.order);
            if better { at } else { best }
        })
    }

    fn update(&mut self, update: &Update) {
        if let Some(at) = self.find(update.pc) {
            self.entries[at].grow(update);
            return;
        }
        let free = self.entries.iter_mut().find(|entry| entry.threads == 0);
        if let Some(entry) = free {
            *entry = Group::of(update);
            self.live += 1;
        }
    }

    fn issue(&mut self, at: usize, issued: Issued) {
        self.entries[at].issue(issued);
        let empty = self.entries[at].threads == 0;
        self.live -= usize::from(empty);
        // DWF-17: the choice may be given up after each warp, because its group never left the leaves.
        if empty || !self.sticky {
            self.current = None;
        }
    }
}

impl Golden<units::TournamentScheduler> for TournamentScheduler {
    fn new(params: &Params) -> Self {
        Self {
            order: params.order(),
            sticky: params.sticky(),
            latency: params.tournament_latency(),
            entries: vec![Group::default(); params.heap()],
            live: 0,
            current: None,
            quiet: 0,
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.ready = self.is_ready();
        output.room = self.room();
        output.choice = self.choice().is_some();
        output.choice_warp = self.choice().unwrap_or(0);
        show(self.links(updates(input)), output);
        output.groups = self.count();
        output.waiting = self.is_waiting();
    }

    fn clock(&mut self, input: &In<Values>) {
        self.clock(updates(input), issued(input));
    }
}
