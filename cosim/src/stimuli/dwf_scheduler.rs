//! Stimuli of `dwf_scheduler`: a pipeline in which threads circulate, and a memory for spilled warps.
//!
//! Every thread is in one place: outside, in the pipeline, in the scheduler or in the memory. Issued
//! warps execute for a while and are committed, with next PCs from an alphabet of changing size.

use super::Stimuli;
use super::random::{Random, Rate, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use std::collections::{HashMap, VecDeque};

/// Maximum number of different PCs.
const ALPHABET: usize = 64;

/// Longest duration of a mood in cycles: enough to fill a pool.
const LONGEST_MOOD: u64 = 1024;

/// How pipeline and memory behave for a while.
#[derive(Clone, Copy, Debug)]
struct Mood {
    issue: Rate,
    commit: Rate,
    launch: Rate,
    exit: Rate,
    memory: Rate,
    /// Number of different PCs that threads go to; at most [`ALPHABET`].
    alphabet: u64,
    /// Whether all PCs are in one set of the look-up tables.
    one_set: bool,
    /// Maximum number of different PCs that the threads of a warp go to.
    spread: u64,
}

impl Mood {
    /// Threads come in and spread over many PCs, but not more than most heaps hold, so that pools fill.
    const FLOOD: Mood = Mood {
        issue: Rate::Never,
        commit: Rate::Always,
        launch: Rate::Always,
        exit: Rate::Never,
        memory: Rate::Often,
        alphabet: ALPHABET as u64 / 2,
        one_set: false,
        spread: 8,
    };

    /// Threads end.
    const DRAIN: Mood = Mood {
        issue: Rate::Often,
        commit: Rate::Often,
        launch: Rate::Never,
        exit: Rate::Often,
        memory: Rate::Often,
        alphabet: 4,
        one_set: false,
        spread: 1,
    };

    /// Both halves of commits go to new PCs of a set that is full, so that the second evicts beside the first.
    const CROWD: Mood = Mood {
        issue: Rate::Often,
        commit: Rate::Always,
        launch: Rate::Some,
        exit: Rate::Never,
        memory: Rate::Often,
        alphabet: 8,
        one_set: true,
        spread: 2,
    };

    fn any(random: &mut Random) -> Self {
        match random.below(8) {
            0 => Self {
                // Large pools fill only with more PCs; small heaps hold only fewer PCs.
                alphabet: Self::FLOOD.alphabet / 4 * [4, 6][random.below(2) as usize],
                one_set: random.below(3) == 0,
                ..Self::FLOOD
            },
            // With several slots, home lanes fill warps, unless PCs evict each other from the PC-warp LUT.
            1 => Self {
                alphabet: Self::FLOOD.alphabet / 4,
                one_set: true,
                ..Self::FLOOD
            },
            2 => Self::DRAIN,
            3 => Self {
                alphabet: Self::CROWD.alphabet << random.below(2),
                issue: random.rate(),
                ..Self::CROWD
            },
            _ => Self {
                issue: random.rate(),
                commit: random.rate(),
                launch: random.rate(),
                exit: Rate::Never,
                memory: random.rate(),
                alphabet: 1 << random.below(7),
                one_set: random.below(3) == 0,
                spread: 1 << random.below(4),
            },
        }
    }
}

/// Threads with the same PC.
#[derive(Clone, Debug)]
struct Warp {
    pc: u64,
    tids: Vec<u64>,
}

/// A pipeline and a memory around the scheduler.
#[derive(Clone, Debug)]
pub struct DwfScheduler {
    random: Random,
    pc_bits: u32,
    address_bits: u32,
    no_thread: u64,
    /// Number of sets of the group scheduler's look-up table.
    sets: u64,
    mood: Mood,
    mood_cycles: u64,
    pcs: [u64; ALPHABET],
    /// Number of threads of a warp.
    lanes: usize,
    /// For each home lane, its threads that are outside.
    outside: Vec<Vec<u64>>,
    pipeline: Vec<Warp>,
    /// Whether a commit is offered and not yet accepted.
    committing: bool,
    configured: bool,
    spilled: HashMap<u64, Warp>,
    /// Warps that were fetched and are on their way back; the first may be shown.
    returning: VecDeque<Warp>,
    shown: bool,
}

impl DwfScheduler {
    fn wants(&mut self, rate: Rate) -> bool {
        self.random.mask(rate) & 1 == 1
    }

    fn change_mood(&mut self) {
        if self.mood_cycles == 0 {
            let random = &mut self.random;
            self.mood = Mood::any(random);
            self.mood_cycles = 1 + random.below(LONGEST_MOOD);
            let pc = random.number(self.pc_bits);
            // Spread over the sets of the look-up tables, in few sets, or in one.
            let (one_set, all_over) = (self.mood.one_set, random.below(2) == 0);
            self.pcs = std::array::from_fn(|index| match index as u64 {
                index if one_set => pc.wrapping_add(index * self.sets) & ones(self.pc_bits),
                index if all_over => pc.wrapping_add(index) & ones(self.pc_bits),
                _ => random.near(pc, self.pc_bits),
            });
        }
        self.mood_cycles -= 1;
    }

    fn pc(&mut self) -> u64 {
        self.pcs[self.random.below(self.mood.alphabet) as usize]
    }

    fn configure(&mut self, input: &mut In<Values>) {
        input.configure = !self.configured;
        if input.configure {
            input.spill_offset = self.random.word() & ones(self.address_bits);
            self.configured = true;
        }
    }

    /// Threads to commit: those of a warp in the pipeline, or new ones from outside.
    fn arrivals(&mut self) -> Option<Warp> {
        if self.pipeline.is_empty() || self.wants(self.mood.launch) {
            return self.wants(self.mood.launch).then(|| self.launch());
        }
        let at = self.random.below(self.pipeline.len() as u64) as usize;
        let mut warp = self.pipeline.swap_remove(at);
        let homes = self.outside.len();
        for (lane, tid) in warp.tids.iter_mut().enumerate() {
            if *tid != self.no_thread && self.random.mask(self.mood.exit) & 1 == 1 {
                // The thread's number returns in the next home lane, so that no number belongs to one home lane.
                self.outside[(lane + 1) % homes].push(*tid);
                *tid = self.no_thread;
            }
        }
        Some(warp)
    }

    fn launch(&mut self) -> Warp {
        let whole = self.random.below(2) == 0;
        let homes = self.outside.len();
        let mut tids = vec![self.no_thread; self.lanes];
        for (lane, tid) in tids.iter_mut().enumerate() {
            if whole || self.random.below(4) == 0 {
                *tid = self.outside[lane % homes].pop().unwrap_or(self.no_thread);
            }
        }
        Warp { pc: 0, tids }
    }

    fn commit(&mut self, input: &mut In<Values>) {
        input.commit = false;
        if !self.wants(self.mood.commit) {
            return;
        }
        let Some(warp) = self.arrivals() else { return };
        input.commit_lanes = lanes_of(&warp.tids, self.no_thread);
        input.commit = input.commit_lanes != 0;
        input.commit_tid.copy_from_slice(&warp.tids);
        let ways = 1 + self.random.below(self.mood.spread);
        let targets: [u64; 8] = std::array::from_fn(|_| self.pc());
        for pc in &mut input.commit_pc {
            *pc = targets[self.random.below(ways) as usize];
        }
    }

    /// The memory returns fetched warps after a while.
    fn give_back(&mut self, input: &mut In<Values>) {
        let now = self.wants(self.mood.memory);
        input.back = false;
        if let Some(warp) = self.returning.front() {
            self.shown |= now;
            input.back = self.shown;
            input.back_pc = warp.pc;
            input.back_tid.copy_from_slice(&warp.tids);
        }
    }
}

fn lanes_of(tids: &[u64], none: u64) -> u64 {
    let lanes = tids.iter().enumerate();
    lanes.fold(0, |mask, (lane, tid)| {
        mask | u64::from(*tid != none) << lane
    })
}

impl Stimuli<units::DwfScheduler> for DwfScheduler {
    const REACTIVE: bool = true;

    fn new(params: &Params, seed: u64) -> Self {
        let homes = params.home_lanes() as u64;
        let no_thread = ones(params.tid_bits());
        // As many threads as thread numbers can distinguish and the spill queue can hold.
        let threads = no_thread.min(params.spill().entries() as u64 - 1);
        // As if each warp were swizzled by one lane more than the last, so that no bit of a thread's number is
        // fixed in a lane.
        let home = |tid: u64| (tid + tid / homes) % homes;
        let of_home = |lane| {
            (0..threads)
                .filter(|tid| home(*tid) == lane)
                .collect::<Vec<_>>()
        };
        Self {
            random: Random::new(seed),
            pc_bits: params.pc_bits(),
            address_bits: params.spill().address_bits(),
            no_thread,
            sets: params.groups().lut_sets() as u64,
            mood: Mood::FLOOD,
            mood_cycles: 0,
            pcs: [0; ALPHABET],
            lanes: params.lanes(),
            outside: (0..homes).map(of_home).collect(),
            pipeline: Vec::new(),
            committing: false,
            configured: false,
            spilled: HashMap::new(),
            returning: VecDeque::new(),
            shown: false,
        }
    }

    fn next(&mut self, output: &Out<Values>, input: &mut In<Values>) {
        self.change_mood();
        self.configure(input);
        if !self.committing {
            input.commit = false;
            if output.init_done {
                self.commit(input);
            }
        }
        input.issue_ready = self.wants(self.mood.issue);
        input.write_ready = self.wants(self.mood.memory);
        input.fetch_ready = self.wants(self.mood.memory);
        self.give_back(input);
    }

    fn seen(&mut self, input: &In<Values>, output: &Out<Values>) {
        self.committing = input.commit && !output.commit_ready;
        if output.issue && input.issue_ready {
            self.pipeline.push(Warp {
                pc: output.issue_pc,
                tids: output.issue_tid.clone(),
            });
        }
        if input.back && output.back_ready {
            self.returning.pop_front();
            self.shown = false;
        }
        if output.fetch && input.fetch_ready {
            let warp = self.spilled.remove(&output.fetch_address);
            self.returning.extend(warp);
        }
        if output.write && input.write_ready {
            let warp = Warp {
                pc: output.write_pc,
                tids: output.write_tid.clone(),
            };
            self.spilled.insert(output.write_address, warp);
        }
    }

    fn legalise(output: &Out<Values>, input: &mut In<Values>) {
        input.commit &= output.init_done && input.commit_lanes != 0;
        input.configure &= output.spilled == 0;
        input.back &= output.fetching != 0;
    }
}
