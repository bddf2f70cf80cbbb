use super::{About, BadRecording, Changed, Issue, Recording, Writer};
use crate::recorder::Recorder;
use crate::window::Window;
use heddle_contract::Config;
use heddle_kernels::{Room, Size, by_name};
use heddle_sim::{Gpu, Job, Mechanism, Report};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn job(config: &Config, name: &str) -> Job {
    let workload = by_name(name).expect("a workload");
    let room = Room::new(config.core.warps, config.core.warp_size);
    workload.job(Size::Small, 1, room)
}

/// The bytes of a recording, and the report of the run.
fn recorded(name: &str, mechanism: Mechanism, window: Window) -> (Vec<u8>, Report) {
    recorded_at_most(u64::MAX, name, mechanism, window)
}

fn recorded_at_most(
    most: u64,
    name: &str,
    mechanism: Mechanism,
    window: Window,
) -> (Vec<u8>, Report) {
    let config = Config::preset("tiny").expect("a preset");
    recorded_on(&config, most, name, mechanism, window)
}

fn recorded_on(
    config: &Config,
    most: u64,
    name: &str,
    mechanism: Mechanism,
    window: Window,
) -> (Vec<u8>, Report) {
    let job = job(config, name);
    let about = About::new(config, mechanism, (&job.program, &job.launches), window);
    let mut writer = Writer::new(about, most, Vec::new()).expect("memory");
    let gpu = Gpu::new(config).expect("a machine").with_profile(true);
    let gpu = gpu.with_bus_watch(Some(Recorder::bus_watch(window)));
    let report = gpu.run_observed(&job, mechanism, &Default::default(), &mut writer);
    let mut report = report.expect("a run");
    let json = serde_json::to_value(&report).expect("JSON");
    let buses = report.bus_use.take();
    let (bytes, _) = writer.finish(&json, buses.as_ref()).expect("memory");
    (bytes, report)
}

const ALL: Window = Window {
    from: 0,
    to: u64::MAX,
};

/// The sum of lanes, and the number of issues, of each instruction.
fn by_instruction(recording: &Recording) -> BTreeMap<u32, (u64, u64)> {
    let mut sums = BTreeMap::new();
    for core in &recording.cores {
        let mut last: Option<Issue> = None;
        for issue in &core.issues {
            let sum: &mut (u64, u64) = sums
                .entry(recording.about.instructions[issue.instruction].pc)
                .or_default();
            let is_same = last.is_some_and(|last| {
                (last.cycle, last.instruction) == (issue.cycle, issue.instruction)
            });
            sum.0 += u64::from(issue.lanes.count_ones());
            sum.1 += u64::from(!is_same);
            last = Some(*issue);
        }
    }
    sums
}

#[test]
fn what_is_recorded_is_what_the_run_counted() {
    for mechanism in Mechanism::ALL {
        let (bytes, report) = recorded("mandelbrot", mechanism, ALL);
        let recording = Recording::read(&bytes).expect("a recording");
        let profile = report.profile.expect("it was asked for");
        let counted: BTreeMap<u32, (u64, u64)> = profile
            .iter()
            .map(|row| (row.place.pc, (row.thread_instructions, row.issued)))
            .collect();
        assert_eq!(by_instruction(&recording), counted, "{mechanism}");
        let served = recording.cores.iter().flat_map(|core| &core.port);
        let served = served.fold((0, 0), |sum, one| (sum.0 + one.lines, sum.1 + one.misses));
        let lines = profile
            .iter()
            .filter_map(|row| row.lines.as_ref())
            .fold((0, 0), |sum, row| (sum.0 + row.lines, sum.1 + row.misses));
        assert_eq!(served, lines, "{mechanism}");
        let mut stalled = BTreeMap::new();
        for run in recording.cores.iter().flat_map(|core| &core.stalls) {
            *stalled
                .entry(&recording.about.reasons[run.reason])
                .or_default() += run.cycles;
        }
        let stalls = serde_json::to_value(report.statistics.stalls).expect("JSON");
        for (reason, cycles) in stalls.as_object().expect("reasons") {
            let recorded: u64 = stalled.remove(reason).unwrap_or(0);
            assert_eq!(json!(recorded), *cycles, "{mechanism}: {reason}");
        }
    }
}

#[test]
fn data_buses_carry_what_the_run_counted() {
    let config = Config::preset("fung2009").expect("a preset");
    let (bytes, report) = recorded_on(&config, u64::MAX, "mandelbrot", Mechanism::Pdom, ALL);
    let recording = Recording::read(&bytes).expect("a recording");
    let busy = recording.modules.iter().flatten();
    let busy: u64 = busy.map(|period| period.busy).sum();
    let cycles = report.statistics.cycles * recording.about.modules as u64;
    let share = busy as f64 / cycles as f64;
    assert!(busy > 0);
    assert_eq!(json!(share), recording.report["dram"]["bandwidth_use"]);
}

