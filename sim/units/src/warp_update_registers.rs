//! Golden `warp_update_registers`: fung2009, section 4.2, figure 10 (a), footnote 9.

mod serial;

use heddle_contract::units::warp_update_registers::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};
use serial::Held;

/// A warp that leaves the pipeline.
#[derive(Clone, Copy, Debug)]
pub struct Commit<'a> {
    /// Lanes that have a thread.
    pub lanes: u64,
    /// The thread of each lane.
    pub tid: &'a [u64],
    /// The next PC of each lane, in words.
    pub pc: &'a [u64],
}

/// The PC and the lanes (REQ) of a register; the register is empty if it has no lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub struct Half {
    /// Next PC of the lanes, in words.
    pub pc: u64,
    /// The lanes.
    pub lanes: u64,
}

/// The two registers.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct WarpUpdateRegisters {
    halves: [Half; 2],
    /// The threads of all lanes of the warp. Both registers are written at once, so one row holds the threads of
    /// both (DWF-8).
    tids: Vec<u64>,
    /// Lanes of the held warp that have been handed over.
    done: u64,
    /// The held commit, if PCs are handed over one by one.
    held: Option<Held>,
}

impl WarpUpdateRegisters {
    /// Whether no threads are held.
    pub fn is_empty(&self) -> bool {
        match &self.held {
            Some(held) => held.is_empty(),
            None => self.halves.iter().all(|half| half.lanes == 0),
        }
    }

    /// Lanes with threads that have not been taken yet.
    pub fn lanes(&self) -> u64 {
        match &self.held {
            Some(held) => held.lanes(),
            None => self.halves[0].lanes | self.halves[1].lanes,
        }
    }

    /// The first and the second register.
    pub fn halves(&self) -> [Half; 2] {
        match &self.held {
            Some(held) => [held.shown(), Half::default()],
            None => self.halves,
        }
    }

    /// The threads of all lanes, for both registers.
    pub fn tids(&self) -> &[u64] {
        &self.tids
    }

    /// Whether a commit is taken in this cycle, if the registers are taken as `take` says.
    pub fn takes(&self, commit: &Commit, take: [bool; 2]) -> bool {
        match &self.held {
            Some(held) => held.is_empty(),
            None => self.is_free(take) && self.part(commit).1 == 0,
        }
    }

    /// The clock edge; returns whether a commit is [taken](Self::takes).
    pub fn clock(&mut self, commit: Option<Commit>, take: [bool; 2]) -> bool {
        if let Some(held) = &mut self.held {
            let taken = commit.is_some() && held.is_empty();
            if held.clock(commit, take[0])
                && let Some(commit) = commit
            {
                self.tids.copy_from_slice(commit.tid);
            }
            return taken;
        }
        match commit.filter(|_| self.is_free(take)) {
            Some(commit) => self.store(&commit),
            None => {
                self.empty(take);
                false
            }
        }
    }

    /// Whether each register is empty or is taken.
    fn is_free(&self, take: [bool; 2]) -> bool {
        let mut halves = self.halves.iter().zip(take);
        halves.all(|(half, taken)| taken || half.lanes == 0)
    }

    /// Stores the next two PCs of a commit; returns whether no lanes are left over.
    fn store(&mut self, commit: &Commit) -> bool {
        let (halves, over) = self.part(commit);
        self.halves = halves;
        self.tids.copy_from_slice(commit.tid);
        self.done = match over {
            0 => 0,
            _ => self.done | halves[0].lanes | halves[1].lanes,
        };
        over == 0
    }

    fn empty(&mut self, take: [bool; 2]) {
        let taken = self.halves.iter_mut().zip(take).filter(|(_, taken)| *taken);
        taken.for_each(|(half, _)| half.lanes = 0);
    }

    /// The next two PCs of a commit with their lanes, and the lanes that are left over.
    fn part(&self, commit: &Commit) -> ([Half; 2], u64) {
        let left = commit.lanes & !self.done;
        let first = lowest(left, commit.pc);
        let rest = left & !first.lanes;
        let second = lowest(rest, commit.pc);
        ([first, second], rest & !second.lanes)
    }
}

/// The lanes that have the PC of the lowest lane; without lanes, an empty half.
fn lowest(lanes: u64, pcs: &[u64]) -> Half {
    let Some(&pc) = pcs.get(lanes.trailing_zeros() as usize) else {
        return Half::default();
    };
    let same = pcs.iter().enumerate();
    let same = same.fold(0, |mask, (lane, own)| mask | u64::from(*own == pc) << lane);
    Half {
        pc,
        lanes: same & lanes,
    }
}

fn commit(input: &In<Values>) -> Option<Commit<'_>> {
    input.commit.then_some(Commit {
        lanes: input.commit_lanes,
        tid: &input.commit_tid,
        pc: &input.commit_pc,
    })
}

impl Golden<units::WarpUpdateRegisters> for WarpUpdateRegisters {
    fn new(params: &Params) -> Self {
        Self {
            halves: [Half::default(); 2],
            tids: vec![0; params.lanes()],
            done: 0,
            held: params.serial().then(|| Held::new(params.lanes())),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let [first, second] = self.halves();
        let take = [input.take_first, input.take_second];
        output.commit_ready = commit(input).is_some_and(|commit| self.takes(&commit, take));
        (output.first, output.first_pc, output.first_lanes) =
            (first.lanes != 0, first.pc, first.lanes);
        (output.second, output.second_pc, output.second_lanes) =
            (second.lanes != 0, second.pc, second.lanes);
        output.first_tid.copy_from_slice(&self.tids);
        output.second_tid.copy_from_slice(&self.tids);
    }

    fn clock(&mut self, input: &In<Values>) {
        self.clock(commit(input), [input.take_first, input.take_second]);
    }
}
