//! Waiting warps, grouped by PC.

use super::super::warp::{Formed, members};
use heddle_gpu_core::ReadySet;
use heddle_types::WordPc;
use std::collections::BTreeMap;

/// In place of an index: no warp.
const NONE: usize = usize::MAX;

/// A warp in the list of its group.
#[derive(Clone, Debug)]
struct Waiting<const W: usize> {
    warp: Formed<W>,
    /// Number of warps that were created before it.
    number: u64,
    next: usize,
}

/// The warps of one PC, from the oldest to the newest.
#[derive(Clone, Copy, Debug)]
struct List {
    head: usize,
    tail: usize,
    threads: u64,
}

/// See the [module](self). As many warps as threads are enough.
pub(super) struct Groups<const W: usize> {
    /// Number of home lanes that threads keep to.
    homes: usize,
    warps: Vec<Waiting<W>>,
    free: ReadySet,
    lists: BTreeMap<WordPc, List>,
    waiting: u64,
    made: u64,
}

/// A group as the policies see it.
pub(super) struct Group<'a, const W: usize> {
    groups: &'a Groups<W>,
    list: &'a List,
}

impl<'a, const W: usize> Group<'a, W> {
    pub fn threads(&self) -> u64 {
        self.list.threads
    }

    /// The number of the group's oldest warp in order of creation.
    pub fn oldest(&self) -> u64 {
        self.groups.warps[self.list.head].number
    }

    pub fn warps(&self) -> impl Iterator<Item = &'a Formed<W>> {
        let groups = self.groups;
        groups.indices(self.list).map(|at| &groups.warps[at].warp)
    }
}

/// What became of the threads that joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// Some joined a warp that was there.
    pub merges: bool,
    /// Some went to a new warp.
    pub creates: bool,
    /// Some went to a new warp because the newest warp of their PC had no lane for them.
    pub conflicts: bool,
}

