//! `slot_crossbar`: moves the threads of a commit from the lanes in which they arrive to the lanes that they take.
//!
//! fung2009 forms warps of 32 threads (Table V) for a register file of 8 banks (section 7): a thread is bound to
//! its bank, its home lane, but not to one of the four cycles in which a warp goes through the pipeline. There are
//! H = `lanes` / `slots` home lanes, and lane l of a warp belongs to home lane l mod H: a warp has `slots` threads of each.
//! `pc_warp_lut` decides which lanes are taken; this unit moves the thread numbers there. The paper does
//! not draw this crossbar: it is the cost of having only as many home lanes as the pipeline is wide.
//!
//! # A cycle
//!
//! Two halves of a commit arrive at once, `first` and `second`. Threads of a half keep their order in each home
//! lane: the thread in the lowest lane of `first_from` goes to the lowest lane of `first_to` in the same home
//! lane, the next thread to the next lane; the same applies to second. `to_tid` is 0 in a lane to which no thread goes.
//!
//! The unit is combinational and has no state.

use crate::terms::{Is, Terms, Word, all};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`SlotCrossbar`].
    pub struct Params of SlotCrossbar from config {
        /// threads of a warp
        lanes: usize(2 to 64) = config.core.warp_size;
        /// threads of a warp that share a home lane
        slots: usize(a divisor of lanes) = config.core.warp_size / config.core.simd_width;
        /// width of a thread number
        tid_bits: u32(2 to 16) = config.dwf.tid_bits(&config.core);
    }
}

impl Params {
    /// Home lanes (derived).
    pub fn home_lanes(&self) -> usize {
        self.lanes / self.slots
    }

    /// Lanes of a home lane.
    fn of_home(&self, home: usize) -> u64 {
        let lanes = (home..self.lanes).step_by(self.home_lanes());
        lanes.fold(0, |mask, lane| mask | 1 << lane)
    }
}

ports! {
    /// Ports into the crossbar.
    pub struct In(p: Params) {
        group "first: threads of one PC";
        /// lanes in which threads of the first group arrive
        first_from: bits(p.lanes() as u32);
        /// lanes that threads of the first group take
        first_to: bits(p.lanes() as u32);
        group "second: threads of another PC";
        /// lanes in which threads of the second group arrive
        second_from: bits(p.lanes() as u32);
        /// lanes that threads of the second group take
        second_to: bits(p.lanes() as u32);
        group "threads of both";
        /// thread of each lane in which one arrives
        from_tid: array(p.lanes(), p.tid_bits());
    }
}

ports! {
    /// Ports out of the crossbar.
    pub struct Out(p: Params) {
        group "threads of both";
        /// thread of each lane that one takes, 0 in other lanes
        to_tid: array(p.lanes(), p.tid_bits());
    }
}

/// The contract of the crossbar.
#[derive(Clone, Copy, Debug)]
pub struct SlotCrossbar;

impl Unit for SlotCrossbar {
    const NAME: &'static str = "slot_crossbar";
    const SUMMARY: &'static str =
        "crossbar that moves threads to the lanes that they take in their home lane";
    const SOURCE: &'static str = "fung2009, sections 4.1 and 7; not drawn there";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    /// The crossbar for home lanes as wide as the pipeline, even in a machine with a home lane for each thread of a warp.
    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(_: &Params) -> Timing {
        Timing::new("combinational", "the threads of two groups each cycle")
    }

    fn combinational(_: &Params) -> Vec<Path> {
        vec![Path {
            output: "to_tid",
            inputs: &[
                "first_from",
                "first_to",
                "second_from",
                "second_to",
                "from_tid",
            ],
        }]
    }

    fn assumptions(p: &Params, i: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "halves have no lane in common",
                (i.first_from & i.second_from).none() & (i.first_to & i.second_to).none(),
            ),
            assumption("a lane is taken for each thread", {
                let as_many =
                    |from: Word, to: Word, home: u64| (from & home).ones().eq((to & home).ones());
                all((0..p.home_lanes()).map(|home| p.of_home(home)).map(|home| {
                    as_many(i.first_from, i.first_to, home)
                        & as_many(i.second_from, i.second_to, home)
                }))
            }),
        ]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        vec![
            Property::new(
                "each thread of first goes to its lane",
                arrive(p, i.first_from, i.first_to, i, o),
            ),
            Property::new(
                "each thread of second goes to its lane",
                arrive(p, i.second_from, i.second_to, i, o),
            ),
            Property::new("a lane that no thread takes gets 0", {
                let taken = i.first_to | i.second_to;
                all((0..p.lanes).map(|lane| taken.bit(lane) | o.to_tid[lane].none()))
            }),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut corners = vec![
            corner("no thread comes", (i.first_from | i.second_from).none()),
            corner(
                "second without first",
                i.first_from.none() & i.second_from.any(),
            ),
            corner("a thread in every lane, of both halves", {
                let both = i.first_from.any() & i.second_from.any();
                both & (i.first_from | i.second_from).ones().eq(p.lanes)
            }),
        ];
        if p.slots > 1 {
            corners.extend([
                corner(
                    "threads stay in their lanes",
                    i.first_from.any() & i.first_from.eq(i.first_to),
                ),
                corner("a thread goes from the highest lane to the lowest", {
                    let last = p.home_lanes() - 1;
                    alone(p, i, last, [p.lanes - 1, last])
                }),
                corner(
                    "a thread goes from the lowest lane to the highest",
                    alone(p, i, 0, [0, p.lanes - p.home_lanes()]),
                ),
                corner(
                    "halves take each other's lanes",
                    (i.first_from & i.second_to).any() & (i.second_from & i.first_to).any(),
                ),
            ]);
        }
        corners
    }
}

/// Whether the threads of lanes `from` arrive in lanes `to`: in each home lane the n-th thread in the n-th lane.
fn arrive(p: &Params, from: Word, to: Word, i: &In<Terms>, o: &Out<Terms>) -> Is {
    let homes = (0..p.home_lanes()).map(|home| p.of_home(home));
    all(homes.flat_map(|home| {
        let lanes = (0..p.lanes).filter(move |lane| home >> lane & 1 == 1);
        let pairs = lanes
            .clone()
            .flat_map(move |a| lanes.clone().map(move |b| (a, b)));
        pairs.map(move |(a, b)| {
            let moves = from.bit(a) & to.bit(b) & before(from, home, a).eq(before(to, home, b));
            !moves | o.to_tid[b].eq(i.from_tid[a])
        })
    }))
}

/// How many of these lanes belong to a home lane and are below a lane.
fn before(lanes: Word, home: u64, lane: usize) -> Word {
    (lanes & (home & ((1 << lane) - 1))).ones()
}

/// Whether first has a single thread in a home lane, which goes between these lanes.
fn alone(p: &Params, i: &In<Terms>, home: usize, [from, to]: [usize; 2]) -> Is {
    let home = p.of_home(home);
    (i.first_from & home).eq(1u64 << from) & (i.first_to & home).eq(1u64 << to)
}
