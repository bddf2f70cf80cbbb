//! Studies from their plan to their result, as a caller sees them.

use heddle_contract::config::{MachineKey, Values};
use heddle_kernels::{Room, Size, Workload, by_name};
use heddle_sim::Mechanism;
use heddle_study::{
    Comparison, Error, Foreign, JobKernel, Kernel, Loaded, Machine, Method, Observer, Plan,
    Results, Silent, Store, Subject, WorkerPool,
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

#[test]
fn an_observer_is_told_of_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let first = Store::new(folder.path(), &Silent).unwrap();
    let (sender, told) = mpsc::channel();
    let notes = Notes::default();
    *notes.waits.lock().unwrap() = Some(sender);
    thread::scope(|scope| {
        let second = scope.spawn(|| Store::new(folder.path(), &notes).map(drop));
        assert_eq!(told.recv().unwrap(), folder.path());
        drop(first);
        second.join().unwrap().unwrap();
    });
}

#[test]
fn sections_of_other_mechanisms_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let changes = [
        ("dwf", "dwf.miss=thread"),
        ("dwr", "dwr.barrier_cycles=9"),
        ("mimd", "mimd.order=first_first"),
        ("stackless", "stackless.nesting=none"),
    ];
    let set = changes.map(|(_, set)| vec![set.to_string()]);
    let settings = [vec![Vec::new()], set.into()].concat();
    let mechanisms = Mechanism::ALL.to_vec();
    let subjects = vec![built_in("divergent_call")];
    let machine = Machine::preset("tiny");
    let plan = Plan::new(&machine, settings, subjects, mechanisms, 0, 1_000_000).unwrap();
    let results = results(&plan, folder.path()).unwrap();
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
