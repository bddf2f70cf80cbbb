//! A block: its warps, their barrier, its stacks and its shared memory.

use super::groups::Group;
use super::private::Private;
use super::run::{Place, Stopped};
use super::shared::{Plan, Shared};
use super::warp::Warp;
use crate::fault::Doing;
use heddle_gpu_core::Raised;
use heddle_types::Pc;

/// FUN-3: instructions of a turn of a warp.
const TURN: u64 = 1024;

/// FUN-4: turns of each warp in a turn of a block.
const ROUNDS: u32 = 4;

/// A block of warps of `W` threads.
#[derive(Clone, Debug)]
pub struct Block<const W: usize> {
    /// Number in the grid.
    pub number: u32,
    index: [u32; 3],
    warps: Vec<Warp<W>>,
    private: Private,
    /// Threads that have not ended.
    live: u32,
    /// Threads that wait at the barrier of the block.
    arrived: u32,
}

/// A thread that does not end, or faults.
#[derive(Clone, Copy, Debug)]
pub struct Thread {
    /// Number of its block in the grid.
    pub block: u32,
    /// Number in its block.
    pub index: u32,
    /// Its next instruction.
    pub pc: Pc,
    /// Its activity.
    pub doing: Doing,
}

impl<const W: usize> Block<W> {
    /// Room for a block of a launch.
    pub fn new(plan: &Plan) -> Block<W> {
        let warps = plan.grid.block_threads().div_ceil(W as u32) as usize;
        Block {
            number: 0,
            index: [0; 3],
            warps: (0..warps).map(|_| Warp::new()).collect(),
            private: Private::new(plan.private, warps * W, plan.shared_bytes),
            live: 0,
            arrived: 0,
        }
    }

    /// Starts the block with this number.
    pub fn start(&mut self, plan: &Plan, number: u32) {
        let threads = plan.grid.block_threads();
        self.number = number;
        self.index = plan.grid.block_index(number);
        self.live = threads;
        self.arrived = 0;
        self.private.begin(plan.image);
        for (warp, first) in self.warps.iter_mut().zip((0..threads).step_by(W)) {
            let count = (threads - first).min(W as u32);
            let global = plan.grid.global(number, first);
            warp.start(&plan.entry, count as usize, global);
        }
    }

    /// Whether a thread has not ended.
    pub fn is_live(&self) -> bool {
        self.live > 0
    }

    /// Gives each warp its turns; returns whether any of them could run.
    ///
    /// # Errors
    /// A fault, with the number in the block of the thread in lane 0.
    pub fn turn(&mut self, shared: &mut Shared) -> Result<bool, (usize, Raised)> {
        let mut ran = false;
        for _ in 0..ROUNDS {
            let before = ran;
            ran = false;
            for warp in 0..self.warps.len() {
                if !self.warps[warp].groups.is_empty() {
                    ran = true;
                    let done = self.turn_of(warp, shared);
                    done.map_err(|raised| (warp * W, raised))?;
                }
            }
            if !ran {
                return Ok(before);
            }
        }
        Ok(ran)
    }

    /// Runs the groups of a warp until its turn ends or none of them can run.
    fn turn_of(&mut self, number: usize, shared: &mut Shared) -> Result<(), Raised> {
        let until = shared.limit.min(shared.executed + TURN);
        let warp = &mut self.warps[number];
        let at = warp.chosen();
        warp.begin_turn(warp.groups.pc(at));
        let mut goes_on = true;
        while goes_on && !self.warps[number].groups.is_empty() {
            // The turn of a group that is not the first is its own.
            goes_on = self.run(number, at, shared, until)? && at == 0;
        }
        Ok(())
    }

    /// Runs a group of a warp, by its place in the order, until it stops; returns whether the turn of the warp goes on.
    fn run(
        &mut self,
        number: usize,
        at: usize,
        shared: &mut Shared,
        until: u64,
    ) -> Result<bool, Raised> {
        let warp = &mut self.warps[number];
        let mut group = warp.groups.take(at);
        let mut place = Place {
            private: &mut self.private,
            block: self.number,
            block_index: self.index,
            first: number * W,
            alone: at > 0,
        };
        match warp.run(&mut group, &mut place, shared, until)? {
            stopped @ (Stopped::TurnEnded | Stopped::Waits) => {
                warp.end_turn(group, stopped == Stopped::Waits);
                return Ok(false);
            }
            Stopped::Overtaken => warp.groups.insert(group),
            Stopped::Barrier => self.arrive(number, group),
            Stopped::PartialBarrier => {
                warp.park(group, true);
                warp.open_partial();
            }
            Stopped::Exit => self.exit(number, group),
        }
        Ok(true)
    }

    fn arrive(&mut self, warp: usize, group: Group) {
        self.arrived += group.lanes.count();
        self.warps[warp].park(group, false);
        self.open();
    }

    fn exit(&mut self, warp: usize, group: Group) {
        self.live -= group.lanes.count();
        self.warps[warp].exit(group.lanes);
        self.open();
    }

    /// Opens the barrier if every thread that has not ended is there, whatever barrier it waits at (GPU-8).
    fn open(&mut self) {
        if self.arrived == 0 || self.arrived < self.live {
            return;
        }
        self.arrived = 0;
        self.warps.iter_mut().for_each(|warp| warp.open(false));
    }

    /// The threads that have not ended.
    pub fn threads(&self) -> impl Iterator<Item = Thread> {
        let block = self.number;
        let warps = (0..).step_by(W).zip(&self.warps);
        warps.flat_map(move |(first, warp)| {
            let running = warp.groups.iter().map(|group| (*group, Doing::Running));
            let parked = warp.parked.iter().map(|parked| {
                let doing = match parked.partial {
                    true => Doing::PartialBarrier,
                    false => Doing::Barrier,
                };
                (parked.group, doing)
            });
            running.chain(parked).flat_map(move |(group, doing)| {
                group.lanes.iter().map(move |lane| Thread {
                    block,
                    index: first + lane as u32,
                    pc: group.pc,
                    doing,
                })
            })
        })
    }
}
