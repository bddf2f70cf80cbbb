//! `dwr_synchronizer`: synchronises sub-warps before LATs and combines them to execute the LATs.
//!
//! lashgar2012, section IV.D, figure 3: the instruction `bar.synch_partner` with the tables that it works
//! on ([`partner_sync_table`], [`ignore_list_table`]) and the combiner ([`sub_warp_combiner`]).
//!
//! # Arrival
//!
//! A sub-warp at a LAT barrier arrives with its PC.
//!
//! * If the PC is on the ignore list, `ignored` is high in the same cycle and nothing else happens: the
//!   sub-warp executes the LAT by itself. (`ignored` answers `arrive_pc` in every cycle, also without an arrival.)
//! * If not, the sub-warp is locked from the next cycle on (step 1 of section IV.D). If a partner waits at another PC, the
//!   PC of the arriving sub-warp is also put on the ignore list.
//!
//! # Release
//!
//! As soon as all partners are locked or excused (at a block barrier, ended, absent), the locked
//! ones become combine-ready in the next cycle (step 2). The condition is a level: no arrival is needed to trigger it.
//! After `wait_cycles` cycles of waiting, the locked ones become combine-ready without those who are missing.
//! A sub-warp is combine-ready two cycles after its arrival at the earliest.
//!
//! # Issue
//!
//! A large warp is shown with the PCs and active lanes of its sub-warps. `combined` and the ports that it qualifies describe
//! the sub-warps that issue as one warp, as in the combiner. With `take` they are issued.
//!
//! # Latency
//!
//! The 24 cycles of the paper's barrier are the cycles of the pipeline that brings the arrival to this unit.
//!
//! With the ignore list's latency 1 an arrival takes effect in the next cycle: it is kept in a register, and everything above
//! happens as if it came one cycle later (RSZ-19). `ignored` is then the answer to the `arrive_pc` of the cycle before. A sub-warp does not
//! arrive again, and is not excused, in the cycle after its arrival.
//!
//! With the combiner's latency N the answer to a show comes N cycles later and waits until it is taken. While
//! it waits no show is accepted ([`sub_warp_combiner`]).
//!
//! # Reset
//!
//! No sub-warp is locked or combine-ready, the ignore list is empty, and nothing is in flight.

use super::sub_warp_combiner::{Show, Shows};
use super::{IgnoreListTable, PartnerSyncTable, SubWarpCombiner};
use super::{ignore_list_table, partner_sync_table, sub_warp_combiner};
use crate::terms::{Is, Row, Terms, Word, all, any};
use crate::{
    Answer, Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports,
};

params! {
    /// Parameters of [`DwrSynchronizer`]: the parameters of the units inside.
    pub struct Params {
        /// the combiner
        combiner: unit(SubWarpCombiner);
        /// the partner-synch table
        partner_sync: unit(PartnerSyncTable);
        /// the ignore list
        ignore_list: unit(IgnoreListTable);
    }
}

impl Params {
    /// Validated parameters: the limits are those of the units inside.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter that is outside its limits.
    pub fn new(
        warps: usize,
        partners: usize,
        sub_lanes: usize,
        pc_bits: u32,
        [sets, ways]: [usize; 2],
        wait_cycles: u32,
        [arrive, combine]: [u32; 2],
    ) -> Result<Self, ParamError> {
        Ok(Self {
            ignore_list: ignore_list_table::Params::new(sets, ways, pc_bits, arrive)?,
            partner_sync: partner_sync_table::Params::new(warps, partners, pc_bits, wait_cycles)?,
            combiner: sub_warp_combiner::Params::new(warps, partners, sub_lanes, pc_bits, combine)?,
        })
    }

    /// Cycles from an arrival to its answer.
    pub fn arrive_latency(&self) -> u32 {
        self.ignore_list.arrive_latency()
    }

    /// Cycles from a show to its answer.
    pub fn combine_latency(&self) -> u32 {
        self.combiner.combine_latency()
    }

