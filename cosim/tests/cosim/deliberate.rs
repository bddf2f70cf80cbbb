//! Mistakes that are hard to find, kept for every unit, so that a faster test group still finds the mistakes that a slower
//! group found.
//!
//! Group `mutation` used to run 200 mutants of each netlist with 100,000 cycles each every time; now it runs 6 mutants with
//! 20,000 cycles. Group `mutants` used to run every change of the text; now it runs one in eight. Both old groups
//! found changes such as those in `deliberate.toml`. Each entry is chosen from a sample of the changes of `mutants`: of the
//! changes that show within 10,000 cycles, the one that shows latest. Some entries are added by hand, and say why.
//!
//! `HEDDLE_BLESS=1 cargo test --workspace --test cosim -- --ignored deliberate` chooses the mistakes anew.

use crate::configurations::Configured;
use crate::fixture::cache;
use crate::mutants::{Mutant, apply, mutants};
use crate::mutation::tiny;
use heddle_contract::units::{IgnoreListTable, UnifiedArbiter};
use heddle_cosim::verilated::{BuildError, Library, Verilog};
use heddle_cosim::{Checked, UnitMode, emit, rtl};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::{Arc, Mutex};

const BLESS: &str = "HEDDLE_BLESS=1 cargo test --workspace --test cosim -- --ignored deliberate";

/// Number of cycles in which a mistake has to be found.
const CYCLES: u64 = 20_000;

/// A chosen mistake shows within this many cycles: half of `CYCLES`, so that other stimuli still find it.
const LATEST: u64 = CYCLES / 2;

/// Number of cycles before a run is reset and starts again, as in `mutation`.
const START: u64 = 256;

/// Number of changes of a unit that are tried before one is chosen.
const SAMPLE: usize = 24;

/// A line of a unit's Verilog, and its replacement.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
struct Mistake {
    unit: String,
    before: String,
    after: String,
    /// The cycle in which the mistake showed when it was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<u64>,
    /// Why the mistake was added by hand, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
struct Table {
    mistake: Vec<Mistake>,
}

impl Table {
    fn read() -> Self {
        toml::from_str(include_str!("deliberate.toml")).expect("the table of mistakes")
    }

