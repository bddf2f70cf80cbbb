//! The emitted RTL in the golden GPU: in shadow mode and in the loop on every kernel, and the trace of table 2 from the RTL.

#[path = "../../../sim/tests/gpu/support/mod.rs"]
#[allow(dead_code, unused_imports)]
pub(super) mod programs;
use crate::support::{self, job, limits};
use heddle_contract::Config;
use heddle_contract::config::{Compress, Structure};
use heddle_contract::units::stackless_front_end::{In, Out};
use heddle_contract::units::{
    CycleCompressor, DwfScheduler, DwfSubsystem, DwrSubsystem, DwrSynchronizer, ReconvergenceStack,
    StacklessFrontEnd, StacklessSubsystem, ThreadPcTable, UnifiedArbiter,
};
use heddle_contract::{Behaviour, Values};
use heddle_cosim::verilated::Cache;
use heddle_cosim::{Checked, Entry, Error, KernelCheck, KernelOutcome, KernelUnit, Rtl, emit, rtl};
use heddle_isa::Program;
use heddle_kernels::{Workload, by_name};
use heddle_machines::{because, changed, file, part, thorough};
use heddle_sim::mechanisms::DwfCounts;
use heddle_sim::{Gpu, Job, Mechanism, Report};
use std::sync::Arc;

/// Compiled models, kept between runs.
pub(super) fn cache() -> Cache {
    Cache::user().expect("a cache")
}

pub(super) fn machine(preset: &str, tree_latency: u32) -> Config {
    let why = because("every latency of the arbiter, and the mode with all units of compaction")
        .twin("nightly: in-loop-shipped");
    let latency = format!("stackless.tree_latency={tree_latency}");
    changed(preset, &[&latency, "compaction.mode=scc"], why)
}

/// The machine of vaidya2013 with a compaction mode.
pub(super) fn compressing(mode: Compress) -> Config {
    let why = because("every mode").twin("nightly: in-loop-shipped");
    let mode = format!("compaction.mode={}", mode.name());
    changed("vaidya2013", &[&mode], why)
}

/// One core of a preset.
pub(super) fn one_core(preset: &str) -> Config {
    let why = because("cores are alike, and RTL is slow").twin("nightly: in-loop-shipped");
    changed(preset, &["cores=1"], why)
}

/// A scheduler that is always too small.
pub(super) fn spilling() -> Config {
    let machine = concat!(env!("CARGO_MANIFEST_DIR"), "/data/machines/small_dwf.toml");
    let why = because("a pool that is always full").twin("nightly: in-loop-shipped");
    file(machine, why)
}

pub fn check<'a>(config: &'a Config, job: &'a Job, folder: &std::path::Path) -> KernelCheck<'a> {
    KernelCheck {
        config,
        job,
        mechanism: None,
        limits: limits(),
        verilog: None,
        // A model with checkers has to be compiled, too.
        assumptions: thorough(),
        cache: cache(),
        seed: support::SEED,
        folder: folder.into(),
        command: "cargo test -p heddle-tests".into(),
        clock: Default::default(),
    }
}

fn assert_clean(name: &str, what: &str, result: &KernelOutcome) {
    let outcome = &result.outcome;
    assert!(
        outcome.passed(),
        "{name}, {what}: {:?}",
        outcome.first_mismatch
    );
    assert!(outcome.cycles > 0, "{name}, {what}: nothing was compared");
    assert_eq!(result.report, result.golden, "{name}, {what}");
}

/// Runs a check in both modes; returns the report of the RTL in the loop.
fn both_modes<U: KernelUnit>(name: &str, check: &KernelCheck) -> Report {
    let modes = U::kernel_modes().unwrap();
    let [shadow, in_loop] = (modes.both)(check).unwrap();
    assert_clean(name, "shadow", &shadow);
    assert_clean(name, "in-loop", &in_loop);
    in_loop.report
}

/// Both modes on one kernel in eight, starting with number `turn`, on every kernel at night; memory, cycles and statistics equal
/// those of the golden run.
fn some_kernels<U: KernelUnit>(config: &Config, turn: usize) {
    some_kernels_that::<U>(config, turn, |_, _| ());
}

/// The same; `also` inspects each run.
fn some_kernels_that<U: KernelUnit>(config: &Config, turn: usize, also: impl Fn(&str, &Report)) {
    kernels::<U>(config, &some(turn), also);
}

/// The kernels of such a sweep.
pub(super) fn some(turn: usize) -> Vec<&'static dyn Workload> {
    part(heddle_kernels::all().iter().copied(), turn, 8)
}

/// The same for the given kernels.
fn kernels<U: KernelUnit>(config: &Config, which: &[&dyn Workload], also: impl Fn(&str, &Report)) {
    kernels_under::<U>(config, None, which, also);
}

