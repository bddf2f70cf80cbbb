//! The golden scheduler of dynamic warp formation under stimuli: no thread is lost or duplicated, and
//! its structures stay consistent.

use crate::configurations::Configured;
use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use heddle_contract::{Border, Golden, Values, units};
use heddle_cosim::stimuli::{self, Stimuli};
use heddle_machines::thorough;
use heddle_units::DwfScheduler;
use std::collections::BTreeSet;

/// Cycles of each configuration at night; by day a tenth of them.
const CYCLES: u64 = 20_000;

/// The threads in the scheduler or in its memory, computed from its inputs and outputs.
#[derive(Default)]
struct Ledger {
    held: BTreeSet<usize>,
    spilled: BTreeSet<usize>,
}

fn threads<'a>(tids: &'a [u64], lanes: u64) -> impl Iterator<Item = usize> + 'a {
    let lanes = (0..tids.len()).filter(move |lane| lanes >> lane & 1 == 1);
    lanes.map(|lane| tids[lane] as usize)
}

fn present<'a>(p: &Params, tids: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
    let none = p.pool().no_thread();
    tids.iter()
        .filter(move |tid| **tid != none)
        .map(|tid| *tid as usize)
}

impl Ledger {
    /// Updates the ledger with a cycle, except for its commit, which the caller counts when it is first offered.
    fn cycle(&mut self, p: &Params, input: &In<Values>, output: &Out<Values>) {
        if output.issue && input.issue_ready {
            for thread in threads(&output.issue_tid, output.issue_lanes) {
                assert!(
                    self.held.remove(&thread),
                    "thread {thread} leaves and was not there"
                );
            }
        }
        if output.write && input.write_ready {
            for thread in present(p, &output.write_tid) {
                assert!(
                    self.held.remove(&thread),
                    "thread {thread} is spilled and was not there"
                );
                self.spilled.insert(thread);
            }
        }
        if input.back && output.back_ready {
            for thread in present(p, &input.back_tid) {
                assert!(
                    self.spilled.remove(&thread),
                    "thread {thread} was not spilled"
                );
                self.held.insert(thread);
            }
        }
    }
}

fn keeps_threads(params: &Params) {
    let mut golden = DwfScheduler::new(params);
    let mut stimuli = stimuli::DwfScheduler::new(params, 11);
    let (mut input, mut output) = (In::<Values>::zero(params), Out::<Values>::zero(params));
    let mut ledger = Ledger::default();
    let mut waiting = false;
    let cycles = if thorough() { CYCLES } else { CYCLES / 10 };
    for cycle in 0..cycles {
        golden.out(&input, &mut output);
        stimuli.next(&output, &mut input);
        golden.out(&input, &mut output);
        stimuli.seen(&input, &output);
        if input.commit && !waiting {
            // Some of its threads may leave again before the whole commit is accepted.
            ledger
                .held
                .extend(threads(&input.commit_tid, input.commit_lanes));
        }
        ledger.cycle(params, &input, &output);
        golden.clock(&input);
        if let Err(finding) = golden.check() {
            panic!("after cycle {cycle} of {params:?}: {finding}");
        }
        waiting = input.commit && !output.commit_ready;
        if !waiting {
            let held: BTreeSet<usize> = golden.threads().collect();
            assert_eq!(held, ledger.held, "after cycle {cycle} of {params:?}");
        }
    }
}

#[test]
fn no_thread_is_lost_or_doubled() {
    units::DwfScheduler::configurations()
        .iter()
        .for_each(keeps_threads);
}
