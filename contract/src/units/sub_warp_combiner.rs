//! `sub_warp_combiner`: combines the ready sub-warps of a large warp.
//!
//! lashgar2012, sections IV.A, IV.D and IV.E: a bit for each sub-warp, its *combine-ready* status, says that its
//! partners have reached a LAT too. The combiner (SCO) examines the sub-warps of one large warp and
//! merges the active masks of those that are combine-ready and at the same PC.
//!
//! # Combining
//!
//! In the large warp that is shown, the combine-ready partner with the lowest number leads; `members` are the
//! combine-ready partners at its PC, itself included. `lanes` has the active lanes of the members at
//! their positions, and no other lanes; `size` is the number of members, which travels with the instruction.
//! (Partners that were released at different PCs are "regrouped in different warps": they are left for
//! later, the lowest first.)
//!
//! With `take` the members are issued; from the next cycle on they are no longer combine-ready.
//!
//! # Latency
//!
//! With `combine_latency` 0 a show is answered in its cycle, and `combined` is low without `show`. With N cycles the answer to a show comes
//! N cycles later: `combined` and the ports that it qualifies are registers.
//!
//! * Members, PC and lanes are those of the cycle of the show. Sub-warps that are marked later are left for later (RSZ-18).
//! * An answer waits until it is taken: while `combined` is high and `take` is low, nothing advances, and a show is not accepted.
//! * Otherwise one large warp is accepted every cycle. One of which nobody is combine-ready has no answer: `combined` is low when
//!   its answer is due.
//! * `take` issues the members that are shown; the unit knows of which large warp they are. A large warp that is shown again
//!   before that gets the same members again: the environment must not take both.
//!
//! # Marks
//!
//! Sub-warps in `mark` are combine-ready from the next cycle on.
//!
//! # Reset
//!
//! No sub-warp is combine-ready, and no answer is due.

mod shows;

pub(super) use shows::{Show, Shows};

use super::bits_below;
use crate::terms::{Terms, Word, all, any, count};
use crate::{
    Answer, Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports,
};

params! {
    /// Parameters of [`SubWarpCombiner`].
    pub struct Params of SubWarpCombiner from config {
        /// large warps of a core
        warps: usize(2 to 64) = config.core.warps;
        /// sub-warps of a large warp
        partners: usize(power of two, 2 to 8)
            shown "sub-warps of a large warp; 2, 4 or 8"
            = config.dwr.partners(&config.core);
        /// lanes of a sub-warp
        sub_lanes: usize(1 to 32, at most 64 / partners as u64)
            shown "lanes of a sub-warp; 1 to 32, 64 in all partners"
            = config.dwr.sub_warp(&config.core);
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// cycles from a show to its answer
        combine_latency: u32(0 to 3) = config.dwr.combine_latency;
    }
}

impl Params {
    /// Lanes of a large warp (derived).
    pub fn lanes(&self) -> usize {
        self.partners * self.sub_lanes
    }

    /// Width of the number of a large warp (derived).
    pub fn warp_bits(&self) -> u32 {
        bits_below(self.warps)
    }

    /// Width of a number of sub-warps (derived).
    pub fn size_bits(&self) -> u32 {
        bits_below(self.partners) + 1
    }
}

ports! {
    /// Ports into the combiner.
    pub struct In(p: Params) {
        group "marks, one bit per partner";
        /// the partner becomes combine-ready
        mark: array(p.warps(), p.partners() as u32);
        group "combining: a large warp with its sub-warps";
        /// a large warp is shown
        show: bit;
        /// number of the large warp
        warp: bits(p.warp_bits());
        /// PC of each of its sub-warps, in words
        pc: array(p.partners(), p.pc_bits());
        /// active lanes of each of its sub-warps
        active: array(p.partners(), p.sub_lanes() as u32);
        /// the combined sub-warps are issued
        take: bit;
    }
}

ports! {
    /// Ports out of the combiner.
    pub struct Out(p: Params) {
        group "state, one bit per partner";
        /// the partner is combine-ready
        combinable: array(p.warps(), p.partners() as u32);
        group "combining";
        /// the large warp has a combine-ready sub-warp
        combined: bit;
        /// sub-warps that are issued together
        members: bits(p.partners() as u32) when combined;
        /// number of sub-warps that are issued together
        size: bits(p.size_bits()) when combined;
        /// PC of the members, in words
        combined_pc: bits(p.pc_bits()) when combined;
        /// active lanes of the members
        lanes: bits(p.lanes() as u32) when combined;
    }
}

/// The contract of the sub-warp combiner.
#[derive(Clone, Copy, Debug)]
pub struct SubWarpCombiner;

