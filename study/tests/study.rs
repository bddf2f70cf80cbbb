//! Studies from their plan to their result, as a caller sees them.

use heddle_contract::config::{MachineKey, Values};
use heddle_kernels::{Room, Size, Workload, by_name};
use heddle_sim::Mechanism;
use heddle_study::{
    Comparison, Error, Foreign, JobKernel, Kernel, Loaded, Machine, Method, Observer, Plan,
    Results, RunResult, Silent, Store, Subject, WorkerPool,
};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

const MECHANISMS: [Mechanism; 3] = [Mechanism::Pdom, Mechanism::Stackless, Mechanism::Dwf];

fn workload(name: &str) -> &'static dyn Workload {
    by_name(name).expect("a workload")
}

fn built_in(name: &str) -> Subject {
    Subject::Workload {
        workload: workload(name),
        size: Size::Small,
        seed: 1,
    }
}

/// A plan for the machine `tiny`, whose launches are given up after `max_cycles`.
fn plan(subject: Subject, max_cycles: u64) -> Plan {
    let machine = Machine::preset("tiny");
    let settings = vec![Vec::new()];
    let plan = Plan::new(
        &machine,
        settings,
        vec![subject],
        MECHANISMS.into(),
        0,
        max_cycles,
    );
    plan.expect("a preset")
}

fn results(plan: &Plan, folder: &Path) -> Result<Results, Error> {
    let store = Store::new(folder, &Silent)?;
    WorkerPool::new(store, &plan.planned_runs).work(2, &Silent)
}

/// The files of results in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("runs")).expect("results");
    entries.map(|entry| entry.expect("a file").path()).collect()
}

#[test]
fn a_result_is_kept_until_it_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(built_in("if_else"), 1_000_000);
    let first = results(&plan, folder.path()).unwrap();
    assert_eq!((first.len(), first.simulated), (3, 3));
    assert_eq!(results(&plan, folder.path()).unwrap().simulated, 0);

    let files = files(folder.path());
    assert_eq!(files.len(), 3);
    let text = fs::read_to_string(&files[0]).unwrap();
    fs::write(&files[0], text.replace("\"cycles\":", "\"cycles\":1")).unwrap();
    let again = results(&plan, folder.path()).unwrap();
    assert_eq!(again.simulated, 1);
    for run in &plan.planned_runs {
        assert_eq!(first.of(run), again.of(run), "{}", run.title());
    }
}

#[test]
fn a_result_of_another_form_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(built_in("if_else"), 1_000_000);
    let store = Store::new(folder.path(), &Silent).unwrap();
    let run = &plan.planned_runs[0];
    for statistics in [Value::Null, "1".into(), Value::Array(Vec::new())] {
        let other = RunResult {
            failure: None,
            statistics,
        };
        store.write(run, &other).unwrap();
        assert_eq!(store.read(run), None, "{other:?}");
    }
    assert_eq!(results(&plan, folder.path()).unwrap().simulated, 3);
    assert!(store.read(run).is_some());
}

#[test]
fn a_run_without_end_is_a_result_and_fails_the_comparison() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(built_in("if_else"), 2);
    let results = results(&plan, folder.path()).unwrap();
    let comparison = Comparison::new(&plan, &results);
    assert_eq!(comparison.ipc([0, 0, 0]), None);
    let error = comparison.verdict().unwrap_err();
    let said = error.to_string();
    assert!(
        said.starts_with("3 of 3 runs failed; one of them is if_else under "),
        "{said}"
    );
    assert!(error.remedy().is_some());
}

/// The memory of a kernel of the caller is compared; this one has no races.
#[test]
fn a_kernel_of_the_caller_leaves_the_same_memory() {
    let workload = workload("bitonic");
    let config = Machine::preset("tiny").with(&[]).unwrap();
    let room = Room::new(config.core.warps, config.core.warp_size);
    let mut job = workload.job(Size::Small, 1, room);
    job.buffers.iter_mut().for_each(|buffer| buffer.out = false);
    let kernel = JobKernel::new("mine", workload.elf(), job);

    let folder = tempfile::tempdir().unwrap();
    let plan = plan(Subject::Own(std::sync::Arc::new(kernel)), 10_000_000);
    let results = results(&plan, folder.path()).unwrap();
    let comparison = Comparison::new(&plan, &results);
    comparison.verdict().unwrap();
    for run in &plan.planned_runs {
        let buffers = results.of(run).value("buffers").unwrap();
        assert!(!buffers.as_array().unwrap().is_empty(), "{}", run.title());
    }
}

