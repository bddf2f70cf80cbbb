//! The data cache of a core: hits, lines that are waited for, and outgoing packets.
//!
//! MEM-3: the cache holds only tags and times, no data, so none of its mistakes can change a result. Loads allocate. With
//! `write = "back"` a store marks its line as dirty, and the line is fetched first if it is absent; with `"through"`
//! the store goes to memory and allocates no line. No instruction waits for a store: a store is done in the cycle
//! after its line was served (MEM-6). A store to a private stack allocates its line without fetching it: only the owner reads
//! a word there, and only after having written it. Such a line holds the words that were written since
//! (`memory.stack_lines`); a load of another word, which has left the cache, fetches the line. Atomics are performed in memory: they count as a miss and drop the
//! core's copy of the line. Shared memory is not a cache: it always answers after `shared_cycles`. A core without a
//! cache still has miss registers, one for each line that an instruction requests. With `mshr_sharing = false` this
//! is also true with a cache: a miss to a line in flight requests the line once more, and the first reply brings it.
//!
//! A request that cannot be accepted now, because miss registers, their waiters, ways of the set or places for
//! outgoing lines are used up, is refused and has to be repeated (MEM-12).

mod ways;

use super::counts::CacheCounts;
use super::line_request::{LineAccess, LineRequest, Service};
use super::mshr::{MissRegisters, Waiter};
use super::packet::{Kind, Packet, Reply};
use super::tags::{Held, State, Tags};
use super::word_mask::WordMask;
use heddle_contract::Config;
use heddle_contract::config::Write;
use heddle_types::{Cycle, LaneMask};
use std::ops::Range;
use ways::Ways;

/// Tag of packets whose reply nobody waits for, in place of a miss register.
const NOBODY: u32 = u32::MAX;
/// The same for a line that was written back at the end of a launch and took no place for outgoing lines.
const FLUSHED: u32 = u32::MAX - 1;
/// Highest bit of the tag of lines that bypass the cache; the other bits are the sender's number, in place of a miss
/// register.
const PAST: u32 = 1 << 31;

/// The data cache of a core.
#[derive(Clone, Debug)]
pub struct DataCache {
    core: u16,
    /// The tags; `None` for a core without a cache.
    tags: Option<Tags>,
    /// For each way, the words that a line in state [`State::Written`] holds; empty if such lines count as present.
    written: Vec<WordMask>,
    misses: MissRegisters,
    /// Whether a miss to a line in flight waits for that line, instead of requesting it once more.
    shares: bool,
    /// Number of free places for outgoing lines.
    places: usize,
    outgoing: Vec<Packet>,
    write: Write,
    all_hits: bool,
    hit_cycles: u64,
    shared_cycles: u64,
    /// Line numbers of private stacks.
    stacks: Range<u32>,
    /// Line numbers of shared memory.
    shared: Range<u32>,
    counts: CacheCounts,
    /// Unsuccessful requests before the last simulated cycle.
    before: InVain,
    /// Unsuccessful requests in the simulated cycle before that one.
    in_vain: InVain,
    /// Number of replies so far.
    replies: u64,
}

/// Counts of requests that were not served.
#[derive(Clone, Copy, Debug, Default)]
struct InVain {
    refused: u64,
    bank_conflicts: u64,
}

impl DataCache {
    /// The cache of a core; `stacks` and `shared` are the physical byte addresses of private stacks and of shared
    /// memory.
    pub fn new(config: &Config, core: usize, stacks: Range<u32>, shared: Range<u32>) -> Self {
        DataCache::of_ways(config, core, stacks, shared, Ways::new(&config.memory))
    }

    /// A cache as [`Self::new`] makes it, in the memory of this one, which belonged to the same core of the same machine.
    pub fn renewed(self, config: &Config, stacks: Range<u32>, shared: Range<u32>) -> Self {
        let DataCache {
            core,
            mut tags,
            written,
            ..
        } = self;
        if let Some(tags) = &mut tags {
            tags.clear(|_| {});
        }
        // The written words of a way are set to none when the way takes a line.
        let ways = Ways { tags, written };
        DataCache::of_ways(config, core.into(), stacks, shared, ways)
    }

