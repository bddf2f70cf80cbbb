//! The memory of a spill queue (fung2009, 4.5). Warps are written to the machine's memory and read back. They bypass
//! the data cache, since they are read only once, long after they were written.
//!
//! DWF-51: a warp takes one line, or several where lines are narrow. The core sends at most one line a cycle; a line that is
//! written needs one of the places for outgoing lines of the core (`memory.outgoing`). Memory may reply in any order.
//! So a warp is fetched only when all of its lines have been written, and it is back when all of its lines have
//! arrived and all warps fetched before it are back.
//!
//! The content of the lines is kept here; the rest of the machine only sees when they are sent. Their addresses are
//! the last ones of the 4 GiB, which a layout uses last. A program that fills all of the memory shares lines with the
//! spill queues, which changes times and nothing else.

use heddle_contract::Values;
use heddle_contract::units::dwf_scheduler::In;
use heddle_contract::units::spill_queue::Params;
use heddle_memory::{DataCache, Kind};
use heddle_types::{Cycle, ThreadId};
use std::collections::VecDeque;

/// The state of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The entry holds no warp.
    Free,
    /// This many lines of the warp have not been written.
    Writing(u64),
    /// The warp is in memory.
    There,
    /// This many lines of the warp have not arrived.
    Coming(u64),
    /// The warp can be used from this cycle on.
    Back(Cycle),
}

/// An entry of the queue in memory.
#[derive(Clone, Debug)]
struct SpillSlot {
    state: State,
    pc: u64,
    tid: Vec<u64>,
}

/// A line that has to leave the core.
#[derive(Clone, Copy, Debug)]
struct Leaving {
    kind: Kind,
    place: usize,
    line: u32,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct SpillMemory {
    offset: u64,
    entry_bytes: u64,
    line_bytes: u64,
    places: Vec<SpillSlot>,
    /// Entries of warps that have not been fetched, in order of arrival.
    spilled: VecDeque<usize>,
    /// Entries of warps that have been fetched and not yet been taken, in order.
    fetched: VecDeque<usize>,
    leaving: VecDeque<Leaving>,
}

impl SpillMemory {
    /// The memory of a core's spill queue. The queues of all cores lie at the end of the address space.
    pub fn new(params: &Params, core: usize, line_bytes: u32) -> Self {
        let (entries, line_bytes) = (params.entries(), u64::from(line_bytes));
        let bytes = entries as u64 * params.entry_bytes();
        let range = u64::MAX >> (64 - params.address_bits());
        let empty = SpillSlot {
            state: State::Free,
            pc: 0,
            tid: vec![params.no_thread(); params.lanes()],
        };
        let lines = params.entry_bytes().div_ceil(line_bytes) as usize;
        SpillMemory {
            offset: 0u64.wrapping_sub((core as u64 + 1).wrapping_mul(bytes)) & range,
            entry_bytes: params.entry_bytes(),
            line_bytes,
            places: vec![empty; entries],
            spilled: VecDeque::with_capacity(entries),
            fetched: VecDeque::with_capacity(params.fetches()),
            leaving: VecDeque::with_capacity(2 * lines),
        }
    }

    /// Byte address of the queue.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The index of the entry at a byte address.
    fn place(&self, address: u64) -> Option<usize> {
        let distance = address.checked_sub(self.offset)?;
        let place = (distance / self.entry_bytes) as usize;
        let aligned = distance.is_multiple_of(self.entry_bytes);
        (aligned && place < self.places.len()).then_some(place)
    }

    /// Presents at the input ports which requests the memory takes in this cycle, and the warp that is back.
    pub fn present(&self, now: Cycle, input: &mut In<Values>) {
        let state = |place: &usize| self.places[*place].state;
        let idle = self.leaving.is_empty();
        input.write_ready = idle;
        input.fetch_ready = idle && self.spilled.front().map(state) == Some(State::There);
        let back = self
            .fetched
            .front()
            .filter(|place| matches!(state(place), State::Back(ready) if ready <= now));
        input.back = back.is_some();
        if let Some(&place) = back {
            input.back_pc = self.places[place].pc;
            input.back_tid.copy_from_slice(&self.places[place].tid);
        }
    }

    /// The unit has taken the warp that is back.
    pub fn taken(&mut self) {
        if let Some(place) = self.fetched.pop_front() {
            self.places[place].state = State::Free;
        }
    }