/// The same under another mechanism than the unit's usual one.
fn kernels_under<U: KernelUnit>(
    config: &Config,
    mechanism: Option<Mechanism>,
    which: &[&dyn Workload],
    also: impl Fn(&str, &Report),
) {
    let folder = tempfile::tempdir().unwrap();
    for workload in which {
        let job = job(*workload, config);
        let check = KernelCheck {
            mechanism,
            ..check(config, &job, folder.path())
        };
        let report = both_modes::<U>(workload.name(), &check);
        support::assert_result(*workload, "in-loop", &report);
        also(workload.name(), &report);
    }
}

#[test]
fn front_end_combinational_arbiter() {
    some_kernels::<StacklessFrontEnd>(&machine("tiny", 0), 0);
}

#[test]
fn front_end_wide_machine() {
    some_kernels::<StacklessFrontEnd>(&machine("collange2011", 1), 1);
}

#[test]
fn front_end_two_stage_arbiter() {
    some_kernels::<StacklessFrontEnd>(&machine("tiny", 2), 2);
}

#[test]
fn arbiter_by_latency() {
    for (turn, latency) in [0, 2].into_iter().enumerate() {
        some_kernels::<UnifiedArbiter>(&machine("tiny", latency), turn);
    }
}

/// Runs kernels on a tiny machine. For a unit that is part of a larger one, checks that the larger unit is in the registry and
/// runs kernels.
fn on_a_tiny_machine<U: KernelUnit>() {
    match U::kernel_modes() {
        Ok(_) => some_kernels::<U>(&machine("tiny", 1), 3),
        Err(Error::Part { unit, assembly }) => {
            assert_eq!(unit, U::NAME);
            let runs = |entry: &Entry| entry.kernel_modes().is_ok();
            assert!(heddle_cosim::by_name(assembly).is_some_and(runs));
        }
        Err(error) => panic!("{error}"),
    }
}

macro_rules! on_a_tiny_machine {
    ($($stem:ident $unit:ident,)*) => {
        $(#[test]
        fn $stem() {
            super::on_a_tiny_machine::<heddle_contract::units::$unit>();
        })*
    };
}

mod every_unit {
    heddle_contract::for_each_unit!(on_a_tiny_machine);
}

#[test]
fn table_of_thread_pcs_wide_machine() {
    some_kernels::<ThreadPcTable>(&machine("collange2011", 1), 1);
}

#[test]
fn stackless_subsystem_wide_machine() {
    some_kernels::<StacklessSubsystem>(&machine("collange2011", 1), 5);
}

/// A warp is granted a PC and answered in one cycle.
#[test]
fn stackless_subsystem_combinational_arbiter() {
    some_kernels::<StacklessSubsystem>(&machine("tiny", 0), 0);
}

/// Registers in the grant, before the table of PCs and in it: alone and together.
#[test]
fn stackless_units_by_latency() {
    const GRANT: &str = "stackless.grant_latency=1";
    const PARK: &str = "stackless.park_latency=1";
    let all = [GRANT, PARK, "stackless.table_latency=2"];
    let sets: [&[&str]; 4] = [&[GRANT], &[PARK], &["stackless.table_latency=1"], &all];
    for (turn, latencies) in part(sets.into_iter().enumerate(), 1, 2) {
        let why = because("every latency around the arbiter").twin("nightly: in-loop-shipped");
        let config = changed("tiny", latencies, why);
        some_kernels::<StacklessSubsystem>(&config, 2 * turn);
        some_kernels::<StacklessFrontEnd>(&config, 2 * turn + 1);
        some_kernels::<ThreadPcTable>(&config, 2 * turn + 1);
    }
}

#[test]
fn stacks_wide_machine() {
    some_kernels::<ReconvergenceStack>(&machine("collange2011", 1), 4);
}

/// Regions that begin and end where a side table says so, with predicates and without.
#[test]
fn explicit_stacks_wide_machine() {
    for (turn, predicated) in [4, 0].into_iter().enumerate() {
        let why = because("with and without predicates").twin("nightly: in-loop-shipped");
        let change = format!("stack.predicated={predicated}");
        let config = changed("collange2011", &[&change], why);
        let mechanism = Some(Mechanism::Stack);
        kernels_under::<ReconvergenceStack>(&config, mechanism, &some(turn), |_, _| ());
    }
}

/// vaidya2013: 16 lanes over 4, with operands and results of every arithmetic instruction.
#[test]
fn compaction_of_the_paper() {
    let modes = [Compress::Ivb, Compress::Bcc, Compress::Scc];
    for (turn, mode) in modes.into_iter().enumerate() {
        some_kernels::<CycleCompressor>(&compressing(mode), turn);
    }
}