impl<const W: usize> Groups<W> {
    pub fn new(threads: usize, homes: usize) -> Self {
        let waiting = Waiting {
            warp: Formed::empty(),
            number: 0,
            next: NONE,
        };
        let mut free = ReadySet::new(threads);
        (0..threads).for_each(|at| free.insert(at));
        Groups {
            homes,
            warps: vec![waiting; threads],
            free,
            lists: BTreeMap::new(),
            waiting: 0,
            made: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }

    pub fn has(&self, pc: WordPc) -> bool {
        self.lists.contains_key(&pc)
    }

    /// Number of waiting warps.
    pub fn warps(&self) -> u64 {
        self.waiting
    }

    /// Number of groups.
    pub fn count(&self) -> u64 {
        self.lists.len() as u64
    }

    /// All waiting warps.
    pub fn all(&self) -> impl Iterator<Item = &Formed<W>> {
        let lists = self.lists.values();
        lists.flat_map(|list| self.indices(list).map(|at| &self.warps[at].warp))
    }

    fn indices(&self, list: &List) -> impl Iterator<Item = usize> {
        let some = |at: usize| (at != NONE).then_some(at);
        std::iter::successors(Some(list.head), move |&at| some(self.warps[at].next))
    }

    /// The PC of the group with the smallest key; among equal keys, the lowest PC.
    pub fn first_by(&self, key: impl Fn(&Group<W>) -> u64) -> Option<WordPc> {
        let groups = self.lists.iter();
        let key = |list| key(&Group { groups: self, list });
        groups
            .min_by_key(|(pc, list)| (key(list), **pc))
            .map(|(pc, _)| *pc)
    }

    /// Threads of one PC join the newest warp of this PC, or a new warp where their lanes are taken.
    pub fn join(&mut self, half: &Formed<W>) -> Joined {
        let threads = u64::from(half.lanes.count());
        let found = self.has(half.pc);
        let mut rest = match self.lists.get_mut(&half.pc) {
            None => *half,
            Some(list) => {
                list.threads += threads;
                fill(&mut self.warps[list.tail].warp, half, self.homes)
            }
        };
        if !rest.lanes.is_empty() {
            rest.pc = half.pc;
            self.append(&rest, threads);
        }
        Joined {
            merges: rest.lanes != half.lanes,
            creates: !rest.lanes.is_empty(),
            conflicts: found && !rest.lanes.is_empty(),
        }
    }

    /// Appends a new warp to its group. A new group starts with `threads` threads.
    fn append(&mut self, warp: &Formed<W>, threads: u64) {
        let at = self.free.take_from(0).expect("every warp has a thread");
        self.warps[at] = Waiting {
            warp: *warp,
            number: self.made,
            next: NONE,
        };
        self.made += 1;
        self.waiting += 1;
        let list = self.lists.entry(warp.pc).or_insert(List {
            head: at,
            tail: at,
            threads,
        });
        if list.tail != at {
            self.warps[list.tail].next = at;
            list.tail = at;
        }
    }

    /// Removes the warp with the smallest key from a group; among equal keys, the oldest warp.
    ///
    /// # Panics
    /// If the PC has no group.
    pub fn leave(&mut self, pc: WordPc, key: impl Fn(&Formed<W>) -> u64) -> Formed<W> {
        let list = self.lists.get(&pc).expect("the group was chosen");
        let at = self
            .indices(list)
            .min_by_key(|&at| key(&self.warps[at].warp));
        let at = at.expect("a group has warps");
        let before = self.indices(list).take_while(|&other| other != at).last();
        self.unlink(pc, before, at);
        self.free.insert(at);
        self.waiting -= 1;
        self.warps[at].warp
    }

    fn unlink(&mut self, pc: WordPc, before: Option<usize>, at: usize) {
        let list = self.lists.get_mut(&pc).expect("the warp is in it");
        let next = self.warps[at].next;
        if list.head == list.tail {
            self.lists.remove(&pc);
            return;
        }
        list.threads -= u64::from(self.warps[at].warp.lanes.count());
        match before {
            None => list.head = next,
            Some(before) => self.warps[before].next = next,
        }
        if next == NONE {
            list.tail = before.expect("another warp is in the list");
        }
    }
}

/// Moves threads into a warp where it has room for them; returns the other threads.
fn fill<const W: usize>(warp: &mut Formed<W>, half: &Formed<W>, homes: usize) -> Formed<W> {
    let mut rest = Formed::empty();
    for (lane, thread) in members(half.lanes, &half.threads) {
        let mut lanes = (lane % homes..W).step_by(homes);
        match lanes.find(|&free| !warp.lanes.contains(free)) {
            Some(free) => warp.put(free, thread),
            None => rest.put(lane, thread),
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::super::super::warp::EMPTY;
    use super::*;
    use heddle_types::ThreadId;

    fn half(pc: u32, threads: &[(usize, usize)]) -> Formed<4> {
        let mut half = Formed::empty();
        half.pc = WordPc::new(pc);
        for &(lane, thread) in threads {
            half.put(lane, ThreadId::new(thread));
        }
        half
    }

    fn joined(merges: bool, creates: bool, conflicts: bool) -> Joined {
        Joined {
            merges,
            creates,
            conflicts,
        }
    }

    fn lanes(groups: &mut Groups<4>, pc: u32) -> (u64, [usize; 4]) {
        let warp = groups.leave(WordPc::new(pc), |_| 0);
        (warp.lanes.bits(), warp.threads.map(ThreadId::index))
    }

    const NO: usize = EMPTY.index();

    #[test]
    fn who_finds_the_lane_taken_starts_a_warp_that_others_join() {
        let mut groups = Groups::new(16, 4);
        groups.join(&half(7, &[(0, 0), (1, 1)]));
        assert_eq!(
            groups.join(&half(7, &[(1, 5), (2, 6)])),
            joined(true, true, true)
        );
        assert_eq!(
            groups.join(&half(7, &[(0, 8), (3, 11)])),
            joined(true, false, false)
        );
        let (warps, count) = (groups.warps(), groups.count());
        assert_eq!((warps, count), (2, 1));
        assert_eq!(lanes(&mut groups, 7), (0b0111, [0, 1, 6, NO]));
        assert_eq!(lanes(&mut groups, 7), (0b1011, [8, 5, NO, 11]));
        assert!(groups.is_empty() && groups.warps() == 0);
    }

    #[test]
    fn without_home_lanes_warps_are_full() {
        let mut groups = Groups::new(16, 1);
        groups.join(&half(7, &[(2, 2), (3, 3)]));
        groups.join(&half(7, &[(1, 5), (2, 6), (3, 7)]));
        assert_eq!(lanes(&mut groups, 7), (0b1111, [5, 6, 2, 3]));
        assert_eq!(lanes(&mut groups, 7), (0b1000, [NO, NO, NO, 7]));
    }

    #[test]
    fn a_home_lane_of_two_lanes_has_room_for_two() {
        let mut groups = Groups::new(16, 2);
        groups.join(&half(7, &[(2, 2), (3, 3)]));
        assert_eq!(
            groups.join(&half(7, &[(0, 4), (2, 6)])),
            joined(true, true, true)
        );
        assert_eq!(groups.join(&half(7, &[(0, 8)])), joined(true, false, false));
        assert_eq!(lanes(&mut groups, 7), (0b1101, [4, NO, 2, 3]));
        assert_eq!(lanes(&mut groups, 7), (0b0101, [8, NO, 6, NO]));
    }

    #[test]
    fn any_warp_can_leave_its_group() {
        for order in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let mut groups = Groups::new(16, 4);
            for warp in 0..3 {
                // Every thread but the first finds its lane taken, so it joins no warp.
                assert_eq!(
                    groups.join(&half(7, &[(0, 4 * warp)])),
                    joined(false, true, warp != 0)
                );
            }
            for (left, warp) in order.into_iter().enumerate() {
                assert_eq!(
                    groups.first_by(|group| group.threads()),
                    Some(WordPc::new(7))
                );
                assert_eq!(groups.all().count(), 3 - left);
                let found = groups.leave(WordPc::new(7), |formed| {
                    u64::from(formed.threads[0].index() != 4 * warp)
                });
                assert_eq!(found.threads[0].index(), 4 * warp);
            }
            assert!(groups.is_empty());
        }
    }

    #[test]
    fn ties_go_to_the_lower_pc() {
        let mut groups = Groups::new(16, 4);
        for (pc, thread) in [(9, 0), (3, 1), (5, 2), (5, 3)] {
            groups.join(&half(pc, &[(thread, thread)]));
        }
        assert_eq!(
            groups.first_by(|group| group.threads()),
            Some(WordPc::new(3))
        );
        assert_eq!(
            groups.first_by(|group| u64::MAX - group.threads()),
            Some(WordPc::new(5))
        );
        assert_eq!(
            groups.first_by(|group| group.oldest()),
            Some(WordPc::new(9))
        );
    }
}
