//! Invariants across the data structures of the scheduler.

use super::DwfScheduler;
use super::pipeline::{Insertion, Operation, Pipeline};
use crate::{Group, GroupScheduler, MajorityScheduler, WinnerTree};
use heddle_contract::bits;
use std::ops::RangeInclusive;

/// The violation of an invariant, in words.
type Finding = Result<(), String>;

fn require(holds: bool, finding: impl FnOnce() -> String) -> Finding {
    if holds { Ok(()) } else { Err(finding()) }
}

impl DwfScheduler {
    /// The threads in the scheduler: in the update registers, in the stages, in the pool or in the issue register.
    pub fn threads(&self) -> impl Iterator<Item = usize> {
        let arriving = self
            .update_registers()
            .flat_map(|own| bits(own.lanes()).map(|lane| own.tids()[lane]));
        let pool = self.held().flat_map(|(warp, lanes)| {
            let tids = self.pool.tids(warp);
            bits(lanes).map(|lane| u64::from(tids[lane]))
        });
        let moving = self.pipeline.iter().flat_map(Pipeline::threads);
        arriving.chain(pool).chain(moving).map(|tid| tid as usize)
    }

    /// The entries of the pool: for each lane its thread, if it has one. A warp that has left may not be cleared yet.
    pub fn pool(&self) -> Vec<Vec<Option<usize>>> {
        let tids = |warp| self.pool.tids(warp).iter().map(|tid| u64::from(*tid));
        let thread = |tid| (tid != self.no_thread).then_some(tid as usize);
        (0..self.warps())
            .map(|warp| tids(warp).map(thread).collect())
            .collect()
    }

    /// The warps in the pool: number, PC in words, lanes with a thread.
    pub fn pooled(&self) -> impl Iterator<Item = (u64, u64, u64)> {
        self.held()
            .map(|(warp, lanes)| (warp, self.pool.pc(warp), lanes))
    }

    /// The entry of the pool that the group scheduler has chosen.
    pub fn chosen(&self) -> Option<usize> {
        self.groups.choice().map(|warp| warp as usize)
    }

    /// Checks that no thread is held twice, that every warp is in one list, that lists are well formed
    /// and CNT counts their threads, that the heap is ordered when at rest and its look-up table
    /// points back at it.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn check(&self) -> Result<(), String> {
        if !self.init_done() {
            return Ok(());
        }
        self.check_threads()?;
        let mut listed = vec![false; self.warps() as usize];
        match &self.groups {
            GroupScheduler::Majority(majority) => self.check_majority(majority, &mut listed)?,
            GroupScheduler::Owed(owed) => self.check_majority(owed.scheduler(), &mut listed)?,
            GroupScheduler::Tournament(tournament) => {
                for group in tournament.groups() {
                    self.check_group(group, &mut listed)?;
                }
            }
            GroupScheduler::WinnerTree(tree) => self.check_tree(tree, &mut listed)?,
            GroupScheduler::Timestamp(queue) => {
                for warp in queue.warps() {
                    list(warp, &mut listed)?;
                }
            }
        }
        self.check_warps(&listed)
    }

    fn warps(&self) -> u64 {
        self.pool.warps() as u64
    }

    fn check_threads(&self) -> Finding {
        let mut seen = vec![false; self.no_thread as usize];
        for thread in self.threads() {
            let seen = seen.get_mut(thread);
            let fresh = seen.is_some_and(|seen| !std::mem::replace(seen, true));
            require(fresh, || format!("thread {thread} is there twice, or none"))?;
        }
        Ok(())
    }

    /// Checks the heap, and its lists when it is at rest: entries that move are stale.
    fn check_majority(&self, majority: &MajorityScheduler, listed: &mut [bool]) -> Finding {
        check_heap(majority)?;
        let heap = majority.heap();
        if let Some(chosen) = majority.chosen() {
            self.walk(chosen.pc, chosen.head..=chosen.tail, listed)?;
        }
        if !heap.is_resting() {
            return Ok(());
        }
        // A group that has lost its entry of the look-up table no longer receives updates of its threads.
        let is_exact = majority.given_up() == 0;
        for Group {
            pc,
            threads,
            head,
            tail,
        } in heap.entries().iter().map(|entry| entry.group)
        {
            let held = self.walk(pc, head..=tail, listed)?;
            let is_queued = majority.queued().any(|update| update.pc == pc);
            require(!is_exact || is_queued || held == threads, || {
                format!("{held} threads in the list of the group at {pc:#x}, CNT is {threads}")
            })?;
        }
        for update in majority.queued().filter(|update| update.create) {
            list(update.warp, listed)?;
        }
        Ok(())
    }

    /// Checks the lists of the groups under a tree, to which the last updates have not been added yet. CNT of the chosen group
    /// no longer counts.
    fn check_tree(&self, tree: &WinnerTree, listed: &mut [bool]) -> Finding {
        if let Some(chosen) = tree.chosen() {
            self.walk(chosen.pc, chosen.head..=chosen.tail, listed)?;
        }
        let created = || tree.pending().filter(|update| update.create);
        for group in tree.groups() {
            let mut held = self.walk(group.pc, group.head..=group.tail, listed)?;
            let own = created().filter(|update| update.pc == group.pc);
            held += own.map(|update| self.threads_of(update.warp)).sum::<u64>();
            let own = tree.pending().filter(|update| update.pc == group.pc);
            let counted = group.threads + own.map(|update| update.threads).sum::<u64>();
            require(held == counted, || {
                format!("{held} threads in the list of {group:?}, with updates {counted}")
            })?;
        }
        created().try_for_each(|update| list(update.warp, listed))
    }

    /// Checks the list of a group whose CNT is exact.
    fn check_group(&self, group: &Group, listed: &mut [bool]) -> Finding {
        let held = self.walk(group.pc, group.head..=group.tail, listed)?;
        require(held == group.threads, || {
            format!("{held} threads in the list of {group:?}")
        })
    }

    /// Number of threads of a warp that has not left.
    fn threads_of(&self, warp: u64) -> u64 {
        match self.leaving().any(|left| left == warp) {
            true => 0,
            false => self.pool.lanes(warp).count_ones().into(),
        }
    }

    /// Marks the warps of a list, from the first to the last, and counts their threads.
    fn walk(&self, pc: u64, ends: RangeInclusive<u64>, listed: &mut [bool]) -> Result<u64, String> {
        let mut warp = *ends.start();
        let mut held = 0;
        loop {
            list(warp, listed)?;
            require(self.pool.pc(warp) == pc, || {
                format!("warp {warp} is in a list at {pc:#x}, where it is not")
            })?;
            held += self.threads_of(warp);
            if warp == *ends.end() {
                return Ok(held);
            }
            warp = self.pool.next(warp);
        }
    }

    /// The warps that have threads, as far as the group scheduler knows: without those that have left. With their lanes.
    fn held(&self) -> impl Iterator<Item = (u64, u64)> {
        let left: Vec<u64> = self.leaving().collect();
        let warps = (0..self.warps()).map(|warp| (warp, self.pool.lanes(warp)));
        warps.filter(move |(warp, lanes)| *lanes != 0 && !left.contains(warp))
    }

    /// Warps that are still in the pool, although they have been read from it and no list contains them.
    fn leaving(&self) -> impl Iterator<Item = u64> {
        self.pipeline.iter().flat_map(Pipeline::leaving)
    }

    /// Checks that every warp with threads is listed (while a heap is moving, not all lists are known), and that the
    /// others are free.
    fn check_warps(&self, listed: &[bool]) -> Finding {
        let known = match &self.groups {
            GroupScheduler::Majority(majority) => majority.heap().is_resting(),
            _ => true,
        };
        let mut holding = vec![false; listed.len()];
        for (warp, _) in self.held() {
            holding[warp as usize] = true;
        }
        for (warp, (holds, listed)) in holding.iter().zip(listed).enumerate() {
            require(holds == listed || *holds && !known, || {
                format!("warp {warp}: has threads {holds}, is in a list {listed}")
            })?;
        }
        let used = holding.iter().filter(|holds| **holds).count();
        let free = self.allocator.free();
        let moving = self.leaving().count();
        require(used + free + moving == self.pool.warps(), || {
            format!("{used} warps with threads, {free} free, {moving} that leave")
        })
    }
}

