//! Random stimuli find small mistakes in the emitted Verilog: every operator of the body is changed in
//! turn, and every change that matters must be found. By day one change in eight is run, at night all.

use crate::fixture::cache;
use heddle_contract::units::{StacklessFrontEnd, UnifiedArbiter};
use heddle_cosim::verilated::Verilog;
use heddle_cosim::{Checked, UnitMode, emit, rtl};
use heddle_machines::part;
use std::sync::Mutex;

/// Pairs of a text and its replacement.
const CHANGES: [(&str, &str); 14] = [
    (" < ", " <= "),
    (" < ", " > "),
    (" & ", " | "),
    (" | ", " & "),
    (" == ", " != "),
    (" ? ", " == 0 ? "),
    ("~", ""),
    ("*i+1", "*i"),
    ("*i]", "*i+1]"),
    ("[1]", "[0]"),
    ("[0]", "[1]"),
    (" + 4 +:", " + 3 +:"),
    ("1'b0", "1'b1"),
    ("|any", "&any"),
];

/// A changed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    pub line: usize,
    pub before: String,
    pub after: String,
}

/// All changes of the body of a module.
pub fn mutants(text: &str) -> Vec<Mutant> {
    let body = text
        .lines()
        .position(|line| line == ");")
        .expect("a port list");
    let lines = text.lines().enumerate().skip(body);
    let code = lines.filter(|(_, line)| {
        !["//", "for (", "unused"]
            .iter()
            .any(|skipped| line.contains(skipped))
    });
    code.flat_map(|(line, before)| {
        CHANGES.iter().flat_map(move |(from, to)| {
            before.match_indices(from).map(move |(at, _)| Mutant {
                line,
                before: before.into(),
                after: format!("{}{to}{}", &before[..at], &before[at + from.len()..]),
            })
        })
    })
    .filter(|mutant| !mutant.after.contains("wire [0]"))
    .collect()
}

/// A unit with a changed line.
pub fn apply(verilog: &Verilog, mutant: &Mutant) -> Verilog {
    let mut changed = verilog.clone();
    let file = changed.files.last_mut().expect("a file");
    let lines = file.text.lines().enumerate().map(|(line, text)| {
        let text = if line == mutant.line {
            &mutant.after
        } else {
            text
        };
        format!("{text}\n")
    });
    file.text = lines.collect();
    changed
}

fn survives<U: Checked>(params: &U::Params, verilog: Verilog) -> bool {
    let library = rtl::library::<U>(params, verilog, &cache()).expect("it compiles");
    UnitMode::<U>::new(params, &library, 1)
        .run(20_000)
        .is_none()
}

/// The changed lines that no stimuli find, in order.
fn survivors<U: Checked<Params: Sync>>(params: &U::Params, verilog: &Verilog) -> Vec<String> {
    let mutants = mutants(&verilog.files.last().expect("a file").text);
    assert!(mutants.len() > 20, "{} mutants", mutants.len());
    let mutants = part(mutants, 0, 8);
    let waiting = Mutex::new(mutants.iter());
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(mutant) = { waiting.lock().expect("unharmed").next() } {
                    if survives::<U>(params, apply(verilog, mutant)) {
                        found
                            .lock()
                            .expect("unharmed")
                            .push(mutant.after.trim().to_string());
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().expect("unharmed");
    found.sort();
    found
}

/// Survivors in the `tiny` machine.
fn survivors_in_tiny<U: Checked<Params: Sync>>() -> Vec<String> {
    let tiny = heddle_machines::shipped("tiny");
    let params = U::params(&tiny).expect("a unit of the preset");
    let verilog = emit::<U>(&params).expect("it is described without mistakes");
    survivors::<U>(&params, &verilog)
}

#[test]
fn unified_arbiter() {
    for survivor in survivors_in_tiny::<UnifiedArbiter>() {
        // Of two lanes with equal keys and targets either may win.
        assert!(survivor.contains(" <= "), "not found: {survivor}");
    }
}

#[test]
fn stackless_front_end() {
    assert_eq!(survivors_in_tiny::<StacklessFrontEnd>(), [""; 0]);
}
