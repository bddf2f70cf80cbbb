//! Each thread inside is in exactly one place, in the lane in which it was committed.

use super::lists::{differ, pairs};
use super::occupancy::Pool;
use heddle_contract::Property;
use heddle_contract::terms::{Is, Terms, Word, all, any, inside, unknown};
use heddle_contract::units::dwf_scheduler::{In, Params, Threads};

/// The threads of a lane, and the places where they may be.
struct Lane {
    /// The threads inside, including spilled threads.
    inside: Word,
    spilled: Word,
    /// The places: pool warps, the held commit and the update registers. For each, whether it has a thread, and the thread.
    free_entries: Vec<(Is, Word)>,
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
        let free_entries = [(waits, i.commit_tid[lane]), pool.registers.thread(lane)];
        Lane {
            inside: threads.inside_of(lane),
            spilled: threads.spilled[lane],
            free_entries: pool.threads(lane).chain(free_entries).collect(),
        }
    };
    let lanes: Vec<Lane> = (0..p.lanes()).map(lane).collect();
    let mut all = vec![Property::new(
        "handed_over_while_held",
        "lanes are handed over while a commit is held",
        threads.held | done.none(),
    )];
    all.extend(of_lanes(&lanes, unknown("thread", p.tid_bits())));
    all
}

/// Invariants of all threads; the last one is about an arbitrary thread.
fn of_lanes(lanes: &[Lane], thread: Word) -> [Property; 4] {
    let each = |of: &dyn Fn(&Lane) -> Is| all(lanes.iter().map(of));
    let alone = |(one, other): (usize, usize)| (lanes[one].inside & lanes[other].inside).none();
    [
        // The first half depends only on the commits of the environment: no mistake in the RTL can violate it.
        Property::new(
            "inside_in_one_lane",
            "who is inside is in one lane, and who is spilled is inside",
            all(pairs(lanes.len()).map(alone)) & each(&|lane| (lane.spilled & !lane.inside).none()),
        ),
        Property::new(
            "stored_was_committed",
            "who is at a place of a lane was committed in it, and neither issued nor spilled since",
            each(&Lane::has_those_inside),
        ),
        Property::new(
            "thread_at_one_place",
            "no thread is at two places",
            each(&|lane| differ(lane.free_entries.iter().copied())),
        ),
        Property::new(
            "inside_has_place",
            "who is inside and not spilled is at a place",
            each(&|lane| lane.has_place(thread)),
        ),
    ]
}

impl Lane {
    fn has_those_inside(&self) -> Is {
        let here = self.inside & !self.spilled;
        let is_here = |(there, tid): &(Is, Word)| !*there | here.has(*tid);
        all(self.free_entries.iter().map(is_here))
    }

    /// Whether a thread is at a place, if it is inside and not spilled.
    fn has_place(&self, thread: Word) -> Is {
        let is_there = |(there, tid): &(Is, Word)| *there & Word::eq(*tid, thread);
        let here = (self.inside & !self.spilled).has(thread);
        !here | any(self.free_entries.iter().map(is_there))
    }
}