    /// Stores a warp in a free entry; returns whether the address is that of a free entry.
    pub fn store(&mut self, address: u64, pc: u64, tid: &[u64]) -> bool {
        let place = self.place(address);
        let Some(place) = place.filter(|&at| self.places[at].state == State::Free) else {
            return false;
        };
        let lines = self.leave(Kind::Write, place);
        let stored = &mut self.places[place];
        (stored.state, stored.pc) = (State::Writing(lines), pc);
        stored.tid.copy_from_slice(tid);
        self.spilled.push_back(place);
        true
    }

    /// Fetches the warp at an address; returns whether the address holds a warp, and it is the next one to fetch.
    pub fn fetch(&mut self, address: u64) -> bool {
        let next = self.spilled.front().copied();
        let place = self.place(address).filter(|&place| Some(place) == next);
        let Some(place) = place.filter(|&at| self.places[at].state == State::There) else {
            return false;
        };
        self.spilled.pop_front();
        self.fetched.push_back(place);
        self.places[place].state = State::Coming(self.leave(Kind::Read, place));
        true
    }

    /// Queues the lines of an entry for sending; returns their number.
    fn leave(&mut self, kind: Kind, place: usize) -> u64 {
        let first = self.offset + place as u64 * self.entry_bytes;
        let lines = first / self.line_bytes..(first + self.entry_bytes).div_ceil(self.line_bytes);
        let count = lines.end - lines.start;
        self.leaving.extend(lines.map(|line| Leaving {
            kind,
            place,
            line: line as u32,
        }));
        count
    }

    /// Sends the next line, if there is one and it finds a place among the outgoing lines.
    pub fn send(&mut self, cache: &mut DataCache, now: Cycle) {
        if let Some(&Leaving { kind, place, line }) = self.leaving.front()
            && cache.send_past(kind, place, line, now)
        {
            self.leaving.pop_front();
        }
    }

    /// A line of an entry has been written, or can be used from a cycle on.
    pub fn answered(&mut self, place: usize, cycle: Cycle) {
        let state = &mut self.places[place].state;
        *state = match *state {
            State::Writing(1) => State::There,
            State::Writing(lines) => State::Writing(lines - 1),
            State::Coming(1) => State::Back(cycle),
            State::Coming(lines) => State::Coming(lines - 1),
            other => other,
        };
    }