    /// A cache of empty ways.
    fn of_ways(
        config: &Config,
        core: usize,
        stacks: Range<u32>,
        shared: Range<u32>,
        ways: Ways,
    ) -> Self {
        let memory = &config.memory;
        let lines_of = |bytes: Range<u32>| {
            bytes.start / memory.line_bytes..bytes.end.div_ceil(memory.line_bytes)
        };
        DataCache {
            core: core as u16,
            misses: MissRegisters::new(memory.mshrs, memory.mshr_merges),
            shares: memory.mshr_sharing,
            places: memory.outgoing,
            outgoing: Vec::with_capacity(memory.outgoing),
            write: match ways.tags {
                None => Write::Through,
                Some(_) => memory.write,
            },
            tags: ways.tags,
            written: ways.written,
            all_hits: memory.all_hits,
            hit_cycles: memory.hit_cycles.into(),
            shared_cycles: memory.shared_latency().into(),
            stacks: lines_of(stacks),
            shared: lines_of(shared),
            counts: CacheCounts::default(),
            before: InVain::default(),
            in_vain: InVain::default(),
            replies: 0,
        }
    }

    /// Number of ways that were emptied so far, at the ends of launches: those that had taken a line.
    pub fn cleared_ways(&self) -> u64 {
        self.tags.as_ref().map_or(0, Tags::cleared)
    }

    /// The counts so far.
    pub fn counts(&self) -> CacheCounts {
        let mut counts = self.counts;
        counts.misses += counts.store_misses;
        counts.hits = counts.accesses - counts.misses;
        counts
    }

    /// Begins a cycle. In each of the `left_out` cycles since the last one the core repeated its unsuccessful
    /// requests, if it had any.
    #[inline]
    pub fn begin_cycle(&mut self, left_out: u64) {
        let now = self.in_vain_so_far();
        self.in_vain = InVain {
            refused: now.refused - self.before.refused,
            bank_conflicts: now.bank_conflicts - self.before.bank_conflicts,
        };
        self.count_retries(left_out);
        self.before = self.in_vain_so_far();
    }

    fn in_vain_so_far(&self) -> InVain {
        InVain {
            refused: self.counts.refused,
            bank_conflicts: self.counts.bank_conflicts,
        }
    }

    /// Counts the rejected retries of skipped cycles, in each of which the core repeats the requests of the cycle before.
    pub fn count_retries(&mut self, cycles: u64) {
        self.counts.refused += cycles * self.in_vain.refused;
        self.counts.bank_conflicts += cycles * self.in_vain.bank_conflicts;
    }

    /// Number of replies so far: a request that was refused will be refused until the next reply.
    pub fn replies(&self) -> u64 {
        self.replies
    }

    /// Bank conflicts held up a warp.
    pub fn held_up(&mut self, shared: bool) {
        match shared {
            true => self.counts.shared_conflicts += 1,
            false => self.counts.bank_conflicts += 1,
        }
    }

    /// Whether a line belongs to shared memory.
    pub fn is_shared(&self, line: u32) -> bool {
        self.shared.contains(&line)
    }

    /// Whether the cache tracks which words of a line it holds.
    pub fn tracks(&self, line: u32) -> bool {
        !self.written.is_empty() && self.stacks.contains(&line)
    }

    /// Handles a request for a line.
    pub fn access(&mut self, request: LineRequest) -> Service {
        if self.is_shared(request.line) {
            let ready = request.cycle + self.shared_cycles;
            return Service::Hit { ready };
        }
        let ready = request.cycle + self.hit_cycles;
        let service = match request.access {
            LineAccess::Atomic => self.atomic(request),
            _ if self.all_hits => Service::Hit { ready },
            LineAccess::Load => self.load(request),
            LineAccess::Store => self.store(request),
        };
        match service {
            Service::Refused => self.counts.refused += 1,
            _ => self.counts.served(&request, service),
        }
        service
    }

