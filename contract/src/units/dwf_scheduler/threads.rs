//! Where threads are, as far as the ports show: outside, inside, or spilled.

use super::{In, Out, Params, lanes_of};
use crate::Property;
use crate::terms::{Is, Row, Terms, Word, all, state};

/// The threads of a scheduler, if a word of terms has a bit for each thread number.
#[derive(Clone, Debug)]
pub struct Threads {
    p: Params,
    /// For each home lane, the threads that were committed and not issued since, including spilled threads.
    pub inside: Vec<Word>,
    /// For each lane, the threads that were written to the memory and are not back.
    pub spilled: Vec<Word>,
    /// Whether the same commit was already offered in the cycle before.
    pub held: Is,
}

impl Threads {
    /// The threads; `None` if a word does not have a bit for each.
    pub fn of(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Option<Self> {
        if p.tid_bits() > u64::BITS.ilog2() {
            return None;
        }
        let held = (i.commit & !o.commit_ready).past();
        Some(Self {
            p: *p,
            inside: inside(p, i, o, held),
            spilled: spilled(p, i, o),
            held,
        })
    }

    /// Assumptions on the environment.
    pub(super) fn assumptions(&self, i: &In<Terms>) -> Vec<Property> {
        let tids = &i.commit_tid;
        let inside = union(&self.inside);
        let begins = i.commit & !self.held;
        let committed = bits(&self.p, tids, i.commit_lanes);
        let stay = tids.iter().map(|tid| tid.stays());
        vec![
            Property::new(
                "committed_threads_are_outside",
                "who commits is not inside",
                !begins | (union(&committed) & inside).none(),
            ),
            Property::new(
                "committed_threads_differ",
                "no thread commits in two lanes",
                !begins | union(&committed).ones().eq(i.commit_lanes.ones()),
            ),
            Property::new(
                "commit_holds",
                "a commit stays until it is taken",
                !self.held | i.commit & i.commit_lanes.stays() & all(stay),
            ),
            Property::new(
                "back_threads_were_spilled",
                "who comes back was spilled, in this lane",
                !i.back | self.are_in(&i.back_tid, |lane| self.spilled[lane]),
            ),
        ]
    }

    /// Guarantees of the scheduler.
    pub(super) fn guarantees(&self, o: &Out<Terms>) -> Vec<Property> {
        vec![
            Property::given(
                "issued_threads_were_committed",
                "who is issued was committed in this home lane, and not issued since",
                o.issue,
                self.are_in(&o.issue_tid, |lane| {
                    self.inside_of(lane) & !self.spilled[lane]
                }),
            ),
            Property::given(
                "spilled_threads_were_committed",
                "who is spilled was committed in this home lane, and neither issued nor spilled since",
                o.write,
                self.are_in(&o.write_tid, |lane| {
                    self.inside_of(lane) & !self.spilled[lane]
                }),
            ),
        ]
    }

    /// The threads inside whose home lane is that of a lane.
    pub fn inside_of(&self, lane: usize) -> Word {
        self.inside[lane % self.p.home_lanes()]
    }

    /// Whether the thread of each lane that has one is in the set of the lane.
    fn are_in(&self, tids: &Row, set: impl Fn(usize) -> Word) -> Is {
        let lanes = tids.iter().enumerate();
        all(lanes.map(|(lane, tid)| tid.eq(self.p.no_thread()) | set(lane).has(tid)))
    }
}

/// For each home lane, the threads between their commit and their issue.
fn inside(p: &Params, i: &In<Terms>, o: &Out<Terms>, held: Is) -> Vec<Word> {
    let begins = i.commit_lanes.masked(i.commit & !held);
    let came = bits(p, &i.commit_tid, begins);
    let leaves = o.issue_lanes.masked(o.issue & i.issue_ready);
    let issued = bits(p, &o.issue_tid, leaves);
    let of_home = |lanes: &[Word], home| {
        let lanes: Vec<Word> = lanes
            .iter()
            .skip(home)
            .step_by(p.home_lanes())
            .copied()
            .collect();
        union(&lanes)
    };
    let inside = (0..p.home_lanes()).map(|home| {
        let (came, issued) = (of_home(&came, home), of_home(&issued, home));
        state(&format!("inside{home}"), numbers(p), |held| {
            (held | came) & !issued
        })
    });
    inside.collect()
}

/// For each lane, the threads in the memory.
fn spilled(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Word> {
    let lanes = |condition: Is, tids: &Row| bits(p, tids, lanes_of(p, tids).masked(condition));
    let written = lanes(o.write & i.write_ready, &o.write_tid);
    let back = lanes(i.back & o.back_ready, &i.back_tid);
    let lanes = written.iter().zip(&back).enumerate();
    let spilled = lanes.map(|(lane, (written, back))| {
        state(&format!("spilled{lane}"), numbers(p), |held| {
            (held | *written) & !*back
        })
    });
    spilled.collect()
}

/// How many thread numbers exist.
fn numbers(p: &Params) -> u32 {
    1 << p.tid_bits()
}

/// A word for each lane: the bit of the lane's thread if the lane is in the mask, else zero.
fn bits(p: &Params, tids: &Row, lanes: Word) -> Vec<Word> {
    let of_lane = |(lane, tid): (usize, Word)| tid.decode(numbers(p)).masked(lanes.bit(lane));
    tids.iter().enumerate().map(of_lane).collect()
}

fn union(sets: &[Word]) -> Word {
    sets.iter().fold(Word::from(0), |sum, set| sum | *set)
}