    /// The threads of all warps in memory.
    pub fn threads(&self, no_thread: u64) -> impl Iterator<Item = ThreadId> {
        let held = self
            .places
            .iter()
            .filter(|place| place.state != State::Free);
        let tids = held.flat_map(|place| &place.tid);
        tids.filter(move |tid| **tid != no_thread)
            .map(|tid| ThreadId::of_port(*tid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::units::DwfScheduler;
    use heddle_contract::{Border, Config, Unit};
    use heddle_memory::Reply;
    use heddle_types::LaneMask;

    /// The memory of the first core, and the cache that its lines bypass.
    struct Bench {
        memory: SpillMemory,
        cache: DataCache,
        input: In<Values>,
    }

    impl Bench {
        fn new(line_bytes: u32, outgoing: usize) -> Self {
            let mut config = Config::preset("tiny").unwrap();
            (config.memory.line_bytes, config.memory.outgoing) = (line_bytes, outgoing);
            let params = DwfScheduler::params(&config).unwrap();
            Bench {
                memory: SpillMemory::new(params.spill(), 0, line_bytes),
                cache: DataCache::new(&config, 0, 0..0, 0..0),
                input: In::zero(&params),
            }
        }

        fn address(&self, place: u64) -> u64 {
            self.memory.offset() + place * self.memory.entry_bytes
        }

        /// The packet that leaves the core in a cycle.
        fn send(&mut self, now: u64) -> Option<(Kind, u32)> {
            self.memory.send(&mut self.cache, Cycle::new(now));
            let mut sent = self.cache.sent().map(|packet| (packet.kind, packet.line));
            let first = sent.next();
            assert_eq!(sent.next(), None);
            first
        }

        /// A reply for an entry.
        fn answer(&mut self, kind: Kind, place: u32, cycle: u64) {
            let cycle = Cycle::new(cycle);
            let reply = Reply {
                core: 0,
                tag: 1 << 31 | place,
                line: 0,
                kind,
                cycle,
            };
            let memory = &mut self.memory;
            self.cache.reply(reply, |waiter| {
                assert_eq!((waiter.tag, waiter.lanes), (place, LaneMask::NONE));
                memory.answered(place as usize, cycle);
            });
        }

        fn takes(&mut self, now: u64) -> [bool; 3] {
            self.memory.present(Cycle::new(now), &mut self.input);
            let In {
                write_ready,
                fetch_ready,
                back,
                ..
            } = self.input;
            [write_ready, fetch_ready, back]
        }
    }

    #[test]
    fn a_warp_is_fetched_once_it_is_written_and_stays_until_taken() {
        let mut bench = Bench::new(32, 1);
        let (second, behind) = (
            bench.address(1),
            bench.address(bench.memory.places.len() as u64),
        );
        assert_eq!(bench.takes(3), [true, false, false]);
        assert!(!bench.memory.fetch(second));
        assert!(!bench.memory.store(second + 1, 7, &[31; 4]));
        assert!(!bench.memory.store(behind, 7, &[31; 4]));
        assert!(bench.memory.store(second, 7, &[1, 31, 31, 2]));
        assert!(!bench.memory.store(second, 7, &[1, 31, 31, 2]));
        let line = (second / 32) as u32;
        assert_eq!(bench.send(3), Some((Kind::Write, line)));
        assert_eq!(bench.takes(4), [true, false, false]);
        bench.answer(Kind::Write, 1, 20);
        assert_eq!(bench.takes(20), [true, true, false]);
        assert!(bench.memory.fetch(second) && !bench.memory.fetch(second));
        assert_eq!(bench.send(20), Some((Kind::Read, line)));
        bench.answer(Kind::Read, 1, 40);
        for now in [39, 40, 50] {
            assert_eq!(bench.takes(now)[2], now >= 40, "{now}");
        }
        let tid = &bench.input.back_tid[..];
        assert_eq!((bench.input.back_pc, tid), (7, &[1, 31, 31, 2][..]));
        assert_eq!(
            bench.memory.threads(31).collect::<Vec<_>>(),
            [1, 2].map(ThreadId::new)
        );
        bench.memory.taken();
        assert_eq!(bench.takes(51), [true, false, false]);
        assert_eq!(bench.memory.threads(31).count(), 0);
    }

    #[test]
    fn warps_come_back_in_order_whatever_memory_answers_first() {
        let mut bench = Bench::new(32, 2);
        for place in 0..2 {
            let address = bench.address(place);
            assert!(bench.memory.store(address, place, &[place; 4]));
            assert!(bench.send(place).is_some());
            bench.answer(Kind::Write, place as u32, 10);
        }
        assert!(!bench.memory.fetch(bench.address(1)), "it is not the next");
        for place in 0..2 {
            assert!(bench.memory.fetch(bench.address(place)));
            assert!(bench.send(10 + place).is_some());
        }
        bench.answer(Kind::Read, 1, 30);
        assert_eq!(bench.takes(30), [true, false, false]);
        bench.answer(Kind::Read, 0, 35);
        for place in 0..2 {
            assert!(bench.takes(35)[2]);
            assert_eq!(bench.input.back_pc, place);
            bench.memory.taken();
        }
    }

    #[test]
    fn narrow_lines_leave_one_by_one_as_there_are_places() {
        let mut bench = Bench::new(4, 1);
        let lines = bench.memory.entry_bytes / 4;
        assert!(lines > 1);
        let (first, next) = (bench.address(0), bench.address(1));
        assert!(bench.memory.store(first, 7, &[1; 4]));
        for line in 0..lines {
            assert_eq!(bench.takes(line), [false; 3]);
            assert_eq!(
                bench.send(line),
                Some((Kind::Write, (first / 4 + line) as u32))
            );
            assert_eq!(bench.send(line), None, "there is no place");
            bench.answer(Kind::Write, 0, 20);
        }
        assert_eq!(bench.takes(20), [true, true, false]);
        assert!(bench.memory.fetch(first) && bench.memory.store(next, 7, &[1; 4]));
        for line in 0..2 * lines {
            let kind = if line < lines {
                Kind::Read
            } else {
                Kind::Write
            };
            assert_eq!(bench.send(20 + line).map(|(kind, _)| kind), Some(kind));
            bench.answer(kind, u32::from(line >= lines), 40 + line);
        }
        assert!(bench.takes(39 + lines)[2]);
        assert!(!bench.takes(38 + lines)[2]);
    }
}