/// The same under the other mechanisms whose warps go through the ALU as they are.
#[test]
fn compaction_beside_other_mechanisms() {
    let modes = [Compress::Ivb, Compress::Bcc, Compress::Scc];
    let mechanisms = [Mechanism::Stackless, Mechanism::Stack];
    for (turn, mode) in modes.into_iter().enumerate() {
        let config = compressing(mode);
        for (place, mechanism) in part(mechanisms.into_iter().enumerate(), turn % 2, 2) {
            let which = some(2 * turn + place);
            kernels_under::<CycleCompressor>(&config, Some(mechanism), &which, |_, _| ());
        }
    }
}

/// Pipes that refuse warps, and caches that all cores share, with units that see every cycle.
#[test]
fn control_units_on_the_machine_of_vaidya2013() {
    let config = machine("vaidya2013", 1);
    let which =
        ["divergent_call", "mandelbrot", "black_scholes"].map(|name| by_name(name).unwrap());
    kernels::<ReconvergenceStack>(&config, &part(which, 0, 3), |_, _| ());
    kernels::<StacklessFrontEnd>(&config, &part(which, 1, 3), |_, _| ());
    kernels::<DwfScheduler>(&config, &part(which, 2, 3), |_, _| ());
}

/// The paper's core: 32 lanes, 768 threads, 128 warps, 64 groups; one of sixteen identical cores.
#[test]
fn dynamic_warp_formation_of_the_paper() {
    let which = part(heddle_kernels::all().iter().copied(), 7, 16);
    kernels::<DwfScheduler>(&one_core("fung2009"), &which, |_, _| ());
}

/// The same with eight home lanes, each shared by four threads of a warp.
#[test]
fn home_lanes_as_wide_as_the_pipeline() {
    let why =
        because("home lanes are the subject; cores are alike").twin("nightly: in-loop-shipped");
    let config = changed("fung2009", &["cores=1", "dwf.home_lanes=pipeline"], why);
    let which = part(heddle_kernels::all().iter().copied(), 5, 8);
    let waits = std::cell::Cell::new(0);
    kernels::<DwfScheduler>(&config, &which, |_, report| {
        let dwf = report
            .statistics
            .mechanism
            .of::<DwfCounts>()
            .expect("its own counts");
        waits.set(waits.get() + dwf.port_waits);
    });
    assert!(waits.get() > 0);
}

/// DWR-64: sixteen large warps of eight sub-warps; one of sixteen identical cores.
#[test]
fn dynamic_warp_resizing_of_the_paper() {
    some_kernels::<DwrSynchronizer>(&one_core("lashgar2012"), 2);
}

/// The same machine with the latencies that targets recommend: the synchroniser alone, then with the stacks in one unit.
#[test]
fn dynamic_warp_resizing_with_latencies() {
    let why = because("latencies, and one of identical cores").twin("nightly: in-loop-shipped");
    let set = [
        "cores=1",
        "dwr.arrive_latency=1",
        "dwr.combine_latency=3",
        "stack.latency=5",
    ];
    let config = changed("lashgar2012", &set, why);
    some_kernels::<DwrSynchronizer>(&config, 4);
    some_kernels::<DwrSubsystem>(&config, 4);
}

/// lashgar2012, section IV.B: where partners wait at different barriers, the RTL also lets them continue.
#[test]
fn partners_at_different_barriers() {
    let folder = tempfile::tempdir().unwrap();
    for lats in ["dwr.lats=static", "dwr.lats=dynamic"] {
        let config = programs::listings::sub_warps_of_two(&[lats]);
        for (name, job) in programs::listings::listings() {
            let report = both_modes::<DwrSynchronizer>(name, &check(&config, &job, folder.path()));
            assert!(report.outcome.is_complete(), "{name}: {}", report.outcome);
            let expected = programs::output(&config, &job, Mechanism::Mimd);
            assert_eq!(programs::values(&report), expected, "{name}, {lats}");
        }
    }
}

/// Too little room: each kernel spills the warps that do not fit, and none is lost.
#[test]
fn dynamic_warp_formation_that_spills_all_the_time() {
    some_kernels_that::<DwfScheduler>(&spilling(), 3, |name, report| {
        let dwf = report
            .statistics
            .mechanism
            .of::<DwfCounts>()
            .expect("its own counts");
        // The smallest kernels have only a few warps, which all fit.
        let small = report.statistics.instructions < 1000;
        assert!(small || dwf.spills > 0, "{name}: {dwf:?}");
    });
}

/// The same with registers in front of the memory: the scheduler between golden registers, then all in one unit, in both forms.
#[test]
fn dynamic_warp_formation_that_spills_through_registers() {
    let mut config = spilling();
    config.dwf.spill_latency = 1;
    some_kernels::<DwfScheduler>(&config, 4);
    some_kernels::<DwfSubsystem>(&config, 4);
    config.dwf.formation_latency = 3;
    config.dwf.structure = Structure::WinnerTree;
    some_kernels::<DwfSubsystem>(&config, 4);
}

