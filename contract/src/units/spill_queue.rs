//! `spill_queue`: warps that do not fit into the warp pool wait in memory, in order.
//!
//! fung2009, section 4.5, figure 12: when the warp pool overflows, incoming warps are written to a
//! queue in memory and come back as the pool drains. The queue is a circular buffer with three
//! registers: the byte address of the buffer, and the places of head and tail.
//!
//! # Buffer
//!
//! Place i is at byte address `offset + i * entry_bytes` (modulo 2^`address_bits`). The queue is
//! empty if head = tail and *full* if the place after tail (modulo `entries`) is head: it holds up to
//! `entries - 1` warps. PC and TIDs pass through the unit; the memory stores them.
//!
//! # A cycle
//!
//! * Spill: `write = push & !full`, to the address of place tail, and
//!   `push_ready = write_ready & !full`, whether or not a warp is pushed. With
//!   `write & write_ready` tail advances. (A place that becomes free in this cycle is not yet used.)
//! * Fetch: the oldest `fetching` warps are in flight from memory. `fetch_request` is high if the queue holds other
//!   warps and `fetching` is below `fetches`. `fetch = pull & fetch_request`, from the address of place head +
//!   `fetching`. With `fetch & fetch_ready` one more warp is in flight.
//! * Refill: `back` brings the warp of place head from memory. `pop = back` offers it, and
//!   `back_ready = pop_ready`, whether or not a warp is back. With `back & pop_ready` head
//!   advances and one warp fewer is in flight; the place is free only then.
//!
//! All this may happen in one cycle. The memory keeps the order: a fetch that is accepted after a
//! write sees the written warp, and warps come back in the order in which they are fetched. `back`, its warp, and `push` must
//! stay until accepted. (This spans two cycles, so no assumption checks it; the unit does not depend on it.)
//!
//! # Reset
//!
//! Head, tail and the address of the buffer are 0; no fetch is in flight. `configure` sets the address
//! at the clock edge; head and tail stay.

use super::bits_below;
use crate::terms::{Is, Terms, Word};
use crate::{
    Config, Param, ParamError, Parameters, Path, Property, Signals, System, Timing, Unit, params,
    ports, require,
};

params! {
    /// Parameters of [`SpillQueue`].
    pub struct Params of SpillQueue from config {
        /// places in memory, one of which stays empty
        entries: usize(power of two, 4 to 65536) = config.dwf.spill_entries(&config.core);
        /// threads of a warp
        lanes: usize(2 to 64) = config.core.warp_size;
        /// width of a thread number, all ones mark no thread
        tid_bits: u32(2 to 16) = config.dwf.tid_bits(&config.core);
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// width of a byte address
        address_bits: u32(8 to 40) = config.memory.address_bits;
        /// most warps fetched at a time
        fetches: usize(1 to 16) = config.dwf.spill_fetches;
    }
    rules {
        /// all places have an address in memory
        places_within_memory;
    }
}

impl Params {
    fn places_within_memory(&self) -> Result<(), ParamError> {
        let most = (1 << self.address_bits) / self.entry_bytes();
        require(SpillQueue::NAME, "entries", self.entries as u64, 4..=most).map(drop)
    }

    /// Width of a number of warps that are being fetched (derived).
    pub fn fetching_bits(&self) -> u32 {
        bits_below(self.fetches + 1)
    }

    /// Width of a place number, and of a number of warps in the queue (derived).
    pub fn place_bits(&self) -> u32 {
        self.entries.ilog2()
    }

    /// Bytes of a place: the smallest power of two that holds the PC and TIDs of a warp (derived).
    pub fn entry_bytes(&self) -> u64 {
        let bits = u64::from(self.pc_bits) + self.lanes as u64 * u64::from(self.tid_bits);
        bits.div_ceil(8).next_power_of_two()
    }

    /// The TID of an empty lane (derived).
    pub fn no_thread(&self) -> u64 {
        u64::MAX >> (64 - self.tid_bits)
    }
}

