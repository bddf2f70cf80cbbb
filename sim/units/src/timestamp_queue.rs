//! Golden `timestamp_queue`: fung2009, sections 4.3 (DTime) and 4.4.4.

use super::warp_groups::{Issued, Link, Update, issued, updates};
use heddle_contract::units::warp_scheduler::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};
use std::collections::VecDeque;

/// Warps in the order of their arrival.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct TimestampQueue {
    warps: VecDeque<u64>,
    places: u64,
}

impl TimestampQueue {
    /// Always true: updates can be taken in every cycle.
    pub fn is_ready(&self) -> bool {
        true
    }

    /// Number of updates that fit. The queue has a place for each warp of the pool.
    pub fn room(&self) -> u64 {
        self.places
    }

    /// The warp that has waited longest.
    pub fn choice(&self) -> Option<u64> {
        self.warps.front().copied()
    }

    /// Number of warps held.
    pub fn count(&self) -> u64 {
        self.warps.len() as u64
    }

    /// Always false: a warp is chosen as soon as there is one.
    pub fn is_waiting(&self) -> bool {
        false
    }

    /// Always true: without update and issue nothing changes.
    pub fn is_still(&self) -> bool {
        true
    }

    /// The warps, the oldest first.
    pub fn warps(&self) -> impl Iterator<Item = u64> {
        self.warps.iter().copied()
    }

    /// The clock edge; no lists exist.
    #[inline]
    pub fn clock(
        &mut self,
        updates: [Option<Update>; 2],
        issued: Option<Issued>,
    ) -> [Option<Link>; 2] {
        if issued.is_some() {
            self.warps.pop_front();
        }
        let created = updates.iter().flatten().filter(|update| update.create);
        self.warps.extend(created.map(|update| update.warp));
        [None; 2]
    }
}

impl Golden<units::TimestampQueue> for TimestampQueue {
    fn new(params: &Params) -> Self {
        Self {
            warps: VecDeque::with_capacity(params.warps()),
            places: params.warps() as u64,
        }
    }

    fn out(&self, _: &In<Values>, output: &mut Out<Values>) {
        output.ready = self.is_ready();
        output.room = self.room();
        output.choice = self.choice().is_some();
        output.choice_warp = self.choice().unwrap_or(0);
        output.groups = self.count();
    }

    fn clock(&mut self, input: &In<Values>) {
        self.clock(updates(input), issued(input));
    }
}