pub(super) fn library<U: Checked>(config: &Config) -> Arc<heddle_cosim::verilated::Library> {
    let params = U::params(config).unwrap();
    let verilog = emit::<U>(&params).unwrap();
    rtl::library::<U>(&params, verilog, &cache()).unwrap()
}

/// Records all fetches.
struct Fetches<B> {
    inner: B,
    output: Out<Values>,
    /// Common PC in words, active lanes.
    seen: Vec<(u64, u64)>,
}

impl<B: Behaviour<StacklessFrontEnd>> Behaviour<StacklessFrontEnd> for Fetches<B> {
    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.inner.eval(input, output);
    }

    fn tick(&mut self, input: &In<Values>) {
        if input.fetch {
            self.inner.eval(input, &mut self.output);
            self.seen
                .push((self.output.fetch_pc, self.output.fetch_lanes));
        }
        self.inner.tick(input);
    }
}

/// collange2011, table 2: (PC, active threads) in order of issue; threads 0 and 1 take B.
const TABLE_2: [(u64, u64); 6] = [
    (1, 0b1111),
    (2, 0b1111),
    (3, 0b0011),
    (4, 0b0011),
    (5, 0b1100),
    (6, 0b1111),
];

/// The fetches of the RTL in the loop for a workload: byte address, active lanes, in order of issue.
fn fetches(name: &str, config: &Config) -> Vec<(u32, u64)> {
    let workload = by_name(name).unwrap();
    let job = job(workload, config);
    let library = library::<StacklessFrontEnd>(config);
    let run =
        Gpu::new(config)
            .unwrap()
            .run_with::<StacklessFrontEnd, _>(&job, &limits(), |_, params| Fetches {
                inner: Rtl::new(&library),
                output: heddle_contract::Border::zero(params),
                seen: Vec::new(),
            });
    let seen = run.unwrap().1.remove(0).seen;
    // The first fetch is at the kernel's entry.
    let entry = address(&job.program, &format!("__kernel_{name}"));
    let byte = |pc: u64| entry + 4 * (pc as u32).wrapping_sub(seen[0].0 as u32);
    seen.iter().map(|(pc, lanes)| (byte(*pc), *lanes)).collect()
}

fn address(program: &Program, symbol: &str) -> u32 {
    program.symbol(symbol).expect(symbol).address
}

#[test]
fn table_2_from_the_rtl() {
    let workload = by_name("if_else").unwrap();
    let program = Program::parse("if_else", workload.elf()).unwrap();
    let rows = (1..=6).map(|pc| address(&program, "A") + 4 * (pc - 1));
    let rows: Vec<u32> = rows.collect();
    for latency in 0..=2 {
        let fetches = fetches("if_else", &machine("tiny", latency));
        let row = |pc: u32| {
            rows.iter()
                .position(|row| *row == pc)
                .map(|row| row as u64 + 1)
        };
        let table: Vec<_> = fetches
            .iter()
            .filter_map(|(pc, lanes)| Some((row(*pc)?, *lanes)))
            .collect();
        assert_eq!(table, TABLE_2, "tree latency {latency}");
    }
}

/// Active lanes at the end of a kernel whose divergent call lies before the called function.
fn lanes_at_the_end(name: &str, nesting: &str) -> Vec<u64> {
    let why = because("every nesting key").twin("nightly: in-loop-shipped");
    let config = changed("tiny", &[nesting, "stackless.key_bits=32"], why);
    let program = Program::parse(name, by_name(name).unwrap().elf()).unwrap();
    let kernel = address(&program, &format!("__kernel_{name}"))..address(&program, "f");
    let end = program
        .code
        .instructions()
        .find(|(at, i)| kernel.contains(at) && i.is_return())
        .expect("the kernel returns")
        .0;
    let fetches = fetches(name, &config);
    fetches
        .iter()
        .filter(|(pc, _)| *pc == end)
        .map(|(_, lanes)| *lanes)
        .collect()
}

/// collange2011, listing 1, from the RTL: compiled C needs the call depth as nesting key, and assembly that pushes at the call
/// needs the stack pointer; plain min(PC) reconverges in neither.
#[test]
fn listing_1_from_the_rtl() {
    const TOGETHER: [u64; 1] = [0b1111];
    assert_eq!(
        lanes_at_the_end("listing1", "stackless.nesting=call_depth"),
        TOGETHER
    );
    assert_eq!(
        lanes_at_the_end("listing1_sp", "stackless.nesting=sp"),
        TOGETHER
    );
    for name in ["listing1", "listing1_sp"] {
        assert_eq!(
            lanes_at_the_end(name, "stackless.nesting=none"),
            [0b1100, 0b0011],
            "{name}"
        );
    }
}
