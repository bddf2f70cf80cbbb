//! Mistakes in the RTL that the sweeps of `rtl_in_the_gpu` still find, although each sweep runs one kernel in four: one mistake
//! for each unit that has a place in the golden GPU. Each mistake shows only in some kernels of its sweep, so the choice of
//! kernels matters; the sweeps over all kernels found all mistakes. One more is found in both modes, with a report.

use crate::rtl_in_the_gpu::{cache, check, compressing, machine, one_core, some, spilling};
use crate::support::{job, limits};
use heddle_contract::Config;
use heddle_contract::config::Compress;
use heddle_contract::units::{
    CycleCompressor, DwfScheduler, DwfSubsystem, DwrSynchronizer, ReconvergenceStack,
    StacklessFrontEnd, ThreadPcTable, UnifiedArbiter,
};
use heddle_cosim::verilated::{Library, Verilog};
use heddle_cosim::{InGpu, KernelCheck, Lockstep, emit, rtl};
use heddle_kernels::{Workload, by_name};
use heddle_sim::Gpu;
use heddle_sim::mechanisms::ReplaceableUnit;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The RTL of a unit with a mistake: a piece of its text, which occurs once, is replaced.
fn mistaken<U: InGpu>(config: &Config, before: &str, after: &str) -> Verilog {
    let mut verilog = emit::<U>(&U::params(config).unwrap()).unwrap();
    let found = verilog.files.iter().map(|file| file.text.matches(before));
    let found: usize = found.map(Iterator::count).sum();
    assert_eq!(found, 1, "the emitted text has changed: adapt `{before}`");
    for file in &mut verilog.files {
        file.text = file.text.replace(before, after);
    }
    verilog
}

/// Whether a kernel shows a difference when the RTL runs beside the golden unit.
fn finds<U: InGpu>(config: &Config, library: &Arc<Library>, workload: &dyn Workload) -> bool {
    let params = U::params(config).unwrap();
    let gpu = Gpu::new(config).unwrap();
    let (job, mechanism) = (job(workload, config), U::Replaceable::mechanisms()[0]);
    let beside =
        |_, around: &_| U::install(around, Lockstep::<U, U::Golden>::new(&params, library));
    let ran = gpu.run_under::<U::Replaceable, _>(&job, mechanism, &limits(), beside);
    let mut cores = ran.unwrap().1.into_iter().map(U::uninstall);
    cores.any(|mut lockstep| lockstep.finish().is_some())
}

/// At least one kernel of a sweep finds the mistake, and at least one does not.
fn some_find_it<U: InGpu>(config: &Config, turn: usize, before: &str, after: &str) {
    let verilog = mistaken::<U>(config, before, after);
    let library = rtl::library::<U>(&U::params(config).unwrap(), verilog, &cache()).unwrap();
    let mut found = BTreeSet::new();
    let some = some(turn).into_iter();
    let finds = some.map(|workload| finds::<U>(config, &library, workload));
    let both = finds.filter(|finds| found.insert(*finds)).take(2).count();
    assert_eq!(both, 2, "{}: {found:?}", U::NAME);
}

#[test]
fn a_front_end_that_does_not_prefer_replays() {
    some_find_it::<StacklessFrontEnd>(
        &machine("tiny", 0),
        0,
        "(|replay_warps) ? replay_warps : pending_q",
        "pending_q",
    );
}

#[test]
fn an_arbiter_that_does_not_look_at_nesting() {
    some_find_it::<UnifiedArbiter>(
        &machine("tiny", 2),
        1,
        "{key_i[i*KEY_BITS +: KEY_BITS], address_i",
        "{8'd0, address_i",
    );
}

#[test]
fn a_table_that_parks_half_of_the_warps() {
    some_find_it::<ThreadPcTable>(
        &machine("collange2011", 1),
        3,
        "parked_pc_q[park_warp_i] <=",
        "parked_pc_q[park_warp_i & 5'd15] <=",
    );
}

