//! Guarantees of the table.

use super::{In, Out, Params};
use crate::Property;
use crate::terms::{Is, Terms, Word, all, state};

pub(super) fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let cycles = state("cycles", p.set_bits() + 1, |held| {
        held.lt(p.sets).mux((held + 1).part(0, held.width()), held)
    });
    let mut guarantees = vec![Property::new(
        "clearing_takes_one_cycle_a_set",
        "the table is cleared in as many cycles as it has sets",
        !(o.init_done ^ cycles.eq(p.sets)),
    )];
    guarantees.extend(match p.pipelined {
        true => under_way(i, o),
        false => [parted(p, i, o), forwarded(p, i, o), kept(i, o)].concat(),
    });
    guarantees
}

/// A warp, and the lanes that threads take in it.
#[derive(Clone, Copy)]
struct Joined {
    warp: Word,
    lanes: Word,
}

/// A look-up and its answer.
struct Answer {
    asked: Is,
    lanes: Word,
    hit: Is,
    create: Is,
    old: Joined,
    new: Joined,
}

impl Answer {
    fn first(i: &In<Terms>, o: &Out<Terms>) -> Self {
        Self {
            asked: i.first,
            lanes: i.first_lanes,
            hit: o.first_hit,
            create: o.first_create,
            old: joined(o.first_hit, o.first_old, o.first_old_lanes),
            new: joined(o.first_create, o.first_new, o.first_new_lanes),
        }
    }

    fn second(i: &In<Terms>, o: &Out<Terms>) -> Self {
        Self {
            asked: i.second,
            lanes: i.second_lanes,
            hit: o.second_hit,
            create: o.second_create,
            old: joined(o.second_hit, o.second_old, o.second_old_lanes),
            new: joined(o.second_create, o.second_new, o.second_new_lanes),
        }
    }

    /// Lanes that the threads of the look-up take.
    fn taken(&self) -> Word {
        self.old.lanes | self.new.lanes
    }

    /// Whether second waits because first takes lanes that it needs.
    fn waits(&self) -> Is {
        self.hit & !self.create & self.old.lanes.none()
    }

    /// The warp that the entry holds after the look-up, and the lanes that the look-up took in this warp.
    fn left(&self) -> Joined {
        Joined {
            warp: self.create.mux(self.new.warp, self.old.warp),
            lanes: self.create.mux(self.new.lanes, self.old.lanes),
        }
    }

    /// Whether each thread takes exactly one lane of its home lane, in the old or in the new warp.
    fn is_parted(&self, p: &Params) -> Is {
        let apart = (self.old.lanes & self.new.lanes).none();
        apart
            & all((0..p.home_lanes()).map(|home| {
                let lanes = (home..p.lanes).step_by(p.home_lanes());
                let home = lanes.fold(0u64, |mask, lane| mask | 1 << lane);
                (self.taken() & home).ones().eq((self.lanes & home).ones())
            }))
    }
}

fn joined(there: Is, warp: Word, lanes: Word) -> Joined {
    let lanes = lanes.masked(there);
    Joined { warp, lanes }
}

/// Guarantees about the lanes that go to each warp, within one cycle.
fn parted(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let (first, second) = (Answer::first(i, o), Answer::second(i, o));
    vec![
        Property::given(
            "first_threads_are_placed",
            "each thread of first goes to a lane, of the old or of the new warp",
            first.asked,
            first.is_parted(p),
        ),
        Property::given(
            "second_threads_are_placed",
            "each thread of second goes to a lane, of the old or of the new warp",
            second.asked & !((p.slots > 1) & second.waits()),
            second.is_parted(p),
        ),
        Property::given(
            "new_warps_are_fresh",
            "new warps are fresh, and not the same",
            first.create | second.create,
            {
                let both = i.first & o.first_create;
                let fresh = both.mux(i.fresh_second, i.fresh_first);
                (!i.first | !o.first_create | o.first_new.eq(i.fresh_first))
                    & (!i.second | !o.second_create | o.second_new.eq(fresh))
            },
        ),
    ]
}

/// Guarantees about the effects of first that second sees.
fn forwarded(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let (first, second) = (Answer::first(i, o), Answer::second(i, o));
    let both = first.asked & second.asked;
    let first_pc = i.retire.mux(i.retire_pc, i.first_pc);
    let left = first.left();
    let mut properties = vec![Property::given(
        "second_of_equal_pc_joins_first",
        "of equal PCs second joins the warp that first leaves, in other lanes",
        both & first_pc.eq(i.second_pc),
        o.second_hit & o.second_old.eq(left.warp) & (second.old.lanes & left.lanes).none(),
    )];
    if p.slots > 1 {
        properties.push(Property::given(
            "halves_take_no_common_lane",
            "first and second take no lane in common",
            both,
            (first.taken() & second.taken()).none(),
        ));
    }
    properties
}

/// Guarantees about the effects that a look-up sees of the look-up one cycle before.
fn kept(i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let first = Answer::first(i, o);
    let again = i.first & i.first.past() & i.first_pc.stays() & !i.retire;
    let left = first.left();
    vec![
        Property::given(
            "pc_keeps_its_warp",
            "a PC that was looked up has the warp that it was given, and its lanes are taken",
            again & (i.update & !i.second).past(),
            o.first_hit
                & o.first_old.eq(left.warp.past())
                & (first.old.lanes & left.lanes.past()).none(),
        ),
        Property::given(
            "look_up_without_update_keeps_all",
            "a look-up that does not take effect changes nothing",
            again & !(i.update | i.retire).past() & i.first_lanes.stays(),
            o.first_hit.stays()
                & first.old.lanes.stays()
                & first.new.lanes.stays()
                & (!o.first_hit | o.first_old.stays()),
        ),
        Property::given(
            "no_join_after_retirement",
            "threads join no warp that has left",
            i.first
                & !i.retire
                & i.first_pc.eq(i.retire_pc.past())
                & (i.first & i.retire & o.first_hit & o.first_old.eq(i.retire_warp)).past(),
            !o.first_hit,
        ),
    ]
}

/// Guarantees for the answers of a pipelined table.
fn under_way(i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let answered = o.first_hit | o.first_create;
    let (old, new) = (
        o.first_old_lanes.masked(o.first_hit),
        o.first_new_lanes.masked(o.first_create),
    );
    vec![
        Property::given(
            "old_or_new_lanes",
            "no thread goes to the old and to the new warp",
            answered,
            (old & new).none(),
        ),
        Property::given(
            "answer_has_lanes",
            "an answer has lanes",
            answered,
            (old | new).any(),
        ),
        Property::given(
            "answer_holds_while_idle",
            "an answer stays while nothing enters",
            answered.past() & !i.update.past(),
            o.first_hit.stays() & o.first_create.stays() & old.stays() & new.stays(),
        ),
        Property::given(
            "new_warp_is_fresh",
            "a new warp is the fresh one",
            o.first_create,
            o.first_new.eq(i.fresh_first),
        ),
    ]
}