    fn load(&mut self, request: LineRequest) -> Service {
        let ready = request.cycle + self.hit_cycles;
        let register = match self.look(request.line).map(|held| held.state) {
            Some(State::There) => return Service::Hit { ready },
            Some(State::Written) if self.holds(&request) => return Service::Hit { ready },
            Some(State::Written) => self.fetch_rest(request),
            Some(State::Coming(register)) if self.shares => {
                let register = self.misses.has_room(register).then_some(register);
                self.counts.pending_hits += u64::from(register.is_some());
                register
            }
            Some(State::Coming(_)) => self.ask(request),
            None => self.fetch(request, false),
        };
        match register {
            Some(register) => {
                self.misses.wait(register, request.waiter);
                Service::Miss
            }
            None => Service::Refused,
        }
    }

    fn look(&mut self, line: u32) -> Option<&mut Held> {
        self.tags.as_mut()?.look(line)
    }

    /// Requests an absent line from memory; returns the miss register that waits for it.
    fn fetch(&mut self, request: LineRequest, dirty: bool) -> Option<u16> {
        if self.misses.is_full() || !self.make_room(request) {
            return None;
        }
        let register = self.ask(request)?;
        let (line, state) = (request.line, State::Coming(register));
        if let Some(tags) = &mut self.tags {
            tags.take(Held { line, state, dirty });
        }
        Some(register)
    }

    /// Whether a line that was allocated without a fetch holds all words of a request (MEM-7).
    fn holds(&self, request: &LineRequest) -> bool {
        let way = self.tags.as_ref().and_then(|tags| tags.find(request.line));
        way.is_some_and(|way| request.words.is_within(self.written[way]))
    }

    /// Requests a line from memory that was allocated without a fetch; returns the miss register that waits for it. The
    /// reply does not overwrite the words that were written.
    fn fetch_rest(&mut self, request: LineRequest) -> Option<u16> {
        let register = self.ask(request)?;
        if let Some(held) = self.look(request.line) {
            held.state = State::Coming(register);
        }
        Some(register)
    }

    /// Requests a line from memory, even if it is in flight; returns the miss register that waits for it.
    fn ask(&mut self, request: LineRequest) -> Option<u16> {
        if self.misses.is_full() {
            return None;
        }
        let register = self.misses.take(request.line);
        self.send(Kind::Read, register.into(), request.line, request.cycle);
        Some(register)
    }

    /// Makes sure that a way of the line's set is free or holds a line that can be dropped.
    fn make_room(&mut self, request: LineRequest) -> bool {
        let Some(tags) = &mut self.tags else {
            return true;
        };
        match tags.victim(request.line) {
            Ok(Some(held)) if held.dirty => self.write_out(held.line, request.cycle),
            Ok(_) => true,
            Err(_) => false,
        }
    }

    /// Sends a line to memory if there is a place for it.
    fn write_out(&mut self, line: u32, cycle: Cycle) -> bool {
        let Some(places) = self.places.checked_sub(1) else {
            return false;
        };
        self.places = places;
        self.counts.written += 1;
        self.send(Kind::Write, NOBODY, line, cycle);
        true
    }

    fn send(&mut self, kind: Kind, tag: u32, line: u32, cycle: Cycle) {
        let core = self.core;
        self.outgoing.push(Packet {
            core,
            tag,
            line,
            kind,
            cycle,
        });
    }

    /// Sends a request that bypasses the cache (MEM-4: and its counts), unless it is a write and there is no place for it;
    /// returns whether it was sent. The reply wakes a waiter without lanes whose tag is `number`, which must be below 2^16.
    pub fn send_past(&mut self, kind: Kind, number: usize, line: u32, cycle: Cycle) -> bool {
        if kind == Kind::Write {
            let Some(places) = self.places.checked_sub(1) else {
                return false;
            };
            self.places = places;
        }
        self.send(kind, PAST | number as u32, line, cycle);
        true
    }

    fn store(&mut self, request: LineRequest) -> Service {
        let done = Service::Hit {
            ready: request.cycle + 1,
        };
        let taken = match self.write {
            Write::Back => self.store_back(request),
            Write::Through => self.store_through(request),
        };
        if !taken {
            return Service::Refused;
        }
        if self.tracks(request.line) {
            self.note_written(&request);
        }
        done
    }

    /// Notes the words that a store has written.
    fn note_written(&mut self, request: &LineRequest) {
        let way = self.tags.as_ref().and_then(|tags| tags.find(request.line));
        if let Some(way) = way {
            self.written[way].extend(request.words);
        }
    }