    /// Large warps of a core.
    pub fn warps(&self) -> usize {
        self.combiner.warps()
    }

    /// Sub-warps of a large warp.
    pub fn partners(&self) -> usize {
        self.combiner.partners()
    }

    /// Lanes of a sub-warp.
    pub fn sub_lanes(&self) -> usize {
        self.combiner.sub_lanes()
    }

    /// Width of a PC, in instruction words.
    pub fn pc_bits(&self) -> u32 {
        self.combiner.pc_bits()
    }
}

ports! {
    /// Ports into the synchroniser.
    pub struct In(p: Params) {
        group "arrival: a sub-warp executes a LAT barrier";
        /// a sub-warp arrives at a LAT barrier
        arrive: bit;
        /// large warp of the sub-warp
        arrive_warp: bits(p.partner_sync().warp_bits());
        /// number of the sub-warp in its large warp
        arrive_partner: bits(p.partner_sync().partner_bits());
        /// PC of the LAT, in words
        arrive_pc: bits(p.pc_bits());
        group "partners that need not come, one bit per partner";
        /// the partner waits at a block barrier, has ended, or has no threads
        excused: array(p.warps(), p.partners() as u32);
        group "issue: a large warp with its sub-warps";
        /// a large warp is shown
        show: bit;
        /// number of the large warp
        show_warp: bits(p.combiner().warp_bits());
        /// PC of each of its sub-warps, in words
        show_pc: array(p.partners(), p.pc_bits());
        /// active lanes of each of its sub-warps
        show_active: array(p.partners(), p.sub_lanes() as u32);
        /// the combined sub-warps are issued
        take: bit;
    }
}

ports! {
    /// Ports out of the synchroniser.
    pub struct Out(p: Params) {
        group "arrival";
        /// the PC is on the ignore list: the sub-warp continues alone
        ignored: bit;
        group "state, one bit per partner";
        /// the partner waits for the others
        locked: array(p.warps(), p.partners() as u32);
        /// the partner is combine-ready
        combinable: array(p.warps(), p.partners() as u32);
        group "issue";
        /// the large warp has a combine-ready sub-warp
        combined: bit;
        /// sub-warps that are issued together
        members: bits(p.partners() as u32) when combined;
        /// number of sub-warps that are issued together
        size: bits(p.combiner().size_bits()) when combined;
        /// PC of the members, in words
        combined_pc: bits(p.pc_bits()) when combined;
        /// active lanes of the members
        lanes: bits(p.combiner().lanes() as u32) when combined;
    }
}

/// The contract of the synchroniser.
#[derive(Clone, Copy, Debug)]
pub struct DwrSynchronizer;

