//! Attributes the extra cycles of one run over another to causes, according to its statistics.

use heddle_sim::mechanisms::{DwfCounts, DwfStalls};
use heddle_sim::report::Statistics;
use std::fmt;

/// Extra core cycles of one run over another, spent on one activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Key of the statistics.
    pub name: &'static str,
    /// Negative if the other run has more of these cycles.
    pub cycles: i64,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:+}", self.name, self.cycles)
    }
}

/// The extra cycles of a run over another, summed over cores that have threads, each counted once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// All extra cycles.
    pub cycles: i64,
    /// Extra cycles with a cause of their own.
    pub named: [Cause; 4],
    /// Extra cycles in which a core only waits for another delay to end: for a result, or for other threads.
    pub waiting: [Cause; 3],
}

/// The cycles of all cores in which lanes were busy. These are the cycles without any other stall: a warp that cannot issue
/// because the lanes are busy is not counted as a stall.
fn at_work(statistics: &Statistics, cores: u64) -> u64 {
    let stalls = &statistics.stalls;
    let scheduling = stalls.port + stalls.arbiter + stalls.memory;
    statistics.cycles * cores - scheduling - stalls.pipeline - stalls.barrier - stalls.idle
}

/// Cycles in which a scheduler of dynamic warps kept the pipeline waiting.
fn kept_waiting(statistics: &Statistics) -> i64 {
    let stalls = statistics.mechanism.of::<DwfCounts>().map(|dwf| dwf.stalls);
    stalls.map_or(0, |s| {
        (s.choice + s.queue + s.issue + s.spill + s.back + s.split + s.ports) as i64
    })
}

impl Extra {
    /// Extra cycles of a run over a base run, on this many cores.
    pub fn new(run: &Statistics, base: &Statistics, cores: u64) -> Self {
        let cause = |name, count: &dyn Fn(&Statistics) -> u64| Cause {
            name,
            cycles: count(run) as i64 - count(base) as i64,
        };
        let arbiter = cause("stalls.arbiter", &|s| s.stalls.arbiter);
        let scheduler = kept_waiting(run).min(arbiter.cycles).max(0);
        Extra {
            cycles: cause("cycles", &|s| s.cycles * cores - s.stalls.idle).cycles,
            named: [
                cause("lanes at work", &|s| at_work(s, cores)),
                cause("stalls.port", &|s| s.stalls.port),
                cause("stalls.memory", &|s| s.stalls.memory),
                Cause {
                    name: "dwf.stalls",
                    cycles: scheduler,
                },
            ],
            waiting: [
                Cause {
                    name: "other stalls.arbiter",
                    cycles: arbiter.cycles - scheduler,
                },
                cause("stalls.pipeline", &|s| s.stalls.pipeline),
                cause("stalls.barrier", &|s| s.stalls.barrier),
            ],
        }
    }

    /// Whether named causes cover at least half of the cycles.
    pub fn is_named(&self) -> bool {
        let named = self.named.iter().map(|cause| cause.cycles.max(0));
        2 * named.sum::<i64>() >= self.cycles
    }
}

impl fmt::Display for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+} cycles of cores: ", self.cycles)?;
        let mut causes: Vec<Cause> = self.named.into_iter().chain(self.waiting).collect();
        causes.sort_by_key(|cause| -cause.cycles);
        let texts: Vec<String> = causes.iter().map(Cause::to_string).collect();
        write!(f, "{}", texts.join(", "))
    }
}

/// Why a scheduler of dynamic warps kept the pipeline waiting, the most frequent reason first.
pub fn reasons(stalls: &DwfStalls) -> String {
    let mut causes = [
        ("choice", stalls.choice),
        ("queue", stalls.queue),
        ("issue", stalls.issue),
        ("spill", stalls.spill),
        ("back", stalls.back),
        ("split", stalls.split),
        ("ports", stalls.ports),
    ];
    causes.sort_by_key(|(_, cycles)| std::cmp::Reverse(*cycles));
    let texts = causes.map(|(name, cycles)| format!("dwf.stalls.{name} {cycles}"));
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Size;
    use crate::measured::Machine;
    use heddle_machines::shipped;
    use heddle_sim::Mechanism;

    /// A run, and one that is longer by `by` cycles.
    fn longer(by: u64) -> [Statistics; 2] {
        let machine = Machine::new("tiny", &shipped("tiny"));
        let run = machine
            .run("spmv", Mechanism::Dwf, Size::TwoBlocks)
            .statistics;
        let mut longer = run.clone();
        longer.cycles += by;
        [run, longer]
    }

    #[test]
    fn cycles_that_only_wait_have_no_name() {
        let [base, mut run] = longer(1000);
        run.stalls.barrier += 600;
        run.stalls.port += 400;
        assert!(!Extra::new(&run, &base, 1).is_named());
        run.stalls.barrier -= 100;
        run.stalls.port += 100;
        let extra = Extra::new(&run, &base, 1);
        assert!(extra.is_named());
        assert!(
            extra
                .to_string()
                .starts_with("+1000 cycles of cores: stalls.port +500, stalls.barrier +500")
        );
    }

    #[test]
    fn a_scheduler_that_does_not_say_why_names_nothing() {
        let [base, mut run] = longer(1000);
        run.stalls.arbiter += 1000;
        let stalled = |spill| DwfCounts {
            stalls: DwfStalls {
                spill,
                ..DwfStalls::default()
            },
            ..DwfCounts::default()
        };
        run.mechanism = stalled(0).into();
        assert!(!Extra::new(&run, &base, 1).is_named());
        run.mechanism = stalled(500).into();
        assert!(Extra::new(&run, &base, 1).is_named());
    }

    #[test]
    fn every_cycle_is_counted_once() {
        let machine = Machine::new("fung2009", &shipped("fung2009"));
        let [pdom, dwf] = [Mechanism::Pdom, Mechanism::Dwf]
            .map(|mechanism| machine.run("spmv", mechanism, Size::TwoBlocks).statistics);
        let extra = Extra::new(&dwf, &pdom, machine.cores);
        let causes = extra.named.iter().chain(&extra.waiting);
        assert_eq!(causes.map(|cause| cause.cycles).sum::<i64>(), extra.cycles);
    }
}
