//! Explores every interleaving of few threads around the golden `dwf_scheduler`, also behind the registers of `dwf_subsystem`, a
//! pipeline and a memory for spilled warps: no deadlock, and no thread is lost. This searches what the contracts argue under
//! "Progress".
//!
//! The threads of one warp have different PCs before each of their instructions, in a scheduler with room for two
//! groups besides the chosen one. The pipeline holds one warp at a time: it takes none before the last one has been
//! committed. In each cycle the pipeline is ready or not, and memory takes a write, takes a fetch, returns a warp, or
//! does none of these.

use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use heddle_contract::units::{self};
use heddle_contract::{Border, Golden, Unit, Values};
use heddle_machines::{because, changed};
use heddle_units::{DwfScheduler, MemoryTurn, SpillSlices};
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::hash::{Hash, Hasher};

const LANES: usize = 4;

/// More cycles than all threads need when every request is accepted at once.
const ENOUGH: usize = 400;

/// The number of instructions that each thread still executes before it ends.
type Left = [u8; LANES];

/// PC and thread of each lane.
type Warp = (u64, Vec<u64>);

#[derive(Clone, Debug)]
struct State {
    unit: DwfScheduler,
    /// The registers in front of the memory, if there are any.
    slices: Option<SpillSlices>,
    left: Left,
    /// The warp that executes.
    pipeline: Option<Warp>,
    spilled: BTreeMap<u64, Warp>,
    /// Warps on their way back, and whether the first one is presented.
    returning: VecDeque<Warp>,
    shown: bool,
}

/// What the environment accepts in a cycle.
#[derive(Clone, Copy, Debug)]
struct Willing {
    issue: bool,
    write: bool,
    fetch: bool,
    back: bool,
}

impl Willing {
    fn all() -> impl Iterator<Item = Willing> {
        (0..16).map(|bits| Willing {
            issue: bits & 1 != 0,
            write: bits & 2 != 0,
            fetch: bits & 4 != 0,
            back: bits & 8 != 0,
        })
    }
}

struct Explorer {
    params: Params,
    /// Whether registers are in front of the memory.
    registered: bool,
    visited: HashSet<u64>,
    /// Largest number of warps that were spilled.
    most: usize,
}

impl Explorer {
    fn new(changes: &[&str]) -> Self {
        let why = because("a state space that can be searched whole").twin("nightly: units");
        let small = [
            "dwf.pool=4",
            "dwf.heap=2",
            "dwf.queue=2",
            "dwf.lut_entries=4",
            "dwf.lut_ways=2",
            "dwf.heap_lut_entries=4",
            "dwf.heap_lut_ways=2",
        ];
        let config = changed("tiny", &[&small[..], changes].concat(), why);
        Explorer {
            params: units::DwfScheduler::params(&config).expect("a unit of the preset"),
            registered: config.dwf.spill_latency > 0,
            visited: HashSet::new(),
            most: 0,
        }
    }

    /// All threads are about to be committed, with these numbers of remaining instructions.
    fn start(&self, left: Left) -> State {
        let mut unit = DwfScheduler::new(&self.params);
        let mut output = Out::zero(&self.params);
        let idle = In::zero(&self.params);
        while !output.init_done {
            unit.clock(&idle);
            unit.out(&idle, &mut output);
        }
        State {
            unit,
            slices: self
                .registered
                .then(|| SpillSlices::new(self.params.spill())),
            left,
            pipeline: Some((0, (0..LANES as u64).collect())),
            spilled: BTreeMap::new(),
            returning: VecDeque::new(),
            shown: false,
        }
    }

    fn explore(&mut self, start: State) {
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            if !self.visited.insert(state.number()) {
                continue;
            }
            self.comes_to_an_end(state.clone());
            open.extend(Willing::all().map(|willing| self.step(&state, willing)));
        }
    }

    /// Checks that, whatever has happened so far, all threads end if the environment accepts everything from now on.
    /// The memory accepts nothing while a warp that it returns has not been taken.
    fn comes_to_an_end(&mut self, mut state: State) {
        for _ in 0..ENOUGH {
            if state.is_over() {
                return;
            }
            self.most = self.most.max(state.spilled.len());
            let free = state.returning.is_empty();
            let willing = Willing {
                issue: true,
                write: free,
                fetch: free,
                back: true,
            };
            state = self.step(&state, willing);
        }
        panic!("no end: {state:?}");
    }

    /// The state after a cycle.
    fn step(&self, state: &State, willing: Willing) -> State {
        let mut next = state.clone();
        let input = next.input(&self.params, willing);
        let output = next.cycle(&self.params, &input);
        next.seen(&input, &output);
        next.check();
        next
    }
}

/// The next PC of a thread: different for all threads, except that some meet now and then.
fn next_pc(thread: usize, left: u8) -> u64 {
    let meets = left == 1;
    if meets {
        4
    } else {
        8 * u64::from(left) + thread as u64
    }
}