ports! {
    /// Ports into the queue.
    pub struct In(p: Params) {
        group "configure: where the buffer is";
        /// the address of the buffer is set
        configure: bit;
        /// byte address of place 0
        offset: bits(p.address_bits());
        group "push: a warp finds no room";
        /// a warp is offered to be spilled
        push: bit;
        /// PC of the warp, in words
        push_pc: bits(p.pc_bits());
        /// thread of each lane; all ones for none
        push_tid: array(p.lanes(), p.tid_bits());
        group "write: to memory";
        /// memory accepts a write in this cycle
        write_ready: bit;
        group "pull: room is back";
        /// refills are requested
        pull: bit;
        group "fetch: from memory";
        /// memory accepts a fetch in this cycle
        fetch_ready: bit;
        group "back: what was fetched";
        /// a fetched warp is back
        back: bit;
        /// PC of the fetched warp, in words
        back_pc: bits(p.pc_bits());
        /// thread of each lane; all ones for none
        back_tid: array(p.lanes(), p.tid_bits());
        group "pop: a warp comes back";
        /// a refill is accepted in this cycle
        pop_ready: bit;
    }
}

ports! {
    /// Ports out of the queue.
    pub struct Out(p: Params) {
        group "state";
        /// the queue holds no warp
        empty: bit;
        /// number of warps in the queue
        count: bits(p.place_bits());
        /// number of warps that are being fetched
        fetching: bits(p.fetching_bits());
        /// another warp is to be fetched
        fetch_request: bit;
        group "push: a warp finds no room";
        /// an offered warp is written in this cycle
        push_ready: bit;
        group "write: to memory";
        /// the offered warp is to be written
        write: bit;
        /// byte address to write to
        write_address: bits(p.address_bits()) when write;
        /// PC of the written warp, in words
        write_pc: bits(p.pc_bits()) when write;
        /// thread of each lane; all ones for none
        write_tid: array(p.lanes(), p.tid_bits()) when write;
        group "fetch: from memory";
        /// the oldest warp not fetched yet is to be fetched
        fetch: bit;
        /// byte address to fetch from
        fetch_address: bits(p.address_bits()) when fetch;
        group "back: what was fetched";
        /// a fetched warp is accepted in this cycle
        back_ready: bit;
        group "pop: a warp comes back";
        /// the oldest warp is offered as a refill
        pop: bit;
        /// PC of the refill, in words
        pop_pc: bits(p.pc_bits()) when pop;
        /// lanes of the refill that have a thread
        pop_lanes: bits(p.lanes() as u32) when pop;
        /// thread of each lane; all ones for none
        pop_tid: array(p.lanes(), p.tid_bits()) when pop;
    }
}

/// The contract of the spill queue.
#[derive(Clone, Copy, Debug)]
pub struct SpillQueue;

impl Unit for SpillQueue {
    const NAME: &'static str = "spill_queue";
    const SUMMARY: &'static str = "FIFO in memory for warps that do not fit into the warp pool";
    const SOURCE: &'static str = "fung2009, section 4.5, figure 12";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    /// The bytes of a place are shown before the last parameter. No other unit shows a derived value.
    fn describe(p: &Params) -> Vec<Param> {
        let mut params = p.describe();
        let entry_bytes = Param {
            name: "entry_bytes",
            value: p.entry_bytes(),
            doc: "bytes of a place; derived",
        };
        params.insert(params.len() - 1, entry_bytes);
        params
    }

    fn timing(_: &Params) -> Timing {
        let latency = "warps pass through within the cycle";
        Timing::new(latency, "one warp to memory and one from memory a cycle")
    }

    fn combinational(_: &Params) -> Vec<Path> {
        let path = |output, inputs| Path { output, inputs };
        vec![
            path("push_ready", &["write_ready"]),
            path("write", &["push"]),
            path("write_pc", &["push_pc"]),
            path("write_tid", &["push_tid"]),
            path("fetch", &["pull"]),
            path("back_ready", &["pop_ready"]),
            path("pop", &["back"]),
            path("pop_pc", &["back_pc"]),
            path("pop_lanes", &["back_tid"]),
            path("pop_tid", &["back_tid"]),
        ]
    }

