//! The golden subsystem of stack-less reconvergence under its stimuli, beside threads whose own PCs are up to date in every
//! cycle: that PCs go stale and park shows at no port.

use crate::configurations::Configured;
use heddle_contract::units::stackless_subsystem::{In, Out, Params};
use heddle_contract::{Border, Golden, Values, units};
use heddle_cosim::stimuli::{self, Stimuli};
use heddle_machines::thorough;
use heddle_units::StacklessSubsystem;
use std::collections::VecDeque;

/// Cycles of each configuration at night; by day a tenth of them.
const CYCLES: u64 = 20_000;

/// A warp of threads with PCs.
#[derive(Clone)]
struct Warp {
    /// The PC of each lane.
    pcs: Vec<u64>,
    /// Lanes that run at the common PC, one bit each.
    together: u64,
    /// Whether the threads are new: where they start is known at the next grant.
    fresh: bool,
}

/// What was presented for a request.
struct Operands {
    lanes: u64,
    key: Vec<u64>,
}

/// The threads of a core.
struct Threads {
    params: Params,
    warps: Vec<Warp>,
    /// Of this cycle and of as many before as the tree takes, the oldest first.
    operands: VecDeque<Operands>,
    /// Number of results that were compared.
    results: u64,
}

/// The lanes of a mask.
fn lanes(mask: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |lane| mask >> lane & 1 == 1)
}

impl Warp {
    /// The common PC of a result, and its lanes: the smallest key, then the smallest PC.
    fn choice(&self, operands: &Operands) -> Option<(u64, u64)> {
        let words = lanes(operands.lanes).map(|lane| (operands.key[lane], self.pcs[lane]));
        let (_, chosen) = words.min()?;
        let there = lanes(operands.lanes).filter(|lane| self.pcs[*lane] == chosen);
        Some((chosen, there.fold(0, |mask, lane| mask | 1 << lane)))
    }

    /// The lanes that run together execute an instruction: they are behind it, unless they branch.
    fn run(&mut self, pc_bits: u32) {
        for lane in lanes(self.together) {
            self.pcs[lane] = (self.pcs[lane] + 1) % (1 << pc_bits);
        }
    }
}

impl Threads {
    fn new(params: &Params) -> Self {
        let warp = Warp {
            pcs: vec![0; params.lanes()],
            together: 0,
            fresh: false,
        };
        Self {
            params: *params,
            warps: vec![warp; params.warps()],
            operands: VecDeque::new(),
            results: 0,
        }
    }

    /// All lanes that run together branch.
    fn complete(&self, input: &mut In<Values>) {
        if input.branch {
            input.branch_lanes |= self.warps[input.branch_warp as usize].together;
        }
    }

    fn cycle(&mut self, input: &In<Values>, output: &Out<Values>) {
        lanes(input.start).for_each(|warp| self.warps[warp].fresh = true);
        if output.grant && !output.grant_memory {
            let warp = &mut self.warps[output.grant_warp as usize];
            if std::mem::take(&mut warp.fresh) {
                warp.pcs.fill(input.start_pc);
            }
            warp.together = 0;
        }
        self.result(input, output);
        if input.fetch {
            self.warps[input.fetch_warp as usize].run(self.params.pc_bits());
        }
        if input.branch {
            let warp = &mut self.warps[input.branch_warp as usize];
            lanes(input.branch_lanes).for_each(|lane| warp.pcs[lane] = input.branch_pc[lane]);
            warp.together = 0;
        }
    }

    /// Compares a result with what the threads' own PCs give.
    fn result(&mut self, input: &In<Values>, output: &Out<Values>) {
        self.operands.push_back(Operands {
            lanes: input.lanes,
            key: input.key.clone(),
        });
        let latency = self.params.front_end().arbiter().tree_latency() as usize;
        if self.operands.len() <= latency {
            return;
        }
        let operands = self.operands.pop_front().expect("more than the latency");
        if !output.result || output.result_memory {
            return;
        }
        let warp = &mut self.warps[output.result_warp as usize];
        let found = (output.result_target, output.result_lanes);
        let found = output.result_any.then_some(found);
        assert_eq!(found, warp.choice(&operands), "warp {}", output.result_warp);
        warp.together = found.map_or(0, |(_, lanes)| lanes);
        self.results += 1;
    }
}

fn chooses_among_own_pcs(params: &Params) {
    println!("{params:?}");
    let mut golden = StacklessSubsystem::new(params);
    let mut stimuli = stimuli::StacklessSubsystem::new(params, 12);
    let (mut input, mut output) = (In::<Values>::zero(params), Out::<Values>::zero(params));
    let mut threads = Threads::new(params);
    let cycles = if thorough() { CYCLES } else { CYCLES / 10 };
    for _ in 0..cycles {
        golden.out(&input, &mut output);
        stimuli.next(&output, &mut input);
        threads.complete(&mut input);
        golden.out(&input, &mut output);
        stimuli.seen(&input, &output);
        threads.cycle(&input, &output);
        golden.clock(&input);
    }
    assert!(threads.results > cycles / 20, "{}", threads.results);
}

/// SLR-27.
#[test]
fn the_stackless_subsystem_chooses_among_the_pcs_of_the_threads() {
    units::StacklessSubsystem::configurations()
        .iter()
        .for_each(chooses_among_own_pcs);
}
