//! The cycles of the other mechanisms relative to those of stacks, on every preset as shipped.

use crate::cause::{Extra, reasons};
use crate::kernels::{CLANG_ORDER, Size, drawn_for};
use crate::measured::{MEASURED, Machine};
use heddle_contract::config::PRESETS;
use heddle_machines::{Because, because, changed, shipped};
use heddle_sim::Mechanism;
use heddle_sim::mechanisms::DwfCounts;
use heddle_sim::report::Statistics;
use std::sync::LazyLock;

/// The largest allowed ratio of the cycles of dynamic warp formation to those of stacks, or to those of its own ideal scheduler
/// where that is slower: where threads of different warps request lines of their stacks together, no scheduler helps (DWF-23).
///
/// The paper's scheduler has four cycles per warp (footnote 12). These presets have one: a warp leaves the pool at best in every
/// other cycle, because a bank has one write port, and the heap needs some cycles for each choice.
fn most(preset: &str) -> f64 {
    match preset {
        "tiny" => 9.0,
        "collange2011" => 3.5,
        _ => 3.0,
    }
}
/// Above this ratio, the statistics must explain the difference.
const EXPLAINED: f64 = 1.5;
/// The largest allowed ratio for independent threads if only control flow delays them; above it, the statistics must explain the
/// difference.
const FREE: f64 = 1.05;

/// The statistics of a kernel under each of [`MEASURED`].
struct Measured {
    kernel: &'static str,
    preset: &'static str,
    cores: u64,
    statistics: [Statistics; MEASURED.len()],
}

impl Measured {
    fn of(&self, mechanism: Mechanism) -> &Statistics {
        let place = MEASURED.iter().position(|measured| *measured == mechanism);
        &self.statistics[place.expect("a mechanism that is measured")]
    }

    fn ratio(&self, mechanism: Mechanism) -> f64 {
        ratio(self.of(mechanism), self.of(Mechanism::Pdom))
    }

    fn extra(&self, mechanism: Mechanism) -> Extra {
        Extra::new(self.of(mechanism), self.of(Mechanism::Pdom), self.cores)
    }

    /// Whether threads request more lines than the warps of stacks.
    fn shares_fewer_lines(&self, mechanism: Mechanism) -> bool {
        self.of(mechanism).cache.accesses > self.of(Mechanism::Pdom).cache.accesses
    }

    fn describe(&self, mechanism: Mechanism) -> String {
        let (kernel, preset) = (self.kernel, self.preset);
        let (ratio, extra) = (self.ratio(mechanism), self.extra(mechanism));
        let dwf = self.of(mechanism).mechanism.of::<DwfCounts>();
        let reasons = dwf.map_or_else(String::new, |dwf| format!("; {}", reasons(&dwf.stalls)));
        format!("{kernel} on {preset}: {mechanism} {ratio:.2} times pdom, {extra}{reasons}")
    }
}

fn ratio(run: &Statistics, base: &Statistics) -> f64 {
    run.cycles as f64 / base.cycles as f64
}

/// Every kernel that is drawn for a preset, on every preset as shipped.
static MEASURED_ONCE: LazyLock<Vec<Measured>> = LazyLock::new(|| {
    let presets = PRESETS.iter().map(|(preset, _)| *preset);
    std::thread::scope(|scope| {
        let threads: Vec<_> = presets
            .map(|preset| scope.spawn(move || measure(preset)))
            .collect();
        let measured = threads.into_iter().map(|thread| thread.join());
        measured
            .flat_map(|measured| measured.expect("every run ends"))
            .collect()
    })
});

fn measure(preset: &'static str) -> Vec<Measured> {
    let machine = Machine::new(preset, &shipped(preset));
    let measured = drawn_for(preset).into_iter().map(|kernel| Measured {
        kernel,
        preset,
        cores: machine.cores,
        statistics: machine.measure(kernel, Size::of_tests()),
    });
    measured.collect()
}

