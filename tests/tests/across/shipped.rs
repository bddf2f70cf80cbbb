//! Presets as shipped, with all their cores and their own tables, on the small input of every workload: with and without a unit's
//! RTL. Every result is correct, and a run with RTL equals the plain run. At night in the stages `shipped`, `in-loop-shipped`
//! and, with workloads at full size, `in-loop-full`.

use crate::reports::Reports;
use crate::rtl_in_the_gpu::check;
use crate::watched::{CUT, SHORT};
use crate::{on_every_preset, support};
use heddle_contract::Config;
use heddle_contract::config::PRESETS;
use heddle_cosim::{KernelCheck, KernelModes, NAMES, by_name};
use heddle_kernels::{Room, Size, Workload};
use heddle_machines::{drawn, part, shipped, thorough};
use heddle_sim::{Gpu, Limits, Mechanism, Report};
use std::thread;

/// Preset, workload and mechanism of the runs that cannot complete, and how they end.
const REFUSED: [(&str, &str, Mechanism, &str); 1] = [(
    "tiny",
    "recursion",
    Mechanism::Stack,
    "the warp's reconvergence stack is full",
)];

fn refusal(preset: &str, workload: &str, mechanism: Mechanism) -> Option<&'static str> {
    let run = (preset, workload, mechanism);
    let found = REFUSED.iter().find(|(p, w, m, _)| (*p, *w, *m) == run);
    found.map(|(.., how)| *how)
}

/// Under each mechanism, every workload runs on one of the presets in turn; on all of them at night.
fn every_result_is_right(preset: &str) {
    let mut reports = Reports::of(preset);
    results_are_right(
        preset,
        &shipped(preset),
        0,
        |mechanism, workload, report| {
            reports.add(mechanism, workload, report);
        },
    );
    reports.assert_committed(thorough());
}

/// The same on a machine with a preset's sizes; `shift` says which preset's turn it takes. `see` is called with each report.
pub(super) fn results_are_right(
    preset: &str,
    config: &Config,
    shift: usize,
    mut see: impl FnMut(Mechanism, &'static str, &Report),
) {
    let place = support::place(preset) + shift;
    let gpu = Gpu::new(config).unwrap();
    for (turn, mechanism) in Mechanism::ALL.into_iter().enumerate() {
        let promised = |w: &&dyn Workload| w.is_race_free() || mechanism.keeps_step();
        let presets = PRESETS.len();
        for workload in part(heddle_kernels::named(), (place + turn) % presets, presets)
            .into_iter()
            .filter(promised)
        {
            let job = support::job(workload, config);
            let report = gpu.run(&job, mechanism, &support::limits()).unwrap();
            see(mechanism, workload.name(), &report);
            match refusal(preset, workload.name(), mechanism) {
                Some(how) => assert!(report.outcome.to_string().contains(how)),
                None => support::assert_result(workload, mechanism.name(), &report),
            }
        }
    }
}

/// The presets with several cores.
const SEVERAL_CORES: [&str; 3] = ["fung2009", "lashgar2012", "vaidya2013"];

/// The workloads for the RTL of a unit on a preset: ten launches on one preset with several cores in ordinary runs, all that
/// the night draws on each preset.
fn small_jobs(preset: &str, turn: usize) -> Vec<&'static dyn Workload> {
    match thorough() {
        true => drawn(heddle_kernels::all().to_vec(), turn),
        false if preset == SEVERAL_CORES[turn % SEVERAL_CORES.len()] => {
            vec![heddle_kernels::by_name("fwt").unwrap()]
        }
        false => Vec::new(),
    }
}

/// The units that can run kernels, with each mechanism whose cores have them.
fn placed_units() -> impl Iterator<Item = (&'static str, KernelModes, Mechanism)> {
    let modes = |name: &&'static str| Some((*name, by_name(name).unwrap().kernel_modes().ok()?));
    let units = NAMES.iter().filter_map(modes);
    units.flat_map(|(name, modes)| {
        let mechanisms = modes.mechanisms.iter();
        mechanisms.map(move |mechanism| (name, modes, *mechanism))
    })
}

/// The RTL of a unit never differs from the golden unit, and both beside it and in the loop, memory, cycles and statistics equal
/// those of the plain run.
fn assert_same_with_rtl(what: &str, modes: &KernelModes, check: &KernelCheck) {
    let [shadow, in_loop] = (modes.both)(check).unwrap();
    assert!(shadow.outcome.passed(), "{what}: {:?}", shadow.outcome);
    assert!(shadow.outcome.cycles > 0, "{what}: nothing was compared");
    for (mode, run) in [("shadow", shadow), ("in-loop", in_loop)] {
        let (report, golden) = (&run.report, &run.golden);
        assert_eq!(
            report.statistics.cycles, golden.statistics.cycles,
            "{what}, {mode}"
        );
        assert!(report == golden, "{what}, {mode}: {report:#?}\n{golden:#?}");
    }
}

/// The RTL of the units on two host threads, each of which takes every second unit: some presets take twenty minutes on one.
fn rtl_agrees(
    preset: &str,
    config: &Config,
    extent: (Size, Limits),
    jobs: impl Fn(usize, &'static str) -> Vec<&'static dyn Workload> + Sync,
) {
    thread::scope(|scope| {
        for half in 0..2 {
            let jobs = &jobs;
            scope.spawn(move || half_agrees(preset, config, half, extent, jobs));
        }
    });
}

fn half_agrees(
    preset: &str,
    config: &Config,
    half: usize,
    (size, limits): (Size, Limits),
    jobs: impl Fn(usize, &'static str) -> Vec<&'static dyn Workload>,
) {
    let folder = tempfile::tempdir().unwrap();
    let room = Room::new(config.core.warps, config.core.warp_size);
    let units = placed_units().enumerate().skip(half).step_by(2);
    for (turn, (unit, modes, mechanism)) in units {
        for workload in jobs(turn, unit) {
            let job = workload.job(size, support::SEED, room);
            let check = KernelCheck {
                mechanism: Some(mechanism),
                limits,
                ..check(config, &job, folder.path())
            };
            let (name, mechanism) = (workload.name(), mechanism.name());
            let what = format!("{unit}, {name}, {preset}, {mechanism}");
            assert_same_with_rtl(&what, &modes, &check);
        }
    }
}

fn small_with_rtl(preset: &str) {
    let jobs = |turn, _| small_jobs(preset, turn);
    let extent = (Size::Small, support::limits());
    rtl_agrees(preset, &shipped(preset), extent, jobs);
}

/// The RTL of every unit on a machine with a preset's sizes, with small inputs. A unit whose Verilog is that of the preset as
/// shipped is left out: the tests of that preset run it.
pub(super) fn small_rtl_agrees(preset: &str, config: &Config) {
    let before = shipped(preset);
    let verilog =
        |unit, config| heddle_hdl::units::design(unit, config).map(|design| design.modules);
    let jobs = |turn, unit| match verilog(unit, config).ok() == verilog(unit, &before).ok() {
        true => Vec::new(),
        false => small_jobs(preset, turn),
    };
    rtl_agrees(preset, config, (Size::Small, support::limits()), jobs);
}

fn full_with_rtl(preset: &str) {
    let jobs = SHORT.map(|name| heddle_kernels::by_name(name).unwrap());
    rtl_agrees(preset, &shipped(preset), (Size::Full, CUT), |turn, _| {
        drawn(jobs.to_vec(), turn)
    });
}

on_every_preset!(results: every_result_is_right);
on_every_preset!(rtl: small_with_rtl);
on_every_preset!(rtl_at_full_size: full_with_rtl, ignore = "at night: many minutes");
