//! The memory behind a spill queue (fung2009, 4.5): as fast as it takes writes and requests, and the
//! latency of a miss until a warp is back.
//!
//! Decision where the paper is silent: it is a memory of its own. Its traffic disturbs nobody's.

use heddle_contract::Values;
use heddle_contract::units::dwf_scheduler::In;
use heddle_contract::units::spill_queue::Params;
use std::collections::VecDeque;

/// A warp in memory.
#[derive(Clone, Debug)]
struct Spilled {
    there: bool,
    pc: u64,
    tid: Vec<u64>,
}

/// A warp on its way from memory.
#[derive(Clone, Copy, Debug)]
struct Fetched {
    place: usize,
    ready: u64,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct SpillMemory {
    offset: u64,
    entry_bytes: u64,
    latency: u64,
    places: Vec<Spilled>,
    /// In the order in which they come back.
    fetched: VecDeque<Fetched>,
}

impl SpillMemory {
    /// The memory of a core. Cores have theirs one after the other, behind an address that is not 0.
    pub fn new(params: &Params, core: usize, latency: u64) -> Self {
        let bytes = params.entries() as u64 * params.entry_bytes();
        let range = u64::MAX >> (64 - params.address_bits());
        let empty = Spilled {
            there: false,
            pc: 0,
            tid: vec![params.no_thread(); params.lanes()],
        };
        SpillMemory {
            offset: (core as u64 + 1).wrapping_mul(bytes) & range,
            entry_bytes: params.entry_bytes(),
            latency,
            places: vec![empty; params.entries()],
            fetched: VecDeque::with_capacity(params.fetches()),
        }
    }

    /// Byte address of the queue.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The place at a byte address.
    fn place(&self, address: u64) -> Option<usize> {
        let distance = address.checked_sub(self.offset)?;
        let place = (distance / self.entry_bytes) as usize;
        let aligned = distance.is_multiple_of(self.entry_bytes);
        (aligned && place < self.places.len()).then_some(place)
    }

    /// Shows the warp that is back.
    pub fn present(&self, now: u64, input: &mut In<Values>) {
        let back = self.fetched.front().filter(|fetched| fetched.ready <= now);
        input.back = back.is_some();
        if let Some(&Fetched { place, .. }) = back {
            input.back_pc = self.places[place].pc;
            input.back_tid.copy_from_slice(&self.places[place].tid);
        }
    }

    /// The warp that is back has been taken.
    pub fn taken(&mut self) {
        if let Some(Fetched { place, .. }) = self.fetched.pop_front() {
            self.places[place].there = false;
        }
    }

    /// Stores a warp at a free place; whether that is one.
    pub fn store(&mut self, address: u64, pc: u64, tid: &[u64]) -> bool {
        let place = self.place(address);
        let Some(place) = place.filter(|&place| !self.places[place].there) else {
            return false;
        };
        let spilled = &mut self.places[place];
        (spilled.there, spilled.pc) = (true, pc);
        spilled.tid.copy_from_slice(tid);
        true
    }

    /// Fetches the warp at an address; whether there is one, and it is not on its way yet.
    pub fn fetch(&mut self, address: u64, now: u64) -> bool {
        let on_its_way = |place| self.fetched.iter().any(|fetched| fetched.place == place);
        let place = self.place(address);
        let place = place.filter(|&place| self.places[place].there && !on_its_way(place));
        let ready = now + self.latency;
        self.fetched
            .extend(place.map(|place| Fetched { place, ready }));
        place.is_some()
    }

    /// Threads of all warps in memory.
    pub fn threads(&self, no_thread: u64) -> impl Iterator<Item = usize> {
        let spilled = self.places.iter().filter(|place| place.there);
        let tids = spilled.flat_map(|place| &place.tid);
        tids.filter(move |tid| **tid != no_thread)
            .map(|tid| *tid as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::units::DwfScheduler;
    use heddle_contract::{Border, Config, Unit};

    #[test]
    fn a_warp_comes_back_after_the_latency_and_stays_until_taken() {
        let params = DwfScheduler::params(&Config::preset("tiny").unwrap()).unwrap();
        let mut memory = SpillMemory::new(params.spill(), 0, 20);
        let mut input = In::zero(&params);
        let place = |number| memory.offset() + number * params.spill().entry_bytes();
        let (second, behind) = (place(1), place(params.spill().entries() as u64));
        assert!(!memory.fetch(second, 3));
        assert!(memory.store(second, 7, &[1, 31, 31, 2]));
        assert!(!memory.store(second, 7, &[1, 31, 31, 2]));
        assert!(!memory.store(second + 1, 7, &[31; 4]));
        assert!(!memory.store(behind, 7, &[31; 4]));
        assert!(memory.fetch(second, 3) && !memory.fetch(second, 4));
        assert_eq!(memory.fetched.len(), 1);
        for now in [22, 23, 30] {
            memory.present(now, &mut input);
            assert_eq!(input.back, now >= 23, "{now}");
        }
        assert_eq!(
            (input.back_pc, &input.back_tid[..]),
            (7, &[1, 31, 31, 2][..])
        );
        assert_eq!(memory.threads(31).collect::<Vec<_>>(), [1, 2]);
        memory.taken();
        memory.present(31, &mut input);
        assert!(!input.back && memory.threads(31).count() == 0);
    }
}