/// Marks a warp as found in a list.
fn list(warp: u64, listed: &mut [bool]) -> Finding {
    let again = std::mem::replace(&mut listed[warp as usize], true);
    require(!again, || format!("warp {warp} is in two lists"))
}

/// Checks order and back-pointers of a heap that is at rest, with no look-up in progress.
fn check_heap(majority: &MajorityScheduler) -> Finding {
    let heap = majority.heap();
    if !majority.is_settled() {
        return Ok(());
    }
    require(heap.is_ordered(), || "the heap is out of order".into())?;
    let live = majority.lut().live().count();
    let with_entry = heap.entries().iter().filter(|entry| entry.lut.is_some());
    let with_entry = with_entry.count();
    require(live == with_entry, || {
        format!("{live} live entries of the look-up table, {with_entry} groups with one")
    })?;
    for (number, pc, index) in majority.lut().live() {
        let entry = heap.entries().get(index as usize);
        let points_back =
            entry.is_some_and(|entry| entry.lut == Some(number) && entry.group.pc == pc);
        require(points_back, || {
            format!("entry {number} of the look-up table points at index {index}")
        })?;
    }
    Ok(())
}

impl Pipeline {
    /// The threads that are being inserted, and those of the issue register.
    fn threads(&self) -> impl Iterator<Item = u64> {
        let stages = self.stages.iter().flatten();
        let insertions = stages.filter_map(|operation| match operation {
            Operation::Insert(insertion) => Some(insertion),
            Operation::Leave { .. } => None,
        });
        let inserted = insertions
            .flat_map(|Insertion { request, tids, .. }| bits(request.lanes).map(|lane| tids[lane]));
        let issued = self.issue.iter();
        inserted.chain(issued.flat_map(|issue| bits(issue.lanes).map(|lane| issue.tids[lane])))
    }

    fn leaving(&self) -> impl Iterator<Item = u64> {
        let stages = self.stages.iter().flatten();
        stages.filter_map(|operation| match operation {
            Operation::Leave { warp, .. } => Some(*warp),
            Operation::Insert(_) => None,
        })
    }
}
