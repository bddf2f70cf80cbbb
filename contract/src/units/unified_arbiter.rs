//! `unified_arbiter`: the next common PC, or the next memory line, of one warp.
//!
//! collange2011, section 4.3, figure 4b: one reduction tree serves instruction fetch and the data
//! cache. In PC mode it reduces to the smallest key:PC over the lanes that take part. (The key is the
//! nesting: the deepest call first.) Lanes whose *PC* equals the chosen PC match; the key only
//! decides which PC is chosen. In memory mode it picks one requested line; lanes on that line match, the others
//! replay. The result says whether any lane takes part.
//!
//! The paper leaves open which line is picked ("for instance a priority coder"); a minimum tree
//! with the keys masked off picks the smallest line number, so no second selector is built.
//!
//! Reset empties the pipeline: no lane takes part; data registers have no reset. The unit never stalls:
//! a request is accepted every cycle and answered `tree_latency` cycles later.
//!
//! # Where the registers are
//!
//! The steps of a request are: the lanes' words are formed, the `levels()` levels of the tree choose one of them, and
//! the lanes are compared with the chosen word. `tree_latency` is the number of pipeline registers:
//!
//! * 0: none. 1: after the comparison, so that the answer is registered.
//! * 2: after the comparison, and in the middle of the tree. With 32 lanes: after level 3.
//! * 3 to `levels()` + 2: one after the comparison, the others placed so that the levels and the
//!   comparison are divided evenly. With 32 lanes, 3: after levels 2 and 4; 4: 1, 3, 4; 5: 1, 2, 3, 4;
//!   6: 1, 2, 3, 4, 5, so each level and the comparison is a stage; 7: after the words of the lanes too.
//! * More than `levels()` + 2: as with `levels()` + 2, and the answer is delayed further.

use crate::terms::{Is, Terms, Word, all, mask};
use crate::{Config, ParamError, Path, Property, System, Timing, Unit, params, ports, require};

params! {
    /// Parameters of [`UnifiedArbiter`].
    pub struct Params of UnifiedArbiter from config {
        /// threads of a warp
        lanes: usize(power of two, 2 to 64) = config.core.warp_size;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// width of the nesting key
        key_bits: u32(1 to 32) = config.stackless.key_bits;
        /// width of a byte address
        address_bits: u32(8 to 40) = config.memory.address_bits;
        /// bytes of a cache line
        line_bytes: u32(power of two, 4 to 1024) = config.memory.line_bytes;
        /// pipeline registers in the tree
        tree_latency: u32(0 to 8) = config.stackless.tree_latency;
    }
    rules {
        /// a line is at most half of the memory
        line_within_memory;
    }
}

impl Params {
    fn line_within_memory(&self) -> Result<(), ParamError> {
        let range = 4..=1 << (self.address_bits - 1);
        let bytes = u64::from(self.line_bytes);
        require(UnifiedArbiter::NAME, "line_bytes", bytes, range).map(drop)
    }

    /// Levels of the binary reduction tree (derived).
    pub fn levels(&self) -> u32 {
        self.lanes.ilog2()
    }

    /// Bits of a byte address below the line number (derived).
    pub fn offset_bits(&self) -> u32 {
        self.line_bytes.ilog2()
    }

    /// Width of a line number (derived).
    pub fn line_bits(&self) -> u32 {
        self.address_bits - self.offset_bits()
    }

    /// Width of an operand: a PC or a byte address (derived).
    pub fn operand_bits(&self) -> u32 {
        self.pc_bits.max(self.address_bits)
    }

    /// Width of a result: a PC or a line number (derived).
    pub fn target_bits(&self) -> u32 {
        self.pc_bits.max(self.line_bits())
    }
}

fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

