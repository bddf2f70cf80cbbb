//! The paths of a warp: the one that runs, and the stack on which the others wait for it.

use super::path::{Path, Place};
use heddle_types::{LaneMask, Pc};
use std::mem;

/// See the [module](self).
///
/// IST-2: an entry has an address and a mask. The threads of an entry and of all above it, with those that run, are the mask
/// of the branch that pushed the entry.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths {
    running: Path,
    /// IST-10: at most one entry fewer than the warp has threads, because each has a thread of its own.
    stack: Vec<Path>,
}

impl Paths {
    /// All threads of a warp start together.
    pub fn start(&mut self, place: Place, lanes: LaneMask) {
        self.stack.clear();
        self.running = Path {
            place,
            lanes,
            waits: false,
        };
    }

    /// The path that runs; without lanes if all threads have ended.
    #[inline(always)]
    pub fn running(&self) -> &Path {
        &self.running
    }

    /// The paths that wait for the running one.
    pub fn stack(&self) -> &[Path] {
        &self.stack
    }

    /// Whether the running path has an instruction to issue.
    pub fn can_issue(&self) -> bool {
        !self.running.lanes.is_empty() && !self.running.waits
    }

    /// The running path continues with the next instruction.
    #[inline(always)]
    pub fn go_on(&mut self) {
        self.running.place.pc = self.running.place.pc.next();
        self.settle();
    }

    /// The running path continues at these PCs, one for each lane, with `depth` open calls.
    pub fn part<const W: usize>(&mut self, depth: u32, pcs: &[Pc; W]) {
        let mut left = self.running.lanes;
        while let Some(pc) = left.iter().map(|lane| pcs[lane]).max() {
            self.running = Path {
                place: Place { depth, pc },
                lanes: left & LaneMask::where_row(pcs, |own| own == pc),
                waits: false,
            };
            left = left.without(self.running.lanes);
            // IST-5: of more than two sides, the highest address is pushed first.
            if !left.is_empty() {
                self.stack.push(self.running);
            }
        }
        self.settle();
    }

    /// The running path waits at a barrier; then it continues with the next instruction.
    pub fn wait(&mut self) {
        self.running.waits = true;
        self.go_on();
    }

    /// The barrier has opened at which all paths wait.
    pub fn release(&mut self) {
        self.running.waits = false;
        self.stack.iter_mut().for_each(|path| path.waits = false);
        self.settle();
    }

    /// The threads of the running path have ended.
    pub fn end(&mut self) {
        let next = self.top(false).or(self.top(true));
        self.running = next.map_or(Path::default(), |at| self.stack.remove(at));
        self.settle();
    }

    /// The highest entry of the stack whose threads wait at a barrier, or do not.
    fn top(&self, waits: bool) -> Option<usize> {
        self.stack.iter().rposition(|path| path.waits == waits)
    }

    /// The running path meets others, and another one runs first.
    #[inline(always)]
    fn settle(&mut self) {
        if !self.stack.is_empty() {
            while self.meets() || self.gives_way() {}
        }
    }

    /// Pops the mask on top if its threads are where the running path is; returns whether they are.
    fn meets(&mut self) -> bool {
        // IST-4: at the top only, whichever way the running path has come to its place.
        let there = |at: &usize| self.stack[*at].place == self.running.place;
        let Some(at) = self.top(self.running.waits).filter(there) else {
            return false;
        };
        self.running.lanes |= self.stack.remove(at).lanes;
        true
    }