impl State {
    fn number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        format!("{self:?}").hash(&mut hasher);
        hasher.finish()
    }

    fn input(&mut self, params: &Params, willing: Willing) -> In<Values> {
        let none = (1 << params.tid_bits()) - 1;
        let mut input: In<Values> = In::zero(params);
        input.issue_ready = willing.issue && self.pipeline.is_none();
        input.write_ready = willing.write;
        input.fetch_ready = willing.fetch;
        input.commit_tid.fill(none);
        if let Some((_, tids)) = &self.pipeline {
            for (lane, &tid) in tids.iter().enumerate() {
                let left = self.left.get(tid as usize).copied().unwrap_or(0);
                if left > 0 {
                    input.commit_lanes |= 1 << lane;
                    input.commit_tid[lane] = tid;
                    input.commit_pc[lane] = next_pc(tid as usize, left);
                }
            }
            input.commit = input.commit_lanes != 0;
        }
        if let Some((pc, tids)) = self.returning.front() {
            self.shown |= willing.back;
            input.back = self.shown;
            input.back_pc = *pc;
            input.back_tid.copy_from_slice(tids);
        }
        input
    }

    /// A cycle of the scheduler and its registers; returns what pipeline and memory see of it.
    fn cycle(&mut self, params: &Params, input: &In<Values>) -> Out<Values> {
        let mut output = Out::zero(params);
        let mut inside = input.clone();
        if let Some(slices) = &self.slices {
            slices.present(&mut inside);
        }
        self.unit.out(&inside, &mut output);
        self.unit.clock(&inside);
        let memory = MemoryTurn {
            write_ready: input.write_ready,
            fetch_ready: input.fetch_ready,
            back: input.back.then_some((input.back_pc, &input.back_tid[..])),
        };
        if let Some(slices) = &mut self.slices {
            slices.cycle(memory, &mut output);
        }
        output
    }

    fn seen(&mut self, input: &In<Values>, output: &Out<Values>) {
        if output.commit_ready || !input.commit {
            self.pipeline = None;
        }
        if output.issue && input.issue_ready {
            for &tid in &output.issue_tid {
                if let Some(left) = self.left.get_mut(tid as usize) {
                    *left -= 1;
                }
            }
            self.pipeline = Some((output.issue_pc, output.issue_tid.clone()));
        }
        if input.back && output.back_ready {
            self.returning.pop_front();
            self.shown = false;
        }
        if output.fetch && input.fetch_ready {
            let warp = self.spilled.remove(&output.fetch_address);
            self.returning.push_back(warp.expect("it was spilled"));
        }
        if output.write && input.write_ready {
            let warp = (output.write_pc, output.write_tid.clone());
            let lost = self.spilled.insert(output.write_address, warp);
            assert!(lost.is_none(), "a warp is written over");
        }
    }

    /// Checks that every thread that has not ended is in one place, and that the scheduler's structures are
    /// consistent.
    fn check(&self) {
        if let Err(finding) = self.unit.check() {
            panic!("{finding}: {self:?}");
        }
        let mut held: Vec<u64> = self.unit.threads().map(|thread| thread as u64).collect();
        held.extend(self.slices.iter().flat_map(SpillSlices::tids));
        let memory = self.spilled.values().chain(&self.returning);
        held.extend(memory.flat_map(|(_, tids)| tids.iter().copied()));
        let executes = self
            .pipeline
            .iter()
            .flat_map(|(_, tids)| tids.iter().copied());
        // A warp that is committed over several cycles is partly in the pipeline and partly in the scheduler.
        let executing: Vec<u64> = executes.filter(|tid| !held.contains(tid)).collect();
        held.extend(executing);
        for (thread, left) in self.left.iter().enumerate() {
            let there = held.iter().filter(|tid| **tid == thread as u64).count();
            assert!(
                there == 1 || *left == 0,
                "thread {thread} is {there} times: {self:?}"
            );
        }
    }

    fn is_over(&self) -> bool {
        self.left == [0; LANES] && self.pipeline.is_none()
    }
}

#[test]
#[ignore = "at night: most of a minute"]
fn no_interleaving_deadlocks_or_loses_a_thread() {
    let slots = ["dwf.home_lanes=pipeline", "core.simd_width=2"];
    for changes in [
        &["dwf.spill_fetches=1"][..],
        &["dwf.spill_fetches=2"],
        &slots,
        &["dwf.spill_latency=1", "dwf.spill_fetches=1"],
        &["dwf.spill_latency=1", "dwf.spill_fetches=2"],
    ] {
        let mut explorer = Explorer::new(changes);
        let start = explorer.start([2; LANES]);
        explorer.explore(start);
        assert!(
            explorer.most >= 2,
            "{} warps were spilled at most",
            explorer.most
        );
        println!("{changes:?}: {} states", explorer.visited.len());
    }
}