/// A kernel that is not there any more.
struct Gone(Value);

impl Kernel for Gone {
    fn name(&self) -> &str {
        "gone"
    }

    fn contents(&self) -> &Value {
        &self.0
    }

    fn load(&self) -> Result<Box<dyn Loaded>, Foreign> {
        Err("gone.elf: no such file".into())
    }
}

#[test]
fn the_caller_reads_the_own_error_of_its_kernel() {
    let folder = tempfile::tempdir().unwrap();
    let kernel = Gone(serde_json::json!({ "elf": "", "launch": "" }));
    let plan = plan(Subject::Own(std::sync::Arc::new(kernel)), 1000);
    let error = results(&plan, folder.path()).err().expect("no kernel");
    assert!(matches!(error, Error::Kernel(_)), "{error:?}");
    assert_eq!(error.to_string(), "gone.elf: no such file");
}

/// Keeps what it is told.
#[derive(Default)]
struct Notes {
    waits: Mutex<Option<mpsc::Sender<PathBuf>>>,
    total: AtomicU64,
    done: AtomicU64,
}

impl Observer for Notes {
    fn waits(&self, folder: &Path) {
        let waits = self.waits.lock().unwrap();
        waits.as_ref().unwrap().send(folder.into()).unwrap();
    }

    fn watch(&self, total: u64, done: &AtomicU64, work: &mut dyn FnMut()) {
        work();
        self.total.store(total, Ordering::Relaxed);
        self.done
            .store(done.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

#[test]
fn an_observer_is_told_of_runs() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(built_in("if_else"), 1_000_000);
    let notes = Notes::default();
    let store = Store::new(folder.path(), &notes).unwrap();
    WorkerPool::new(store, &plan.planned_runs)
        .work(2, &notes)
        .unwrap();
    let [total, done] = [&notes.total, &notes.done].map(|count| count.load(Ordering::Relaxed));
    assert_eq!((total, done), (3, 3));
}

/// What another process has claimed is left to it, and waited for when nothing else remains.
#[test]
fn a_run_of_another_process_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let plan = plan(built_in("if_else"), 1_000_000);
    let expected = results(&plan, elsewhere.path()).unwrap();
    let claimed = &plan.planned_runs[0];
    for its_result_is_kept in [true, false] {
        let other = Store::new(folder.path(), &Silent).unwrap();
        let claim = other.try_claim(claimed).unwrap().expect("nobody else");
        let (sender, told) = mpsc::channel();
        let notes = Notes::default();
        *notes.waits.lock().unwrap() = Some(sender);
        let found = thread::scope(|scope| {
            let pool = scope.spawn(|| {
                let store = Store::new(folder.path(), &notes).unwrap();
                WorkerPool::new(store, &plan.planned_runs).work(1, &notes)
            });
            assert_eq!(told.recv().unwrap(), folder.path());
            // All others are done by then.
            assert_eq!(files(folder.path()).len(), 2 + 1);
            if its_result_is_kept {
                other.write(claimed, expected.of(claimed)).unwrap();
            }
            drop(claim);
            pool.join().unwrap().unwrap()
        });
        assert_eq!(found.simulated, if its_result_is_kept { 2 } else { 1 });
        for run in &plan.planned_runs {
            assert_eq!(found.of(run), expected.of(run), "{}", run.title());
        }
        let kept = files(folder.path());
        assert_eq!(kept.len(), 3, "the claim is given back: {kept:?}");
        fs::remove_file(folder.path().join(format!("runs/{}.json", claimed.name()))).unwrap();
    }
}

/// Keys that a mechanism does not read make no new run.
#[test]
fn a_crossed_sweep_has_each_run_once() {
    let folder = tempfile::tempdir().unwrap();
    let depths = ["stack.depth=16", "stack.depth=32"];
    let pools = ["dwf.pool=16", "dwf.pool=32", "dwf.pool=64"];
    let settings = depths.iter().flat_map(|depth| {
        let with = |pool: &&str| vec![depth.to_string(), pool.to_string()];
        pools.iter().map(with)
    });
    let plan = Plan::new(
        &Machine::preset("tiny"),
        settings.collect(),
        vec![built_in("if_else")],
        vec![Mechanism::Pdom, Mechanism::Dwf, Mechanism::Mimd],
        0,
        1_000_000,
    );
    let plan = plan.unwrap();
    assert_eq!(plan.planned_runs.len(), 18);
    assert_eq!(plan.keys, ["stack.depth", "dwf.pool"]);
    assert_eq!(plan.values[5], ["32", "64"]);
    let results = results(&plan, folder.path()).unwrap();
    // Two of pdom, three of dwf, one of mimd.
    assert_eq!((results.len(), results.simulated), (6, 6));
    let comparison = Comparison::new(&plan, &results);
    assert_eq!(comparison.rows().count(), 18);
    // A plain comparison of the same machine finds the run of mimd.
    let plain = Plan::new(
        &Machine::preset("tiny"),
        vec![Vec::new()],
        vec![built_in("if_else")],
        vec![Mechanism::Mimd],
        0,
        1_000_000,
    );
    assert_eq!(
        plain.unwrap().planned_runs[0].name(),
        plan.planned(0, 0, 2).name()
    );
}

/// What a mechanism reads alone may be no machine: the whole setting is one.
#[test]
fn settings_that_are_valid_only_as_a_whole_can_be_compared() {
    let folder = tempfile::tempdir().unwrap();
    let set = ["core.warp_size=8", "dwf.tid_bits=4"].map(String::from);
    let machine = Machine {
        set: vec!["dwf.tid_bits=3".into()],
        ..Machine::preset("tiny")
    };
    assert!(
        machine.with(&set[..1]).is_err(),
        "another example is needed"
    );
    let plan = Plan::new(
        &machine,
        vec![set.to_vec()],
        vec![built_in("if_else")],
        vec![Mechanism::Pdom],
        0,
        1_000_000,
    );
    let results = results(&plan.unwrap(), folder.path()).unwrap();
    assert_eq!(results.simulated, 1);
}

#[test]
fn sections_of_other_mechanisms_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let changes = [
        ("dwf", "dwf.miss=thread"),
        ("host", "host.latency=99"),
        ("limit_study", "limit_study.threads=64"),
        ("stack", "stack.latency=3"),
        ("stack", "stack.pops=1"),
        ("stack", "stack.explicit_first=taken"),
        ("stack", "stack.placement=notes"),
        ("dwr", "dwr.barrier_cycles=9"),
        ("mimd", "mimd.order=first_first"),
        ("stackless", "stackless.nesting=none"),
    ];
    let set = changes.map(|(_, set)| vec![set.to_string()]);
    let settings = [vec![Vec::new()], set.into()].concat();
    let mechanisms = Mechanism::ALL.to_vec();
    let subjects = vec![built_in("divergent_call")];
    let machine = Machine::preset("tiny");
    let mut plan = Plan::new(
        &machine,
        settings.clone(),
        subjects,
        mechanisms,
        0,
        1_000_000,
    )
    .unwrap();
    // A plan leaves out what is not read; here it is there.
    for (at, run) in plan.planned_runs.iter_mut().enumerate() {
        run.config = machine.with(&settings[at / Mechanism::ALL.len()]).unwrap();
    }
    let results = results(&plan, folder.path()).unwrap();
    assert_eq!(results.len(), plan.planned_runs.len());
    for (at, &mechanism) in Mechanism::ALL.iter().enumerate() {
        for (change, (section, set)) in changes.iter().enumerate() {
            if !Method::Gpu(mechanism).reads(section) {
                let [shipped, changed] =
                    [0, change + 1].map(|setting| results.of(plan.planned(setting, 0, at)));
                assert_eq!(shipped, changed, "{} with {set}", mechanism.name());
            }
        }
    }
}