ports! {
    /// Ports into the arbiter.
    pub struct In(p: Params) {
        group "request";
        /// 0: choose a PC, 1: choose a memory line
        memory: bit;
        /// lanes that take part in the request
        lanes: bits(p.lanes() as u32);
        /// address of each lane: a PC in words, or a byte address
        address: array(p.lanes(), p.operand_bits());
        /// nesting key of each lane, smallest first; ignored for memory
        key: array(p.lanes(), p.key_bits());
    }
}

ports! {
    /// Ports out of the arbiter.
    pub struct Out(p: Params) {
        group "result";
        /// at least one lane takes part
        any: bit;
        /// the chosen PC, or the chosen line number
        target: bits(p.target_bits()) when any;
        /// lanes whose PC or line is the chosen one
        match_lanes: bits(p.lanes() as u32) when any;
    }
}

/// The contract of the unified PC and memory arbiter.
#[derive(Clone, Copy, Debug)]
pub struct UnifiedArbiter;

impl Unit for UnifiedArbiter {
    const NAME: &'static str = "unified_arbiter";
    const SUMMARY: &'static str = "the next common PC, or the next memory line, of one warp";
    const SOURCE: &'static str = "collange2011, section 4.3, figure 4b";
    const SYSTEM: System = System::Stackless;

    type Params = Params;
    type In<S: crate::Signals> = In<S>;
    type Out<S: crate::Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let latency = match p.tree_latency {
            0 => "combinational".into(),
            1 => "registered, 1 cycle".into(),
            n => format!("registered, {n} cycles"),
        };
        Timing::new(latency, "a request each cycle")
    }

    fn combinational(p: &Params) -> Vec<Path> {
        if p.tree_latency > 0 {
            return Vec::new();
        }
        vec![
            Path {
                output: "any",
                inputs: &["lanes"],
            },
            Path {
                output: "target",
                inputs: &["memory", "lanes", "address", "key"],
            },
            Path {
                output: "match_lanes",
                inputs: &["memory", "lanes", "address", "key"],
            },
        ]
    }

    fn assumptions(_: &Params, _: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        Vec::new()
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let then = |word: Word| (0..p.tree_latency).fold(word, |word, _| word.past());
        let smallest = smallest(p, i, |lane| i.lanes.bit(lane)).target;
        let matches = |(at, lane): (usize, Lane)| i.lanes.bit(at) & lane.target.eq(smallest);
        let matching = mask(lanes(p, i).enumerate().map(matches));
        vec![
            Property::new(
                "there is an answer if a lane takes part",
                !(o.any ^ then(i.lanes).any()),
            ),
            Property::given(
                "the answer is the smallest of the lanes that take part",
                o.any,
                o.target.eq(then(smallest)),
            ),
            Property::given(
                "those that take part and have it match",
                o.any,
                o.match_lanes.eq(then(matching)),
            ),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        vec![
            corner("no lane takes part", i.lanes.none()),
            corner("one lane takes part", i.lanes.ones().eq(1)),
            corner("every lane takes part", i.lanes.eq(ones(p.lanes as u32))),
            corner("all lanes hold one PC", !i.memory & one_target(p, i)),
            corner("all lanes hold one line", i.memory & one_target(p, i)),
            corner("equal keys, different PCs", {
                let equal = |a: Lane, b: Lane| a.key.eq(b.key) & a.target.ne(b.target);
                !i.memory & some_pair(p, i, equal)
            }),
            corner("equal PCs, different keys", {
                let equal = |a: Lane, b: Lane| a.key.ne(b.key) & a.target.eq(b.target);
                !i.memory & some_pair(p, i, equal)
            }),
            corner(
                "the smaller key has the larger PC",
                !i.memory & some_pair(p, i, disagrees),
            ),
            corner(
                "PCs that differ in the lowest bit only",
                !i.memory & some_pair(p, i, differ_in(0)),
            ),
            corner(
                "PCs that differ in the highest bit only",
                !i.memory & some_pair(p, i, differ_in(p.pc_bits - 1)),
            ),
            corner(
                "lines that differ in the lowest bit only",
                i.memory & some_pair(p, i, differ_in(0)),
            ),
            corner("one line, different offsets", {
                let offsets = |a: Lane, b: Lane| a.target.eq(b.target) & a.address.ne(b.address);
                i.memory & some_pair(p, i, offsets)
            }),
            corner(
                "memory request whose keys disagree with its lines",
                i.memory & some_pair(p, i, disagrees),
            ),
            corner("an idle lane holds the smallest PC", {
                let others = smallest(p, i, |lane| !i.lanes.bit(lane));
                let taking_part = smallest(p, i, |lane| i.lanes.bit(lane));
                let both = i.lanes.any() & i.lanes.ne(ones(p.lanes as u32));
                !i.memory & both & before(i, others, taking_part)
            }),
        ]
    }
}