    fn assumptions(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "only an empty queue is given a buffer",
                !i.configure | o.empty & !i.push,
            ),
            assumption(
                "only what was fetched comes back",
                !i.back | o.fetching.any(),
            ),
        ]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let writes = o.write & i.write_ready;
        let fetches = o.fetch & i.fetch_ready;
        let sum = |before: Word, more: Is, now: Word, less: Is| {
            (before.past() + more.past().word()).eq(now + less.past().word())
        };
        vec![
            Property::new(
                "warps in the queue are those that were written and have not left",
                sum(o.count, writes, o.count, leaves(i)),
            ),
            Property::new(
                "warps on their way are those that were fetched and have not left",
                sum(o.fetching, fetches, o.fetching, leaves(i)),
            ),
            Property::new(
                "no more are on their way than are there",
                o.fetching.le(o.count),
            ),
            Property::new(
                "no more are on their way than may be",
                o.fetching.le(p.fetches),
            ),
            Property::new(
                "the queue holds no more than it has places for",
                o.count.lt(p.entries),
            ),
            Property::new("it is empty if it holds none", !(o.empty ^ o.count.none())),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut corners = vec![
            corner(
                "the queue gets its buffer",
                i.configure & i.offset.any() & o.empty,
            ),
            corner("the queue is full", is_full(p, o)),
            corner(
                "a full queue refuses a warp",
                i.push & i.write_ready & is_full(p, o),
            ),
            corner(
                "a full queue refuses a warp as one leaves",
                i.push & i.write_ready & is_full(p, o) & leaves(i),
            ),
            corner(
                "the last place is filled",
                o.write & i.write_ready & (o.count + 2).eq(p.entries) & !leaves(i),
            ),
            corner("memory makes a write wait", o.write & !i.write_ready),
            corner("memory makes a fetch wait", o.fetch & !i.fetch_ready),
            corner(
                "a write and a fetch in one cycle",
                o.write & i.write_ready & o.fetch & i.fetch_ready,
            ),
            corner("an empty queue is not fetched from", i.pull & o.empty),
            corner(
                "a warp enters an empty queue that is pulled",
                i.pull & o.empty & o.write & i.write_ready,
            ),
            corner(
                "all that is there is on its way",
                i.pull & !o.empty & o.fetching.eq(o.count),
            ),
            corner("a warp that comes back has to wait", i.back & !i.pop_ready),
            corner(
                "a warp comes back as one is spilled",
                leaves(i) & o.write & i.write_ready,
            ),
            corner(
                "the last warp leaves",
                leaves(i) & o.count.eq(1) & !(o.write & i.write_ready),
            ),
            corner(
                "the last warp leaves as one is spilled",
                leaves(i) & o.count.eq(1) & o.write & i.write_ready,
            ),
            corner(
                "some lanes of a warp are empty",
                i.back & o.pop_lanes.any() & o.pop_lanes.ones().lt(i.back_tid.len()),
            ),
            corner(
                "all lanes of a warp have a thread",
                i.back & o.pop_lanes.ones().eq(i.back_tid.len()),
            ),
            corner(
                "nothing is wanted of a queue that has a warp",
                !i.pull & !i.push & !o.empty & o.fetching.none(),
            ),
        ];
        if p.fetches + 1 < p.entries {
            corners.extend([
                corner(
                    "no fetch while as many as may be are on their way",
                    at_most(p, i, o) & !i.back,
                ),
                corner(
                    "nor in the cycle in which one of them comes back",
                    at_most(p, i, o) & leaves(i),
                ),
            ]);
        }
        if p.fetches > 1 {
            corners.push(corner(
                "a fetch in the cycle in which a warp comes back",
                leaves(i) & o.fetch & i.fetch_ready,
            ));
        }
        corners
    }
}

fn is_full(p: &Params, o: &Out<Terms>) -> Is {
    (o.count + 1).eq(p.entries)
}

/// Whether a warp is requested but may not be fetched, because as many as allowed are in flight.
fn at_most(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Is {
    i.pull & o.fetching.eq(p.fetches) & o.count.gt(o.fetching)
}

/// Whether a warp that has come back is accepted.
fn leaves(i: &In<Terms>) -> Is {
    i.back & i.pop_ready
}
