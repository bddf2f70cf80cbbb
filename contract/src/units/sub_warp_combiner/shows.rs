//! Shows and their answers as terms: for the properties of the combiner and of the units that contain it.

use super::{In, Out, Params};
use crate::Property;
use crate::terms::{Is, Row, Terms, Word, all, mask, state};

/// The ports of the combiner, whatever their names are in a unit.
#[derive(Clone, Copy, Debug)]
pub(in crate::units) struct Show<'a> {
    pub show: Is,
    pub warp: Word,
    pub pc: &'a Row,
    pub active: &'a Row,
    pub take: Is,
    pub combinable: &'a Row,
    pub combined: Is,
    pub members: Word,
    pub size: Word,
    pub combined_pc: Word,
    pub lanes: Word,
}

/// What a show finds in its cycle.
#[derive(Clone, Copy, Debug)]
pub(in crate::units) struct Seen {
    /// The combine-ready sub-warps of the large warp.
    pub ready: Word,
    pub members: Word,
    pub pc: Word,
    pub lanes: Word,
}

/// Shows, and which large warp is answered.
#[derive(Clone, Copy, Debug)]
pub(in crate::units) struct Shows {
    /// Whether a show is accepted.
    pub shown: Is,
    pub seen: Seen,
    /// The large warp of the members that can be taken.
    pub taken_warp: Word,
}

impl<'a> Show<'a> {
    pub(super) fn of(i: &'a In<Terms>, o: &'a Out<Terms>) -> Self {
        Show {
            show: i.show,
            warp: i.warp,
            pc: &i.pc,
            active: &i.active,
            take: i.take,
            combinable: &o.combinable,
            combined: o.combined,
            members: o.members,
            size: o.size,
            combined_pc: o.combined_pc,
            lanes: o.lanes,
        }
    }

    /// Whether answers advance in this cycle.
    fn moves(&self) -> Is {
        !self.combined | self.take
    }

    /// A value of the cycle of a show, in the cycle in which the answer to the show is due.
    fn then(&self, p: &Params, name: &str, value: Word) -> Word {
        (1..=p.combine_latency()).fold(value, |value, stage| {
            state(&format!("{name}_{stage}"), value.width(), |held| {
                self.moves().mux(value, held)
            })
        })
    }

    fn seen(&self, p: &Params) -> Seen {
        let ready = self.combinable.index(self.warp);
        let partners = || self.pc.iter().enumerate();
        // From the last one down, so that the lowest has the last word.
        let lowest = partners().collect::<Vec<_>>().into_iter().rev();
        let pc = lowest.fold(Word::from(0u64), |pc, (at, own)| ready.bit(at).mux(own, pc));
        let members = mask(partners().map(|(at, own)| ready.bit(at) & own.eq(pc)));
        let lanes = self.active.iter().enumerate();
        let lanes = lanes.flat_map(|(at, active)| {
            (0..p.sub_lanes()).map(move |lane| members.bit(at) & active.bit(lane))
        });
        Seen {
            ready,
            members,
            pc,
            lanes: mask(lanes),
        }
    }

    pub fn shows(&self, p: &Params) -> Shows {
        let shown = match p.combine_latency() {
            0 => self.show,
            _ => self.show & self.moves(),
        };
        Shows {
            shown,
            seen: self.seen(p),
            taken_warp: self.then(p, "shown_warp", self.warp),
        }
    }

    /// What the combiner promises of shows and their answers.
    pub fn guarantees(&self, p: &Params) -> Vec<Property> {
        let mut guarantees = vec![Property::given(
            "size_counts_members",
            "as many are issued as there are members",
            self.combined,
            self.size.eq(self.members.ones()),
        )];
        guarantees.extend(match p.combine_latency() {
            0 => self.at_once(),
            _ => self.later(p),
        });
        guarantees
    }

    fn at_once(&self) -> Vec<Property> {
        let ready = self.combinable.index(self.warp);
        let combined = self.combined;
        vec![
            Property::given(
                "members_are_combinable",
                "what is combined has members, all of them combine-ready",
                combined,
                self.members.any() & (self.members & !ready).none(),
            ),
            Property::given(
                "members_share_pc",
                "members stand at the PC that is shown",
                combined,
                {
                    let members = self.pc.iter().enumerate();
                    all(members
                        .map(|(at, pc)| self.members.bit(at).implies(pc.eq(self.combined_pc))))
                },
            ),
            Property::given(
                "ready_at_pc_is_member",
                "who is ready at that PC is a member",
                combined,
                {
                    let partners = self.pc.iter().enumerate();
                    all(partners.map(|(at, pc)| {
                        let joins = ready.bit(at) & pc.eq(self.combined_pc);
                        joins.implies(self.members.bit(at))
                    }))
                },
            ),
            Property::given(
                "combined_if_any_ready",
                "nothing is combined only if nobody is ready",
                self.show & !combined,
                ready.none(),
            ),
            Property::given(
                "combined_needs_show",
                "only what is shown is combined",
                combined,
                self.show,
            ),
        ]
    }

    fn later(&self, p: &Params) -> Vec<Property> {
        let seen = self.seen(p);
        let members = self.then(p, "members", seen.members.masked(self.show));
        vec![
            Property::new(
                "combined_if_any_was_ready",
                "there is an answer if a sub-warp was ready at the show",
                !(self.combined ^ members.any()),
            ),
            Property::given(
                "members_are_those_of_show",
                "members, PC and lanes are those of the show",
                self.combined,
                self.members.eq(members)
                    & self.combined_pc.eq(self.then(p, "pc", seen.pc))
                    & self.lanes.eq(self.then(p, "lanes", seen.lanes)),
            ),
            Property::given(
                "answer_waits",
                "an answer waits until it is taken",
                self.combined.past() & !self.take.past(),
                self.combined & self.members.stays(),
            ),
        ]
    }
}