    fn of(&self, unit: &str) -> Vec<&Mistake> {
        let mistakes = self.mistake.iter();
        mistakes.filter(|mistake| mistake.unit == unit).collect()
    }
}

/// A unit's Verilog with a mistake.
fn with(mistake: &Mistake, verilog: &Verilog) -> Result<Verilog, String> {
    let text = &verilog.files.last().expect("a file").text;
    let lines = text.lines().enumerate();
    let mut there = lines.filter(|(_, line)| line.trim() == mistake.before);
    match (there.next(), there.count()) {
        (Some((line, before)), 0) => {
            let mutant = Mutant {
                line,
                before: before.into(),
                after: mistake.after.clone(),
            };
            Ok(apply(verilog, &mutant))
        }
        (first, more) => Err(format!(
            "{}: `{}` stands {} times in the emitted Verilog, which has changed; \
             choose a mistake anew: {BLESS}",
            mistake.unit,
            mistake.before,
            usize::from(first.is_some()) + more,
        )),
    }
}

/// The cycle in which a mistake shows, in a run with or without a reset soon after the start.
fn found<U: Checked>(library: &Arc<Library>, resets: bool, cycles: u64) -> Option<u64> {
    let mut run = UnitMode::<U>::new(&tiny::<U>(), library, 1);
    if resets {
        if let Some(mismatch) = run.run(START) {
            return Some(mismatch.cycle);
        }
        run.restart();
    }
    run.run(cycles).map(|mismatch| mismatch.cycle)
}

fn compiled<U: Checked>(verilog: Verilog) -> Result<Arc<Library>, BuildError> {
    rtl::library::<U>(&tiny::<U>(), verilog, &cache())
}

/// A compiled unit with a mistake.
fn mistaken<U: Checked>(mistake: &Mistake) -> Arc<Library> {
    let verilog = with(mistake, &emitted::<U>()).unwrap_or_else(|error| panic!("{error}"));
    compiled::<U>(verilog).expect("it compiles")
}

fn emitted<U: Checked>() -> Verilog {
    emit::<U>(&tiny::<U>()).expect("it is described without mistakes")
}

/// Each mistake of the table shows. `mutation`, which uses the same machine, checks that nothing shows without a
/// mistake.
fn still_found<U: Checked>() {
    for mistake in Table::read().of(U::NAME) {
        let cycle = found::<U>(&mistaken::<U>(mistake), true, CYCLES);
        assert!(cycle.is_some(), "not found: {mistake:?}");
    }
}

crate::for_every_unit!(still_found);

#[test]
fn every_unit_has_a_mistake() {
    let table = Table::read();
    for unit in heddle_cosim::NAMES {
        assert!(!table.of(unit).is_empty(), "{unit}: no mistake: {BLESS}");
    }
    let known = |mistake: &Mistake| heddle_cosim::NAMES.contains(&&*mistake.unit);
    assert!(table.mistake.iter().all(known), "a unit that is not there");
}

#[test]
fn occupied_entries_that_outlive_a_reset_show_only_after_one() {
    let table = Table::read();
    let mistakes = table.of("ignore_list_table").into_iter();
    let mut by_hand = mistakes.filter(|mistake| mistake.why.is_some());
    let library = mistaken::<IgnoreListTable>(by_hand.next().expect("it is in the table"));
    let found = |resets| found::<IgnoreListTable>(&library, resets, CYCLES);
    assert_eq!(found(false), None);
    assert!(found(true).is_some_and(|cycle| cycle >= START));
}

/// Whether the mistake shows; a configuration without such a line cannot have it.
fn shows<U: Configured>(mistake: &Mistake, params: &U::Params) -> bool {
    let verilog = emit::<U>(params).expect("it is described without mistakes");
    let Ok(verilog) = with(mistake, &verilog) else {
        return false;
    };
    let library = rtl::library::<U>(params, verilog, &cache()).expect("it compiles");
    let mut run = UnitMode::<U>::new(params, &library, 1);
    run.run(CYCLES).is_some()
}

/// One of the arbiter's configurations has registers after five levels of the tree. In the mistake,
/// the lanes' requests are not delayed by the last of these registers.
#[test]
fn a_mistake_of_one_configuration_is_found() {
    let mistake = Mistake {
        unit: "unified_arbiter".into(),
        before: "assign match_lanes[i] = lanes5_q[i] & (wanted5[i] == chosen_wanted);".into(),
        after: "assign match_lanes[i] = lanes5_q[i] & (wanted4[i] == chosen_wanted);".into(),
        cycle: None,
        why: None,
    };
    let shows = |params: &&_| shows::<UnifiedArbiter>(&mistake, params);
    let shows_in = |all: Vec<_>| all.iter().filter(shows).count();
    assert_eq!(shows_in(UnifiedArbiter::configurations()), 1);
    assert_eq!(shows_in(UnifiedArbiter::compiled()), 1);
}

#[test]
fn a_line_that_is_not_there_once_is_refused_with_what_to_do() {
    let mistake = |before: &str| Mistake {
        unit: "unified_arbiter".into(),
        before: before.into(),
        after: String::new(),
        cycle: None,
        why: None,
    };
    let verilog = emitted::<UnifiedArbiter>();
    for (before, times) in [("no such line", "0 times"), ("generate", "4 times")] {
        let error = with(&mistake(before), &verilog).expect_err("not there once");
        assert!(error.contains(times) && error.contains(BLESS), "{error}");
    }
}

/// Up to `SAMPLE` changes of lines that occur once in the text, evenly spread over all of them.
fn sample(text: &str) -> Vec<Mutant> {
    let once = |mutant: &Mutant| {
        let same = |line: &&str| line.trim() == mutant.before.trim();
        text.lines().filter(same).count() == 1
    };
    let all: Vec<Mutant> = mutants(text).into_iter().filter(once).collect();
    let count = SAMPLE.min(all.len());
    let at = |index: usize| all[index * all.len() / count].clone();
    (0..count).map(at).collect()
}

fn choose<U: Checked>() -> Option<Mistake> {
    let verilog = emitted::<U>();
    let sample = sample(&verilog.files.last().expect("a file").text).into_iter();
    let mistakes = sample.filter_map(|mutant| {
        // A change that results in invalid Verilog does not count.
        let library = compiled::<U>(apply(&verilog, &mutant)).ok()?;
        let cycle = Some(found::<U>(&library, true, LATEST)?);
        Some(Mistake {
            unit: U::NAME.into(),
            before: mutant.before.trim().into(),
            after: mutant.after.trim().into(),
            cycle,
            why: None,
        })
    });
    mistakes.max_by_key(|mistake| mistake.cycle)
}

macro_rules! choices {
    ($($stem:ident $unit:ident,)*) => { [$(choose::<heddle_contract::units::$unit> as fn() -> _),*] };
}

#[test]
#[ignore = "chooses the mistakes anew"]
fn mistakes_are_chosen() {
    if std::env::var_os("HEDDLE_BLESS").is_none() {
        return;
    }
    let all = heddle_contract::for_each_unit!(choices);
    let waiting = Mutex::new(all.iter());
    let chosen = Mutex::new(Vec::<Mistake>::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(choose) = { waiting.lock().expect("unharmed").next() } {
                    chosen.lock().expect("unharmed").extend(choose());
                }
            });
        }
    });
    let mut mistake = chosen.into_inner().expect("unharmed");
    let before = Table::read().mistake.into_iter();
    mistake.extend(before.filter(|mistake| mistake.why.is_some()));
    mistake.sort_by(|a, b| (&a.unit, &a.why).cmp(&(&b.unit, &b.why)));
    let table = toml::to_string(&Table { mistake }).expect("a table");
    let (head, _) = include_str!("deliberate.toml")
        .split_once("[[mistake]]")
        .expect("a head and a table");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cosim/deliberate.toml");
    std::fs::write(file, format!("{head}{table}")).expect("a writable file");
}