impl Unit for DwrSynchronizer {
    const NAME: &'static str = "dwr_synchronizer";
    const SUMMARY: &'static str = "sub-warps, synchronised before LATs and combined to execute the \
                                   LATs";
    const SOURCE: &'static str = "lashgar2012, section IV, figure 3";
    const SYSTEM: System = System::Dwr;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Ok(Params {
            ignore_list: IgnoreListTable::params(config)?,
            partner_sync: PartnerSyncTable::params(config)?,
            combiner: SubWarpCombiner::params(config)?,
        })
    }

    fn timing(p: &Params) -> Timing {
        let ready = match p.arrive_latency() {
            0 => "sub-warps are combine-ready two cycles after the last arrival",
            _ => "sub-warps are combine-ready three cycles after the last arrival",
        };
        let latency = match p.combine_latency() {
            0 => ready.into(),
            1 => format!("{ready}, and combined 1 cycle after they are shown"),
            n => format!("{ready}, and combined {n} cycles after they are shown"),
        };
        Timing::new(latency, "one arrival and one issue a cycle")
    }

    fn combinational(p: &Params) -> Vec<Path> {
        let path = |output, inputs| Path { output, inputs };
        let mut paths = Vec::new();
        if p.arrive_latency() == 0 {
            paths.push(path("ignored", &["arrive_pc"]));
        }
        if p.combine_latency() == 0 {
            paths.extend([
                path("combined", &["show", "show_warp"]),
                path("members", &["show_warp", "show_pc"]),
                path("size", &["show_warp", "show_pc"]),
                path("combined_pc", &["show_warp", "show_pc"]),
                path("lanes", &["show_warp", "show_pc", "show_active"]),
            ]);
        }
        paths
    }

    /// Only what is combined may be taken. Without a latency it is about this cycle alone; with one it waits, but would issue in
    /// every other cycle only if a core answered later.
    fn answers(_: &Params) -> Vec<Answer> {
        vec![Answer {
            input: "take",
            outputs: &["combined"],
        }]
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        let mut assumptions = vec![
            assumption(
                "arriving_warp_exists",
                "the large warp of who arrives exists",
                !i.arrive | i.arrive_warp.lt(p.warps()),
            ),
            assumption(
                "arriving_is_free",
                "who arrives is neither locked nor combine-ready",
                !arrives_in(i, &o.locked) & !arrives_in(i, &o.combinable),
            ),
            assumption(
                "arriving_is_not_excused",
                "who arrives is not excused",
                !arrives_in(i, &i.excused),
            ),
            assumption(
                "excused_is_free",
                "who is excused is neither locked nor combine-ready",
                {
                    let waits = o.locked.iter().zip(o.combinable.iter()).map(|(a, b)| a | b);
                    let both = i.excused.iter().zip(waits);
                    all(both.map(|(excused, waits)| (excused & waits).none()))
                },
            ),
            assumption(
                "shown_warp_exists",
                "a large warp that is shown exists",
                !i.show | i.show_warp.lt(p.warps()),
            ),
            assumption(
                "take_needs_combined",
                "only what is combined is taken",
                !i.take | o.combined,
            ),
        ];
        if p.arrive_latency() > 0 {
            let before = Arrival::of(p, i);
            let same = before.warp.eq(i.arrive_warp) & before.partner.eq(i.arrive_partner);
            assumptions.push(assumption(
                "arrives_once",
                "who has just arrived does not arrive again",
                !(i.arrive & before.arrive & same),
            ));
            assumptions.push(assumption(
                "arrived_is_not_excused",
                "who has just arrived is not excused",
                !before.is_in(&i.excused),
            ));
        }
        assumptions
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let (locked, ready) = (o.locked.iter(), o.combinable.iter());
        let arrival = Arrival::of(p, i);
        let show = show(i, o);
        let taken_warp = show.shows(p.combiner()).taken_warp;
        let mut guarantees = vec![
            Property::given(
                "locked_or_combinable",
                "nobody is locked and combine-ready",
                any(o.combinable.iter().map(Word::any)),
                all(locked
                    .zip(ready)
                    .map(|(locked, ready)| (locked & ready).none())),
            ),
            Property::given(
                "arrival_locks",
                "who comes to a LAT that is not ignored waits from the next cycle on",
                arrival.locks(o).past(),
                {
                    o.locked
                        .index(arrival.warp.past())
                        .has(arrival.partner.past())
                },
            ),
            Property::given(
                "combinable_was_locked",
                "who becomes combine-ready was locked",
                any(o.combinable.iter().map(Word::any)),
                {
                    let warps = o.combinable.iter().zip(o.locked.iter());
                    all(warps
                        .map(|(ready, locked)| (ready & !(ready.past() | locked.past())).none()))
                },
            ),
            Property::given(
                "issue_clears_combinable",
                "who issues is not combine-ready any more",
                i.take.past(),
                {
                    let left = o.combinable.index(taken_warp.past());
                    let issued = o.members & o.combinable.index(taken_warp);
                    (left & issued.past()).none()
                },
            ),
        ];
        guarantees.extend(show.guarantees(p.combiner()));
        guarantees
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let arrival = Arrival::of(p, i);
        let locks = arrival.locks(o);
        let Shows {
            shown,
            seen,
            taken_warp,
        } = show(i, o).shows(p.combiner());
        let mut corners = vec![
            corner("pc_ignored", "a PC is ignored", arrival.arrive & o.ignored),
            corner(
                "first_arrival",
                "the first of a large warp arrives",
                locks & o.locked.index(arrival.warp).none(),
            ),
            corner(
                "later_arrival",
                "another one arrives",
                locks & o.locked.index(arrival.warp).any(),
            ),
            corner(
                "arrive_beside_combinable",
                "a sub-warp arrives where others are combine-ready",
                locks & o.combinable.index(arrival.warp).any(),
            ),
            corner(
                "all_partners_issue",
                "all partners are issued together",
                i.take & o.members.ones().eq(p.partners()),
            ),
            corner(
                "partners_left_behind",
                "members leave partners behind",
                i.take & o.members.ne(o.combinable.index(taken_warp)),
            ),
            corner(
                "arrive_during_issue",
                "a sub-warp arrives while its partners issue",
                locks & i.take & arrival.warp.eq(taken_warp),
            ),
            corner(
                "combined_waits",
                "what is combined has to wait",
                o.combined & !i.take,
            ),
            corner(
                "none_combinable",
                "nobody is combine-ready",
                shown & seen.ready.none(),
            ),
            corner(
                "waits_for_excused",
                "a large warp waits for an excused partner to come back",
                {
                    let warps = o.locked.iter().zip(i.excused.iter());
                    any(warps.map(|(locked, excused)| {
                        locked.any() & excused.any() & (locked | excused).ones().lt(p.partners())
                    }))
                },
            ),
            corner(
                "last_is_excused",
                "the last partner is excused, not locked",
                {
                    let warps = o.locked.iter().zip(i.excused.iter());
                    any(warps.map(|(locked, excused)| {
                        locked.any() & excused.any() & (locked | excused).ones().eq(p.partners())
                    }))
                },
            ),
            corner(
                "last_sub_warp_arrives",
                "the last sub-warp of the last large warp arrives",
                locks & arrival.warp.eq(p.warps() - 1) & arrival.partner.eq(p.partners() - 1),
            ),
        ];
        if p.partners() == 2 {
            // With two partners, one locked and one excused, all partners are locked or excused.
            corners.retain(|corner| !corner.name.ends_with("to come back"));
        }
        corners
    }
}