impl Unit for SubWarpCombiner {
    const NAME: &'static str = "sub_warp_combiner";
    const SUMMARY: &'static str = "one large warp, combined from the combine-ready sub-warps";
    const SOURCE: &'static str = "lashgar2012, sections IV.A, IV.D and IV.E, figure 3";
    const SYSTEM: System = System::Dwr;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let latency = match p.combine_latency {
            0 => "combined within the cycle; marks take effect in the next cycle".into(),
            1 => "combined in the next cycle; marks take effect in the next cycle".into(),
            n => format!("combined {n} cycles later; marks take effect in the next cycle"),
        };
        Timing::new(latency, "one large warp a cycle")
    }

    fn combinational(p: &Params) -> Vec<Path> {
        if p.combine_latency > 0 {
            return Vec::new();
        }
        let path = |output, inputs| Path { output, inputs };
        vec![
            path("combined", &["show", "warp"]),
            path("members", &["warp", "pc"]),
            path("size", &["warp", "pc"]),
            path("combined_pc", &["warp", "pc"]),
            path("lanes", &["warp", "pc", "active"]),
        ]
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
        vec![
            assumption(
                "shown_warp_exists",
                "a large warp that is shown exists",
                !i.show | i.warp.lt(p.warps),
            ),
            assumption(
                "take_needs_combined",
                "only what is combined is taken",
                !i.take | o.combined,
            ),
            assumption(
                "marked_was_not_ready",
                "who is combine-ready is not marked",
                {
                    let both = i.mark.iter().zip(o.combinable.iter());
                    all(both.map(|(mark, ready)| (mark & ready).none()))
                },
            ),
        ]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut guarantees = Show::of(i, o).guarantees(p);
        guarantees.push(Property::given(
            "marked_becomes_ready",
            "who is marked is ready in the next cycle",
            any(i.mark.iter().map(Word::any)).past(),
            {
                let warps = i.mark.iter().zip(o.combinable.iter());
                all(warps.map(|(mark, ready)| (mark.past() & !ready).none()))
            },
        ));
        guarantees
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let Shows {
            shown,
            seen,
            taken_warp,
        } = Show::of(i, o).shows(p);
        let taken_ready = o.combinable.index(taken_warp);
        let mut corners = vec![
            corner(
                "none_combinable",
                "nobody is combine-ready",
                shown & seen.ready.none(),
            ),
            corner(
                "one_issued",
                "one sub-warp is issued alone",
                i.take & o.members.ones().eq(1) & taken_ready.eq(o.members),
            ),
            corner(
                "all_issued",
                "all partners are issued together",
                i.take & o.members.ones().eq(p.partners),
            ),
            corner(
                "all_ready_at_different_pcs",
                "all are ready, at different PCs",
                i.take & taken_ready.ones().eq(p.partners) & o.members.ne(taken_ready),
            ),
            corner(
                "first_not_ready",
                "the first partner is not ready",
                i.take & !taken_ready.bit(0),
            ),
            corner(
                "same_pc_not_ready",
                "a partner at the same PC is not ready",
                {
                    let others = i.pc.iter().enumerate();
                    let same = others.map(|(at, pc)| !seen.ready.bit(at) & pc.eq(seen.pc));
                    shown & seen.ready.any() & any(same)
                },
            ),
            corner("pcs_differ_in_one_bit", "PCs that differ in one bit", {
                let differ = |pc: Word| (pc ^ seen.pc).ones().eq(1);
                let others = i.pc.iter().enumerate();
                let others = others.map(|(at, pc)| seen.ready.bit(at) & differ(pc));
                shown & seen.ready.any() & any(others)
            }),
            corner("member_without_lanes", "a member without active lanes", {
                let members = i.active.iter().enumerate();
                let idle = members.map(|(at, active)| seen.members.bit(at) & active.none());
                shown & any(idle)
            }),
            corner(
                "combined_waits",
                "what is combined is not taken",
                o.combined & !i.take,
            ),
            corner(
                "mark_during_take",
                "a partner is marked while others are taken",
                i.take & i.mark.index(taken_warp).any(),
            ),
            corner(
                "last_warp_taken",
                "the last large warp is taken",
                i.take & taken_warp.eq(p.warps - 1),
            ),
            corner(
                "two_warps_marked",
                "partners of two large warps are marked",
                count(i.mark.iter().map(Word::any)).gt(1),
            ),
            corner(
                "all_combinable",
                "everybody is combine-ready",
                all(o.combinable.iter().map(|ready| ready.ones().eq(p.partners))),
            ),
        ];
        if p.partners > 2 {
            corners.push(corner(
                "some_stay",
                "some issue together, others stay",
                i.take & o.members.ones().gt(1) & o.members.ne(taken_ready),
            ));
        }
        if p.combine_latency > 0 {
            corners.push(corner(
                "show_beside_take",
                "a large warp is shown while another one is taken",
                i.show & i.take,
            ));
            corners.push(corner(
                "show_refused",
                "a large warp is shown while an answer waits",
                i.show & o.combined & !i.take,
            ));
            corners.push(corner(
                "marked_after_show",
                "a sub-warp is marked between the show of its partners and their issue",
                i.take & (taken_ready & !o.members & i.mark.index(taken_warp).past()).any(),
            ));
        }
        corners
    }
}
