//! Threads that the Verilog of `dwf_scheduler` issues in a cycle under random traffic, with the latencies that the ECP5 recommends and
//! with those of the preset: fung2009, whose pipeline takes a warp in four cycles. Each thread that is issued goes to a random one of
//! 2 to 16 PCs. What is lost to latency shows here first, because nothing else takes time: warps are committed as soon as the
//! scheduler takes them.
//!
//! `cargo bench -p heddle-benches --bench formation` prints a table. It fails below [`LEAST`] of the threads with the
//! preset's latencies.

use heddle_contract::config::{Source, Target};
use heddle_contract::units::DwfScheduler;
use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use heddle_contract::{Behaviour, Border, Config, Unit, Values};
use heddle_cosim::verilated::Cache;
use heddle_cosim::{Rtl, emit, rtl};
use heddle_machines::shipped;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::{HashMap, VecDeque};

const PRESET: &str = "fung2009";
const PCS: [u64; 4] = [2, 4, 8, 16];
const CYCLES: u64 = 100_000;
const SEED: u64 = 1;
/// The least share of the threads of the preset's latencies.
const LEAST: f64 = 0.8;
/// Cycles for which a spilled warp is on its way back.
const MEMORY: u64 = 20;

/// Lanes of a warp: the thread of each, if it has one.
type Lanes = Vec<Option<u64>>;

/// A warp in memory.
struct Spilled {
    /// The cycle in which it is back, if it is fetched.
    at: u64,
    pc: u64,
    tid: Vec<u64>,
}

/// A core that does nothing but branch.
struct Traffic {
    params: Params,
    rtl: Rtl<DwfScheduler>,
    input: In<Values>,
    output: Out<Values>,
    random: Xoshiro256PlusPlus,
    pcs: u64,
    /// Cycles for which the pipeline takes a warp.
    slot: u64,
    /// Warps that have executed, the oldest first.
    done: VecDeque<Lanes>,
    /// Spilled warps by address, and those that are coming back.
    memory: HashMap<u64, Spilled>,
    coming: VecDeque<Spilled>,
}

impl Traffic {
    fn new(config: &Config, pcs: u64) -> Self {
        let params = DwfScheduler::params(config).expect("a unit of the preset");
        let verilog = emit::<DwfScheduler>(&params).expect("a description without mistakes");
        let cache = Cache::user().expect("a cache");
        let library = rtl::library::<DwfScheduler>(&params, verilog, &cache).expect("tools");
        let threads = (0..config.core.threads() as u64).collect::<Vec<_>>();
        let warps = threads.chunks(params.lanes());
        Traffic {
            rtl: Rtl::new(&library),
            input: In::zero(&params),
            output: Out::zero(&params),
            random: Xoshiro256PlusPlus::seed_from_u64(SEED),
            pcs,
            slot: (config.core.warp_size / config.core.simd_width) as u64,
            done: warps
                .map(|warp| warp.iter().copied().map(Some).collect())
                .collect(),
            memory: HashMap::new(),
            coming: VecDeque::new(),
            params,
        }
    }

    /// Offers a warp whose threads go to random PCs.
    fn offer(&mut self, warp: &Lanes) {
        let nobody = (1 << self.params.tid_bits()) - 1;
        let input = &mut self.input;
        input.commit = true;
        input.commit_lanes = 0;
        for (lane, thread) in warp.iter().enumerate() {
            input.commit_lanes |= u64::from(thread.is_some()) << lane;
            input.commit_tid[lane] = thread.unwrap_or(nobody);
            input.commit_pc[lane] = u64::from(self.random.next_u32()) % self.pcs;
        }
    }

    /// Threads issued in a cycle, on average over `CYCLES` cycles.
    fn rate(mut self) -> f64 {
        let (mut issued, mut free_at) = (0, 0);
        for now in 0..CYCLES {
            if !self.input.commit
                && self.output.init_done
                && let Some(warp) = self.done.pop_front()
            {
                self.offer(&warp);
            }
            self.input.issue_ready = now >= free_at;
            self.recall(now);
            self.rtl.eval(&self.input, &mut self.output);
            self.rtl.tick(&self.input);
            self.remember(now);
            if self.output.issue && self.input.issue_ready {
                issued += self.output.issue_lanes.count_ones();
                self.done.push_back(self.leaving());
                free_at = now + self.slot;
            }
            self.input.commit &= !self.output.commit_ready;
        }
        f64::from(issued) / CYCLES as f64
    }

    /// Shows the warp that comes back from memory in this cycle.
    fn recall(&mut self, now: u64) {
        (self.input.write_ready, self.input.fetch_ready) = (true, true);
        let back = self.coming.front().filter(|spilled| spilled.at <= now);
        self.input.back = back.is_some();
        if let Some(back) = back {
            self.input.back_pc = back.pc;
            self.input.back_tid.copy_from_slice(&back.tid);
        }
    }

    /// The memory side of the spill queue in a cycle.
    fn remember(&mut self, now: u64) {
        let Out {
            write_pc,
            write_tid,
            fetch_address,
            ..
        } = &self.output;
        if self.input.back && self.output.back_ready {
            self.coming.pop_front();
        }
        if self.output.write {
            let spilled = Spilled {
                at: 0,
                pc: *write_pc,
                tid: write_tid.clone(),
            };
            self.memory.insert(self.output.write_address, spilled);
        }
        if self.output.fetch {
            let spilled = self.memory.remove(fetch_address);
            let spilled = spilled.expect("what is fetched was written");
            self.coming.push_back(Spilled {
                at: now + MEMORY,
                ..spilled
            });
        }
    }

    /// The warp that is issued.
    fn leaving(&self) -> Lanes {
        let Out {
            issue_lanes,
            issue_tid,
            ..
        } = &self.output;
        let lanes = issue_tid.iter().enumerate();
        lanes
            .map(|(lane, tid)| (issue_lanes >> lane & 1 == 1).then_some(*tid))
            .collect()
    }
}

fn main() {
    let own = shipped(PRESET);
    let source = Source::Preset(PRESET.into());
    let recommended = Config::load_for(&source, Some(Target::Ecp5), &[]);
    let recommended = recommended.expect("they suit the preset");
    println!(
        "threads a cycle, {PRESET}, {CYCLES} cycles, seed {SEED}: PCs, preset, recommended for an ECP5, ratio"
    );
    for pcs in PCS {
        let [before, after] = [&own, &recommended].map(|config| Traffic::new(config, pcs).rate());
        let share = after / before;
        println!("{pcs:3} {before:7.3} {after:7.3} {share:7.3}");
        assert!(share >= LEAST, "{pcs} PCs: less than {LEAST}");
    }
}