    fn store_back(&mut self, request: LineRequest) -> bool {
        match self.look(request.line) {
            Some(held) => {
                held.dirty = true;
                let pending = matches!(held.state, State::Coming(_));
                let taken = !pending || self.shares || self.ask(request).is_some();
                self.counts.store_misses += u64::from(pending && taken);
                self.counts.pending_hits += u64::from(pending && self.shares);
                taken
            }
            None => {
                let taken = match self.stacks.contains(&request.line) {
                    true => self.take_in(request, true),
                    false => self.fetch(request, true).is_some(),
                };
                self.counts.store_misses += u64::from(taken);
                taken
            }
        }
    }

    fn store_through(&mut self, request: LineRequest) -> bool {
        let absent = self.look(request.line).is_none();
        let allocates = absent && self.stacks.contains(&request.line);
        if self.places == 0 || allocates && !self.take_in(request, false) {
            return false;
        }
        self.counts.store_misses += u64::from(absent);
        self.write_out(request.line, request.cycle)
    }

    /// Allocates a line without fetching it.
    fn take_in(&mut self, request: LineRequest, dirty: bool) -> bool {
        let room = self.make_room(request);
        let state = match self.tracks(request.line) {
            true => State::Written,
            false => State::There,
        };
        if room && let Some(tags) = &mut self.tags {
            let line = request.line;
            let way = tags.take(Held { line, state, dirty });
            // The way may have held other written words before.
            if let Some(words) = self.written.get_mut(way) {
                *words = WordMask::NONE;
            }
        }
        room
    }

    fn atomic(&mut self, request: LineRequest) -> Service {
        let copy = self.look(request.line).copied();
        let needs = 1 + usize::from(copy.is_some_and(|held| held.dirty));
        if self.misses.is_full() || self.places < needs {
            return Service::Refused;
        }
        if let Some(held) = self.tags.as_mut().and_then(|tags| tags.drop(request.line))
            && held.dirty
        {
            self.write_out(held.line, request.cycle);
        }
        self.places -= 1;
        let register = self.misses.take(request.line);
        self.misses.wait(register, request.waiter);
        self.send(Kind::Atomic, register.into(), request.line, request.cycle);
        Service::Miss
    }

    /// Receives a reply, and passes each waiter to `wake`.
    pub fn reply(&mut self, reply: Reply, mut wake: impl FnMut(Waiter)) {
        self.replies += 1;
        match (reply.tag, reply.kind) {
            (FLUSHED, _) => return,
            (NOBODY, _) => {
                self.places += 1;
                return;
            }
            (PAST.., kind) => {
                self.places += usize::from(kind == Kind::Write);
                let (tag, lanes) = (reply.tag & !PAST, LaneMask::NONE);
                wake(Waiter { tag, lanes });
                return;
            }
            (_, Kind::Atomic) => self.places += 1,
            _ => {}
        }
        let register = reply.tag as u16;
        let line = self.misses.free(register, wake);
        // An atomic may have dropped the expected line, and the line may be expected again, in one register or
        // several. It is present once the reply for the register that the tags name has arrived.
        if let Some(held) = self.look(line)
            && held.state == State::Coming(register)
        {
            held.state = State::There;
        }
    }

    /// Takes the packets that have been sent, in order.
    pub fn sent(&mut self) -> std::vec::Drain<'_, Packet> {
        self.outgoing.drain(..)
    }

    /// Whether packets have been sent that were not taken yet.
    pub fn has_sent(&self) -> bool {
        !self.outgoing.is_empty()
    }

    /// Ends a launch (MEM-5): writes back the dirty lines, one a cycle from `cycle` on, and drops all lines, since other
    /// cores may have changed them.
    pub fn flush(&mut self, cycle: Cycle) {
        let (core, tag, kind) = (self.core, FLUSHED, Kind::Write);
        let before = self.outgoing.len();
        let Some(tags) = &mut self.tags else { return };
        let mut cycles = (0..).map(|later| cycle + later);
        tags.clear(|line| {
            let cycle = cycles.next().expect("cycles do not end");
            self.outgoing.push(Packet {
                core,
                tag,
                line,
                kind,
                cycle,
            });
        });
        self.counts.written += (self.outgoing.len() - before) as u64;
    }
}

#[cfg(test)]
mod tests;