/// Whether the bit of the arriving sub-warp is set.
fn arrives_in(i: &In<Terms>, warps: &Row) -> Is {
    i.arrive & warps.index(i.arrive_warp).has(i.arrive_partner)
}

/// The arrival that takes effect in a cycle.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    arrive: Is,
    warp: Word,
    partner: Word,
}

impl Arrival {
    fn of(p: &Params, i: &In<Terms>) -> Self {
        let now = Arrival {
            arrive: i.arrive,
            warp: i.arrive_warp,
            partner: i.arrive_partner,
        };
        (0..p.arrive_latency()).fold(now, |arrival, _| Arrival {
            arrive: arrival.arrive.past(),
            warp: arrival.warp.past(),
            partner: arrival.partner.past(),
        })
    }

    /// Whether the bit of the sub-warp is set.
    fn is_in(self, warps: &Row) -> Is {
        self.arrive & warps.index(self.warp).has(self.partner)
    }

    fn locks(self, o: &Out<Terms>) -> Is {
        self.arrive & !o.ignored
    }
}

pub(super) fn show<'a>(i: &'a In<Terms>, o: &'a Out<Terms>) -> Show<'a> {
    Show {
        show: i.show,
        warp: i.show_warp,
        pc: &i.show_pc,
        active: &i.show_active,
        take: i.take,
        combinable: &o.combinable,
        combined: o.combined,
        members: o.members,
        size: o.size,
        combined_pc: o.combined_pc,
        lanes: o.lanes,
    }
}
