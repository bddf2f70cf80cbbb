//! `warp_allocator`: the free list of the warp pool.
//!
//! fung2009, section 4.2, figure 10: new warps get an entry of the pool, and a warp that is issued
//! gives its entry back. Table V gives the allocator a memory with room for every entry's number,
//! two reads and a write a cycle: a circular list; numbers are taken from its head and returned to its tail.
//!
//! # A cycle
//!
//! * `next_first` is the number at the head of the list, `next_second` the one after it; `has_first`
//!   and `has_second` say whether at least one and at least two are free.
//! * `take` (0, 1 or 2) numbers leave the head at the clock edge.
//! * `release` appends `release_warp` at the tail at the clock edge. The number can be taken from the
//!   next cycle on, not in the same cycle: if no number is free, `has_first` is low whatever is released.
//!
//! Both may happen in one cycle. All outputs depend on state alone.
//!
//! # Reset
//!
//! A walker writes number i to place i of the list, one a cycle: `init_done` is low for exactly `warps`
//! cycles after reset, and then high until the next reset. While it is low, `free` is 0, and
//! `has_first` and `has_second` are low. Then all numbers are free, in ascending order from 0.

use crate::terms::{Is, Terms, Word, state};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`WarpAllocator`].
    pub struct Params of WarpAllocator from config {
        /// entries of the warp pool
        warps: usize(power of two, 4 to 1024) = config.dwf.pool;
    }
}

impl Params {
    /// Width of a warp's number (derived).
    pub fn warp_bits(&self) -> u32 {
        self.warps.ilog2()
    }

    /// Width of a number of warps, 0 to `warps` (derived).
    pub fn count_bits(&self) -> u32 {
        self.warp_bits() + 1
    }
}

ports! {
    /// Ports into the allocator.
    pub struct In(p: Params) {
        group "take: new warps";
        /// how many of the offered numbers are taken; 0 to 2
        take: bits(2);
        group "release: a warp has left the pool";
        /// a number becomes free again
        release: bit;
        /// the number to release; it must be in use
        release_warp: bits(p.warp_bits());
    }
}

ports! {
    /// Ports out of the allocator.
    pub struct Out(p: Params) {
        group "state";
        /// the list has been set up after reset
        init_done: bit;
        /// how many numbers are free
        free: bits(p.count_bits());
        group "take: new warps";
        /// at least one number is free
        has_first: bit;
        /// the number that is taken first
        next_first: bits(p.warp_bits()) when has_first;
        /// at least two numbers are free
        has_second: bit;
        /// the number that is taken second
        next_second: bits(p.warp_bits()) when has_second;
    }
}

/// The contract of the warp allocator.
#[derive(Clone, Copy, Debug)]
pub struct WarpAllocator;

impl Unit for WarpAllocator {
    const NAME: &'static str = "warp_allocator";
    const SUMMARY: &'static str = "the free list of the warp pool";
    const SOURCE: &'static str = "fung2009, section 4.2, figure 10, table V";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let latency = "a released number can be taken from the next cycle on";
        Timing::new(latency, "two numbers taken and one released a cycle")
            .ready(format!("initialised {} cycles after reset", p.warps))
    }

    fn combinational(_: &Params) -> Vec<Path> {
        Vec::new()
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "nothing happens before the list is set up",
                o.init_done | i.take.none() & !i.release,
            ),
            assumption(
                "0 to 2 are taken, of those that are free",
                i.take.le(2) & i.take.le(o.free),
            ),
            assumption(
                "only what is in use is released",
                !i.release | o.free.lt(p.warps) & is_used(p, i, o),
            ),
        ]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut guarantees = vec![
            Property::given(
                "a number is offered as long as one is free, a second one as long as two are",
                o.init_done,
                (!(o.has_first ^ o.free.any())) & !(o.has_second ^ o.free.ge(2)),
            ),
            Property::given(
                "the numbers that are offered differ",
                o.init_done & o.has_second,
                o.next_first.ne(o.next_second),
            ),
            Property::given(
                "what is offered exists",
                o.init_done & o.has_first,
                o.next_first.lt(p.warps) & (!o.has_second | o.next_second.lt(p.warps)),
            ),
        ];
        if let Some(used) = used(p, i, o) {
            guarantees.extend([
                Property::given(
                    "no number that is offered is in use",
                    o.init_done & o.has_first,
                    !used.has(o.next_first) & (!o.has_second | !used.has(o.next_second)),
                ),
                Property::given(
                    "every number is free or in use",
                    o.init_done,
                    (used.ones() + o.free).eq(p.warps),
                ),
            ]);
        }
        guarantees
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        vec![
            corner("the list is being set up", !o.init_done),
            corner("all are free", o.free.eq(p.warps)),
            corner("none is free", o.init_done & o.free.none()),
            corner(
                "one is released while none is free",
                i.release & o.free.none(),
            ),
            corner(
                "the last one is taken",
                i.take.eq(1) & o.free.eq(1) & !i.release,
            ),
            corner(
                "the last one is taken as one is released",
                i.take.eq(1) & o.free.eq(1) & i.release,
            ),
            corner(
                "the last two are taken",
                i.take.eq(2) & o.free.eq(2) & !i.release,
            ),
            corner(
                "the last two are taken as one is released",
                i.take.eq(2) & o.free.eq(2) & i.release,
            ),
            corner(
                "the last one comes back",
                i.release & i.take.none() & (o.free + 1).eq(p.warps),
            ),
            corner("one comes and one goes", i.take.eq(1) & i.release),
            corner("two go and one comes", i.take.eq(2) & i.release),
            corner("two of all are taken", i.take.eq(2) & o.free.eq(p.warps)),
            corner(
                "the free ones are out of order",
                o.has_second & o.next_second.lt(o.next_first),
            ),
            corner("nothing happens", o.init_done & i.take.none() & !i.release),
        ]
    }
}

/// The numbers that were taken and not released; `None` if the pool has more entries than a word has bits.
pub fn used(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Option<Word> {
    let width = p.warps as u32;
    if p.warps > 64 {
        return None;
    }
    let taken = |number: Word, by: u64| number.decode(width).masked(i.take.ge(by));
    Some(state("used", width, |held| {
        let released = i.release_warp.decode(width).masked(i.release);
        (held | taken(o.next_first, 1) | taken(o.next_second, 2)) & !released
    }))
}

/// Whether the number that is released is in use, as far as the ports show.
fn is_used(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Is {
    let is_free = (o.has_first & i.release_warp.eq(o.next_first))
        | (o.has_second & i.release_warp.eq(o.next_second));
    match used(p, i, o) {
        Some(used) => used.has(i.release_warp),
        None => !is_free,
    }
}