/// Fails with the list of all kernels for which `is_wrong` holds under a mechanism.
fn assert_none(mechanism: Mechanism, is_wrong: impl Fn(&Measured) -> bool) {
    let wrong = MEASURED_ONCE.iter().filter(|measured| is_wrong(measured));
    let texts: Vec<String> = wrong.map(|measured| measured.describe(mechanism)).collect();
    assert!(texts.is_empty(), "{}\n{}", texts.len(), texts.join("\n"));
}

const IDEAL: Because = because("what a scheduler without limits takes");

/// Whether dynamic warps exceed the allowed ratio to both stacks and an ideal scheduler.
fn takes_too_long(measured: &Measured) -> bool {
    let most = most(measured.preset);
    if measured.ratio(Mechanism::Dwf) <= most {
        return false;
    }
    let why = IDEAL.twin("ratios::dynamic_warps_take_a_few_times_the_cycles_of_stacks_at_most");
    let config = changed(measured.preset, &["dwf.ideal=true"], why);
    let machine = Machine::new(measured.preset, &config);
    let ideal = machine.run(measured.kernel, Mechanism::Dwf, Size::of_tests());
    ratio(measured.of(Mechanism::Dwf), &ideal.statistics) > most
}

#[test]
fn dynamic_warps_take_a_few_times_the_cycles_of_stacks_at_most() {
    assert_none(Mechanism::Dwf, takes_too_long);
}

#[test]
fn where_dynamic_warps_take_longer_statistics_name_the_stall() {
    assert_none(Mechanism::Dwf, |measured| {
        let takes_longer = measured.ratio(Mechanism::Dwf) > EXPLAINED;
        takes_longer && !measured.extra(Mechanism::Dwf).is_named()
    });
}

#[test]
fn where_threads_on_their_own_take_longer_they_share_fewer_lines() {
    assert_none(Mechanism::Mimd, |measured| {
        let takes_longer = measured.ratio(Mechanism::Mimd) > FREE;
        let extra = measured.extra(Mechanism::Mimd);
        takes_longer && !(extra.is_named() && measured.shares_fewer_lines(Mechanism::Mimd))
    });
}

/// Changes that remove the delays besides control flow: misses, banks, and the three pipes that only warps have.
const CONTROL_FLOW_ONLY: [&str; 3] = [
    "memory.all_hits=true",
    "memory.bank_conflicts=false",
    "pipeline.pipes=one",
];

const WHY: Because =
    because("`mimd` is a bound of what control flow costs, not of what memory does");

#[test]
fn threads_on_their_own_are_a_bound_of_control_flow() {
    let why = WHY.twin("ratios::where_threads_on_their_own_take_longer_they_share_fewer_lines");
    for (preset, _) in PRESETS {
        let machine = Machine::new(preset, &changed(preset, &CONTROL_FLOW_ONLY, why));
        for kernel in drawn_for(preset) {
            let [pdom, mimd] = [Mechanism::Pdom, Mechanism::Mimd]
                .map(|mechanism| machine.run(kernel, mechanism, Size::of_tests()).statistics);
            let ratio = ratio(&mimd, &pdom);
            assert!(ratio <= FREE, "{kernel} on {preset}: {ratio:.3}");
        }
    }
}

/// Kernels with a branch that loops back past the point where its sides meet, as clang lays them out.
const LATCH_ABOVE: [&str; 4] = ["kmeans", "molecular_dynamics", "ray_sphere", "string_match"];

#[test]
fn without_a_stack_the_order_of_blocks_decides() {
    for (preset, _) in PRESETS {
        let machine = Machine::new(preset, &shipped(preset));
        let cycles = |kernel: &str, mechanism| {
            let report = machine.run(kernel, mechanism, Size::of_tests());
            report.statistics.cycles as f64
        };
        for kernel in LATCH_ABOVE {
            let kernels = [format!("{kernel}{CLANG_ORDER}"), kernel.to_owned()];
            let [placed, in_order] = kernels.map(|kernel| {
                cycles(&kernel, Mechanism::Stackless) / cycles(&kernel, Mechanism::Pdom)
            });
            let found = format!("{kernel} on {preset}: {placed:.2}, in order {in_order:.2}");
            assert!(in_order < 1.2 && placed > in_order + 0.15, "{found}");
        }
    }
}