    /// The running path and the one on top change places if that one runs first; returns whether they do.
    fn gives_way(&mut self) -> bool {
        // IST-3: the top alone is compared. IST-8: threads that wait at a barrier let all others run.
        let runs_first =
            |at: &usize| self.running.waits || self.stack[*at].place < self.running.place;
        let Some(at) = self.top(false).filter(runs_first) else {
            return false;
        };
        mem::swap(&mut self.running, &mut self.stack[at]);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four threads at address 0 of the kernel.
    fn together() -> Paths {
        let mut paths = Paths::default();
        paths.start(place(1, 0), LaneMask::all(4));
        paths
    }

    fn place(depth: u32, address: u32) -> Place {
        let pc = Pc::new(address);
        Place { depth, pc }
    }

    /// The running path continues at these addresses, at the depth of the kernel.
    fn part(paths: &mut Paths, addresses: [u32; 4]) {
        paths.part(1, &addresses.map(Pc::new));
    }

    fn runs(paths: &Paths, address: u32, lanes: u64) -> bool {
        let running = paths.running();
        running.place.pc == Pc::new(address) && running.lanes.bits() == lanes
    }

    #[test]
    fn the_lower_address_runs_until_it_reaches_the_other() {
        let mut paths = together();
        part(&mut paths, [8, 8, 4, 4]);
        assert!(runs(&paths, 4, 0b1100));
        paths.go_on();
        assert!(runs(&paths, 8, 0b1111) && paths.stack().is_empty());
    }

    #[test]
    fn a_path_that_jumps_over_the_other_lets_it_run() {
        let mut paths = together();
        part(&mut paths, [8, 8, 4, 4]);
        part(&mut paths, [0, 0, 16, 16]);
        assert!(runs(&paths, 8, 0b0011));
        paths.go_on();
        paths.go_on();
        assert!(runs(&paths, 16, 0b1111));
    }

    #[test]
    fn threads_of_a_lower_entry_are_passed() {
        let mut paths = together();
        part(&mut paths, [16, 4, 4, 4]);
        part(&mut paths, [0, 32, 12, 12]);
        part(&mut paths, [0, 0, 16, 16]);
        assert!(runs(&paths, 16, 0b1100), "the top is at 32");
        part(&mut paths, [0, 0, 32, 32]);
        assert!(runs(&paths, 16, 0b0001), "16 runs a second time");
    }

    #[test]
    fn several_entries_leave_at_once() {
        let mut paths = together();
        part(&mut paths, [16, 4, 4, 4]);
        part(&mut paths, [0, 16, 4, 4]);
        part(&mut paths, [0, 0, 16, 4]);
        assert_eq!(paths.stack().len(), 3);
        part(&mut paths, [0, 0, 0, 16]);
        assert!(runs(&paths, 16, 0b1111) && paths.stack().is_empty());
    }

    #[test]
    fn deeper_calls_run_first_and_are_met_behind_the_call() {
        let mut paths = together();
        part(&mut paths, [8, 8, 4, 4]);
        paths.part(2, &[Pc::new(100); 4]);
        assert!(runs(&paths, 100, 0b1100), "a call at 4");
        paths.part(1, &[Pc::new(8); 4]);
        assert!(runs(&paths, 8, 0b1111));
    }

    #[test]
    fn threads_of_another_call_are_not_met() {
        let mut paths = together();
        part(&mut paths, [8, 8, 4, 4]);
        paths.part(2, &[Pc::new(8); 4]);
        assert!(runs(&paths, 8, 0b1100));
    }

    #[test]
    fn who_waits_at_a_barrier_lets_the_others_run() {
        let mut paths = together();
        part(&mut paths, [40, 40, 4, 4]);
        paths.wait();
        assert!(runs(&paths, 40, 0b0011) && paths.can_issue());
        part(&mut paths, [4; 4]);
        paths.wait();
        assert!(runs(&paths, 8, 0b1111) && !paths.can_issue());
        paths.release();
        assert!(paths.can_issue());
    }

    #[test]
    fn threads_that_wait_are_not_met_by_threads_that_run() {
        let mut paths = together();
        part(&mut paths, [6, 6, 4, 4]);
        paths.wait();
        part(&mut paths, [8; 4]);
        assert!(runs(&paths, 8, 0b0011));
        paths.end();
        assert!(runs(&paths, 8, 0b1100) && !paths.can_issue());
    }

    #[test]
    fn every_target_of_a_jump_is_a_path() {
        let mut paths = together();
        part(&mut paths, [12, 4, 8, 12]);
        let waiting: Vec<u64> = paths.stack().iter().map(|path| path.lanes.bits()).collect();
        assert!(runs(&paths, 4, 0b0010));
        assert_eq!(waiting, [0b1001, 0b0100]);
    }

    #[test]
    fn ended_threads_leave_the_stack_to_the_others() {
        let mut paths = together();
        part(&mut paths, [8, 8, 4, 4]);
        paths.end();
        assert!(runs(&paths, 8, 0b0011));
        paths.end();
        assert!(!paths.can_issue() && paths.stack().is_empty());
    }
}