#[test]
fn a_cycle_of_a_core_is_an_issue_or_a_stall() {
    for mechanism in Mechanism::ALL {
        let (bytes, report) = recorded("if_else", mechanism, ALL);
        let recording = Recording::read(&bytes).expect("a recording");
        for core in &recording.cores {
            let mut cycles: Vec<u64> = core.issues.iter().map(|issue| issue.cycle).collect();
            cycles.dedup();
            let stalled = core.stalls.iter();
            cycles.extend(stalled.flat_map(|run| run.cycle..run.cycle + run.cycles));
            cycles.sort_unstable();
            let all: Vec<u64> = (0..report.statistics.cycles).collect();
            assert_eq!(cycles, all, "{mechanism}");
        }
    }
}

#[test]
fn threads_are_those_of_the_launch() {
    let (bytes, _) = recorded("if_else", Mechanism::Stackless, ALL);
    let recording = Recording::read(&bytes).expect("a recording");
    let launch = &recording.about.launches[0];
    let threads = u64::from(launch.block[0] * launch.block[1] * launch.block[2]);
    let mut seen = std::collections::BTreeSet::new();
    for issue in recording.cores.iter().flat_map(|core| &core.issues) {
        let lanes = (0..64).filter(|lane| issue.lanes >> lane & 1 == 1);
        seen.extend(lanes.map(|lane| (issue.block, issue.thread + lane)));
    }
    let blocks: u32 = launch.grid.iter().product();
    let all = (0..u64::from(blocks)).flat_map(|block| (0..threads).map(move |t| (block, t)));
    assert!(seen.into_iter().eq(all));
}

