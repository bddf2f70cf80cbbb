//! Each thread inside is in one place, and in the lane in which it was committed.

use super::lists::{differ, pairs};
use super::occupancy::Pool;
use heddle_contract::Property;
use heddle_contract::terms::{Is, Terms, Word, all, any, inside, unknown};
use heddle_contract::units::dwf_scheduler::{In, Params, Threads};

/// Where threads of a lane are, and where they may be.
struct Lane {
    /// Those inside, spilled ones among them.
    inside: Word,
    spilled: Word,
    /// Warps of the pool, the commit that is held, and the update registers: whether a thread is there, and which.
    places: Vec<(Is, Word)>,
}

pub(super) fn invariants(
    p: &Params,
    i: &In<Terms>,
    threads: &Threads,
    pool: &Pool,
) -> Vec<Property> {
    let done = inside("u_warp_update_registers.done_q", p.lanes() as u32);
    let lane = |lane: usize| {
        let waits = threads.held & i.commit_lanes.bit(lane) & !done.bit(lane);
        let places = [(waits, i.commit_tid[lane]), pool.registers.thread(lane)];
        Lane {
            inside: threads.inside_of(lane),
            spilled: threads.spilled[lane],
            places: pool.threads(lane).chain(places).collect(),
        }
    };
    let lanes: Vec<Lane> = (0..p.lanes()).map(lane).collect();
    let mut all = vec![Property::new(
        "lanes are handed over while a commit is held",
        threads.held | done.none(),
    )];
    all.extend(of_lanes(&lanes, unknown("thread", p.tid_bits())));
    all
}

/// What is said of all threads, and at last of one that may be any.
fn of_lanes(lanes: &[Lane], thread: Word) -> [Property; 4] {
    let each = |of: &dyn Fn(&Lane) -> Is| all(lanes.iter().map(of));
    let alone = |(one, other): (usize, usize)| (lanes[one].inside & lanes[other].inside).none();
    [
        // The first half is what the environment commits: no mistake of the RTL violates it.
        Property::new(
            "who is inside is in one lane, and who is spilled is inside",
            all(pairs(lanes.len()).map(alone)) & each(&|lane| (lane.spilled & !lane.inside).none()),
        ),
        Property::new(
            "who is at a place of a lane was committed in it, and neither issued nor spilled since",
            each(&Lane::has_those_inside),
        ),
        Property::new(
            "no thread is at two places",
            each(&|lane| differ(lane.places.iter().copied())),
        ),
        Property::new(
            "who is inside and not spilled is at a place",
            each(&|lane| lane.has_place(thread)),
        ),
    ]
}

impl Lane {
    fn has_those_inside(&self) -> Is {
        let here = self.inside & !self.spilled;
        let is_here = |(there, tid): &(Is, Word)| !*there | here.has(*tid);
        all(self.places.iter().map(is_here))
    }

    /// Whether a thread is at a place, if it is inside and not spilled.
    fn has_place(&self, thread: Word) -> Is {
        let is_there = |(there, tid): &(Is, Word)| *there & Word::eq(*tid, thread);
        let here = (self.inside & !self.spilled).has(thread);
        !here | any(self.places.iter().map(is_there))
    }
}