#[test]
fn a_stack_that_pops_entries_of_another_depth() {
    some_find_it::<ReconvergenceStack>(
        &machine("collange2011", 1),
        4,
        "old_entries_below - distance;",
        "(old_entries_below - distance) & 3;",
    );
}

#[test]
fn a_compressor_that_leaves_results_in_the_lanes_of_the_alu() {
    some_find_it::<CycleCompressor>(
        &compressing(Compress::Scc),
        2,
        ".position_i    (alu4_position_q)",
        ".position_i    (8'he4)",
    );
}

#[test]
fn a_scheduler_that_inserts_what_does_not_fit() {
    some_find_it::<DwfScheduler>(&spilling(), 3, "(front & has_room)", "(front)");
}

#[test]
fn registers_that_lose_a_fetch_behind_a_write() {
    let mut config = spilling();
    config.dwf.spill_latency = 1;
    let (before, after) = ("~(fetch_ready_i & ~written_full_q)", "~fetch_ready_i");
    some_find_it::<DwfSubsystem>(&config, 3, before, after);
}

#[test]
fn a_synchroniser_that_puts_nothing_on_the_ignore_list() {
    let config = one_core("lashgar2012");
    some_find_it::<DwrSynchronizer>(&config, 2, "(lock_en & partner_sync_mismatch)", "(1'b0)");
}

/// A wrong arbiter is found in both modes, with an explanation.
#[test]
fn a_wrong_arbiter_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let config = machine("tiny", 1);
    let job = job(by_name("mandelbrot").unwrap(), &config);
    let verilog = mistaken::<UnifiedArbiter>(
        &config,
        "word0[2*i+1] < word0[2*i]",
        "word0[2*i+1] > word0[2*i]",
    );
    let check = KernelCheck {
        verilog: Some(verilog),
        ..check(&config, &job, folder.path())
    };
    for result in [
        check.shadow::<UnifiedArbiter>(),
        check.in_loop::<UnifiedArbiter>(),
    ] {
        let result = result.unwrap();
        assert!(!result.passed());
        let mismatch = result.outcome.first_mismatch.unwrap();
        assert_eq!(mismatch.port, "target");
        let artefacts = result.outcome.artefacts.unwrap();
        assert!(artefacts.waveform.unwrap().metadata().unwrap().len() > 0);
        let report = std::fs::read_to_string(artefacts.report).unwrap();
        assert!(
            report.contains("reproduce: cargo test -p heddle-tests"),
            "{report}"
        );
        // The front end, and the arbiter in it, are clocked in every cycle of the core.
        let issued = format!(
            "issued last by core 0, by cycle {} of the GPU:",
            mismatch.cycle
        );
        assert!(report.contains(&issued), "{report}");
        let page = std::fs::read_to_string(artefacts.page).unwrap();
        assert!(page.contains("id=\"mismatch-data\"") && page.contains("class=\"recording\""));
    }
}

/// `dwf` clocks its unit before the core issues, the other mechanisms after it: either way the unit's cycle is one of the GPU.
#[test]
fn a_unit_that_is_clocked_before_its_core_issues_is_placed() {
    let folder = tempfile::tempdir().unwrap();
    let config = spilling();
    let job = job(by_name("if_else").unwrap(), &config);
    let verilog = mistaken::<DwfScheduler>(
        &config,
        "= pool_read_tid;",
        "= pool_read_pc[2] ? ~pool_read_tid : pool_read_tid;",
    );
    let check = KernelCheck {
        verilog: Some(verilog),
        ..check(&config, &job, folder.path())
    };
    let outcome = check.shadow::<DwfScheduler>().unwrap().outcome;
    let mismatch = outcome.first_mismatch.unwrap();
    assert!(mismatch.differing.len() > 1, "{mismatch}");
    let report = std::fs::read_to_string(outcome.artefacts.unwrap().report).unwrap();
    let issued = format!(
        "issued last by core 0, by cycle {} of the GPU:",
        mismatch.cycle
    );
    assert!(report.contains(&issued), "{report}");
}