/// The operands of a lane.
#[derive(Clone, Copy)]
struct Lane {
    key: Word,
    address: Word,
    /// PC or line number that results from the address.
    target: Word,
}

impl Lane {
    fn of(p: &Params, i: &In<Terms>, lane: usize) -> Self {
        let address = i.address[lane];
        let line = address.part(p.offset_bits(), p.line_bits());
        Self {
            key: i.key[lane],
            address,
            target: i.memory.mux(line, address.part(0, p.pc_bits)),
        }
    }

    fn or(self, other: Self, chosen: Is) -> Self {
        Self {
            key: chosen.mux(self.key, other.key),
            address: chosen.mux(self.address, other.address),
            target: chosen.mux(self.target, other.target),
        }
    }
}

fn lanes(p: &Params, i: &In<Terms>) -> impl Iterator<Item = Lane> {
    (0..p.lanes).map(|lane| Lane::of(p, i, lane))
}

fn one_target(p: &Params, i: &In<Terms>) -> Is {
    let first = Lane::of(p, i, 0).target;
    i.lanes.eq(ones(p.lanes as u32)) & all(lanes(p, i).map(|lane| lane.target.eq(first)))
}

fn disagrees(a: Lane, b: Lane) -> Is {
    a.key.lt(b.key) & a.target.gt(b.target)
}

fn differ_in(bit: u32) -> impl Fn(Lane, Lane) -> Is {
    move |a, b| (a.target ^ b.target).eq(1u64 << bit)
}

/// Whether lane `a` comes before lane `b`: its key is smaller, or the keys are equal and its target is smaller. Keys do
/// not count in memory mode.
fn before(i: &In<Terms>, a: Lane, b: Lane) -> Is {
    let equal = i.memory | a.key.eq(b.key);
    !i.memory & a.key.lt(b.key) | equal & a.target.lt(b.target)
}

/// The lane that comes first among the selected ones, by key and PC or by line; meaningful if any is selected.
fn smallest(p: &Params, i: &In<Terms>, is_of_them: impl Fn(usize) -> Is) -> Lane {
    let mut smallest = Lane::of(p, i, 0);
    let mut found = is_of_them(0);
    for (at, lane) in lanes(p, i).enumerate().skip(1) {
        let better = is_of_them(at) & (!found | before(i, lane, smallest));
        smallest = lane.or(smallest, better);
        found = found | is_of_them(at);
    }
    smallest
}

/// Whether a relation holds, in either order, between two lanes that take part with no such lane between them.
fn some_pair(p: &Params, i: &In<Terms>, relation: impl Fn(Lane, Lane) -> Is) -> Is {
    let mut last = Lane::of(p, i, 0);
    let mut found = Is::from(false);
    for (at, lane) in lanes(p, i).enumerate().skip(1) {
        let stands = relation(last, lane) | relation(lane, last);
        let earlier = i.lanes.part(0, at as u32).any();
        found = found | i.lanes.bit(at) & earlier & stands;
        last = lane.or(last, i.lanes.bit(at));
    }
    found
}