#[test]
fn a_window_cuts_what_lies_outside() {
    let (all, _) = recorded("if_else", Mechanism::Pdom, ALL);
    let window = Window { from: 50, to: 90 };
    let (some, _) = recorded("if_else", Mechanism::Pdom, window);
    let [mut all, some] = [all, some].map(|bytes| Recording::read(&bytes).expect("a recording"));
    for core in &mut all.cores {
        core.issues.retain(|issue| (50..90).contains(&issue.cycle));
        core.stalls.retain_mut(|run| {
            let (from, to) = (run.cycle.max(50), (run.cycle + run.cycles).min(90));
            (run.cycle, run.cycles) = (from, to.saturating_sub(from));
            run.cycles > 0
        });
        core.port.retain(|used| (50..90).contains(&used.cycle));
    }
    for (all, some) in all.cores.iter().zip(&some.cores) {
        let lists = [all, some].map(|core| (&core.issues, &core.stalls, &core.port));
        assert_eq!(lists[0], lists[1]);
        // What a table holds when the window begins is a change in the cycle before.
        let mut first = BTreeMap::new();
        let before = all.changes.iter().take_while(|one| one.cycle < 50);
        before.for_each(|one| drop(first.insert((one.table, one.owner), one.clone())));
        first.values_mut().for_each(|one| one.cycle = 49);
        let inside = all
            .changes
            .iter()
            .filter(|one| (50..90).contains(&one.cycle));
        let expected: Vec<&Changed> = first.values().chain(inside).collect();
        assert_eq!(some.changes.iter().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_watched_run_is_the_plain_run() {
    let config = Config::preset("tiny").expect("a preset");
    let job = job(&config, "mandelbrot");
    let gpu = Gpu::new(&config).expect("a machine").with_profile(true);
    for mechanism in Mechanism::ALL {
        let plain = gpu
            .run(&job, mechanism, &Default::default())
            .expect("a run");
        let (_, watched) = recorded("mandelbrot", mechanism, ALL);
        assert_eq!(plain, watched, "{mechanism}");
    }
}

#[test]
fn what_is_no_recording_is_refused() {
    let (bytes, _) = recorded("if_else", Mechanism::Pdom, ALL);
    let read = |bytes: &[u8]| Recording::read(bytes).map(|recording| recording.report);
    assert_eq!(read(b""), Err(BadRecording::Other));
    assert_eq!(read(b"heddle recording 2\n"), Err(BadRecording::Other));
    let last = bytes.len() - 1;
    let damaged = read(&bytes[..last]);
    assert!(matches!(damaged, Err(BadRecording::Damaged { number }) if number > 2));
    let first = b"heddle recording 1\n".len();
    assert_eq!(read(&bytes[..first]), Err(BadRecording::Cut));
    let mut twice = bytes.clone();
    twice.extend(&bytes[first..]);
    assert!(matches!(read(&twice), Err(BadRecording::Damaged { .. })));
    assert!(read(&bytes).is_ok_and(|report| report != Value::Null));
}

#[test]
fn no_more_than_asked_for_is_written() {
    let (all, report) = recorded("if_else", Mechanism::Pdom, ALL);
    let most = report.statistics.instructions - 1;
    let (some, _) = recorded_at_most(most, "if_else", Mechanism::Pdom, ALL);
    let [all, some] = [all, some].map(|bytes| Recording::read(&bytes).expect("a recording"));
    assert_eq!(all.issues() as u64, report.statistics.instructions);
    assert_eq!(some.issues() as u64, most);
}

/// The tables of a core, cycle by cycle.
struct Tables<'a> {
    recording: &'a Recording,
    left: std::slice::Iter<'a, Changed>,
    now: BTreeMap<(usize, u64), &'a [Vec<u64>]>,
}

impl<'a> Tables<'a> {
    fn of(recording: &'a Recording, core: usize) -> Self {
        Tables {
            recording,
            left: recording.cores[core].changes.iter(),
            now: BTreeMap::new(),
        }
    }

    /// What a table holds when a cycle begins. Cycles only grow.
    fn before(&mut self, cycle: u64, name: &str, owner: u64) -> &'a [Vec<u64>] {
        while let Some(change) = self.left.as_slice().first().filter(|one| one.cycle < cycle) {
            self.left.next();
            self.now.insert((change.table, change.owner), &change.rows);
        }
        let tables = &self.recording.about.tables;
        let table = tables.iter().position(|one| one.name == name);
        let rows = self.now.get(&(table.expect("a table"), owner));
        rows.copied().unwrap_or_default()
    }
}

#[test]
fn a_warp_executes_what_is_on_top_of_its_stack() {
    for mechanism in [Mechanism::Pdom, Mechanism::Stack] {
        let (bytes, _) = recorded("mandelbrot", mechanism, ALL);
        let recording = Recording::read(&bytes).expect("a recording");
        let mut depths = std::collections::BTreeSet::new();
        for (number, core) in recording.cores.iter().enumerate() {
            let mut tables = Tables::of(&recording, number);
            for issue in &core.issues {
                let pc = recording.about.instructions[issue.instruction].pc;
                let stack = tables.before(issue.cycle, "stack", issue.warp);
                let top = stack.last().expect("a warp that issues has a stack");
                depths.insert(stack.len());
                let is_stub = issue.instruction + 1 == recording.about.instructions.len();
                assert!(is_stub || top[0] == u64::from(pc), "{mechanism}: {top:?}");
                // A predicated body of a hammock is issued for some lanes of the entry.
                assert_eq!(issue.lanes & !top[1], 0, "{mechanism}: {top:?}");
            }
        }
        assert!(depths.len() > 2, "{mechanism}: {depths:?}");
    }
}

#[test]
fn a_warp_that_is_formed_was_in_the_pool() {
    let (bytes, report) = recorded("mandelbrot", Mechanism::Dwf, ALL);
    let recording = Recording::read(&bytes).expect("a recording");
    let mut seen = 0;
    for (number, core) in recording.cores.iter().enumerate() {
        let mut tables = Tables::of(&recording, number);
        for issue in &core.issues {
            let pc = u64::from(recording.about.instructions[issue.instruction].pc);
            let pool = tables.before(issue.cycle, "pool", 0);
            seen += u64::from(
                pool.iter()
                    .any(|warp| warp[1] == pc && warp[2] & issue.lanes != 0),
            );
        }
    }
    // With the stages of the scheduler a warp may have left the pool some cycles before.
    assert!(2 * seen > report.statistics.instructions, "{seen}");
}

#[test]
fn partners_that_wait_are_in_the_table() {
    let (bytes, _) = recorded("mandelbrot", Mechanism::Dwr, ALL);
    let recording = Recording::read(&bytes).expect("a recording");
    let of = |name: &str| {
        let table = recording
            .about
            .tables
            .iter()
            .position(|one| one.name == name);
        let changes = recording.cores.iter().flat_map(|core| &core.changes);
        changes
            .filter(move |change| Some(change.table) == table)
            .flat_map(|change| &change.rows)
    };
    let lats: Vec<u64> = recording
        .about
        .instructions
        .iter()
        .filter(|one| one.lat)
        .map(|one| one.pc.into())
        .collect();
    assert!(of("pst").count() > 0);
    assert!(of("pst").all(|row| lats.contains(&row[1]) && row[2] != 0));
    assert!(of("ilt").all(|row| lats.contains(&row[0])));
    assert!(of("stack").any(|row| row[3] == 1));
}