/// The result of a workload of several launches on `tiny` under `pdom`, cut after so many cycles.
fn windowed(folder: &Path, window: Option<u64>) -> RunResult {
    let mut plan = plan(built_in("bitonic_global"), 1_000_000);
    plan.planned_runs.truncate(1);
    plan.planned_runs[0].window = window;
    let results = results(&plan, folder).unwrap();
    results.of(&plan.planned_runs[0]).clone()
}

#[test]
fn a_window_is_the_start_of_all_launches() {
    let folder = tempfile::tempdir().unwrap();
    let whole = windowed(folder.path(), None);
    let count = |result: &RunResult, key: &str| result.number(key).unwrap() as u64;
    let launches = whole.value("launches").unwrap().as_array().unwrap();
    assert!(launches.len() > 2, "{launches:?}");
    let first = launches[0]["cycles"].as_u64().unwrap();
    let all = count(&whole, "cycles");
    let mut before = 0;
    for cycles in [1, first, first + 1, all / 2, all - 1] {
        let cut = windowed(folder.path(), Some(cycles));
        assert_eq!(cut.failure, None);
        assert_eq!(count(&cut, "cycles"), cycles);
        assert_eq!(cut.value("outcome.kind").unwrap(), "cycle_limit");
        let instructions = count(&cut, "thread_instructions");
        assert!(instructions >= before, "{cycles}");
        before = instructions;
    }
    assert!(before <= count(&whole, "thread_instructions"));
    assert_eq!(windowed(folder.path(), Some(all + 1)), whole);
}

#[test]
fn a_launch_that_is_given_up_within_a_window_has_failed() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(built_in("if_else"), 2);
    for run in &mut plan.planned_runs {
        run.window = Some(3);
    }
    let results = results(&plan, folder.path()).unwrap();
    for run in &plan.planned_runs {
        assert!(results.of(run).failure.is_some(), "{}", run.title());
    }
}

/// Keys that a mechanism does not read, each with a value that no preset has.
#[test]
fn keys_that_a_mechanism_does_not_read_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut changes = Vec::new();
    for (section, key) in heddle_contract::config::keys() {
        let path = section.path(key);
        let set = other_value(&path, key);
        changes.extend(set.map(|set| (section.name, key.name, set)));
    }
    assert!(changes.len() > 80, "{changes:?}");
    let read = |mechanism: Mechanism, (section, key, _): &(&str, &str, String)| {
        Method::Gpu(mechanism).reads_key(section, key)
    };
    // For each mechanism, all keys that it does not read at once.
    let mut compared = 0;
    for mechanism in Mechanism::ALL {
        let unread = changes.iter().filter(|change| !read(mechanism, change));
        let set: Vec<String> = unread.map(|(.., set)| set.clone()).collect();
        assert!(set.len() > 5, "{mechanism}: {set:?}");
        compared += set.len();
        let settings = vec![Vec::new(), set.clone()];
        let subjects = vec![built_in("divergent_call")];
        let machine = Machine::preset("tiny");
        let plan = Plan::new(&machine, settings, subjects, vec![mechanism], 0, 1_000_000).unwrap();
        let results = results(&plan, folder.path()).unwrap();
        let [shipped, changed] = [0, 1].map(|setting| results.of(plan.planned(setting, 0, 0)));
        assert_eq!(shipped, changed, "{mechanism} with {set:?}");
    }
    assert!(compared > 200, "{compared}");
}

/// A change of a key of `tiny` that the machine accepts, whatever the other keys are.
fn other_value(path: &str, key: &MachineKey) -> Option<String> {
    // Not together with other cycles for each level of the heap (DWF-54).
    if path == "dwf.heap_updates" {
        return None;
    }
    let tiny = Machine::preset("tiny");
    let values: Vec<String> = match key.values {
        Values::Number => [key.limits.most, Some(key.limits.least)]
            .into_iter()
            .flatten()
            .map(|value| value.to_string())
            .collect(),
        Values::Switch => ["true", "false"].map(String::from).into(),
        Values::Names(names) => names.iter().map(|named| named.name.into()).collect(),
    };
    let changes = values.into_iter().map(|value| format!("{path}={value}"));
    let shipped = tiny.with(&[]).unwrap();
    let is_other = |set: &String| {
        let changed = tiny.with(std::slice::from_ref(set));
        changed.is_ok_and(|config| config != shipped)
    };
    changes.into_iter().find(is_other)
}
