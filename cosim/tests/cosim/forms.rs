//! Forms of golden units' cycles that stand beside the plain ones are proven to do the same on `tiny`.

use crate::configurations::Configured;
use crate::mutation::tiny;
use heddle_contract::units::{
    DwfScheduler, DwrSynchronizer, ReconvergenceStack, StacklessFrontEnd,
};
use heddle_contract::{Values, Words};
use heddle_cosim::equal::forms::{Form, compared};
use heddle_cosim::equal::ir;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const SEED: u64 = 1;

/// Proves that a form is the plain one; returns the outputs that it sets.
fn same<U: Configured>(form: Form) -> Vec<&'static str>
where
    U::In<Values>: Words,
    U::Out<Values>: Words,
{
    let compared = compared::<U>(&tiny::<U>(), form, SEED);
    let compared = compared.expect("nothing that cannot be gates");
    assert_eq!(compared.differs, None, "{}", U::NAME);
    compared.sets
}

#[test]
fn dwr_synchronizer_of_state() {
    let sets = same::<DwrSynchronizer>(Form::OfState);
    assert_eq!(sets, ["locked", "combinable"]);
}

#[test]
fn stackless_front_end_of_state() {
    let sets = same::<StacklessFrontEnd>(Form::OfState);
    let [of_warps, of_grants] = [
        ["fetchable", "busy", "waiting"],
        ["grant", "grant_warp", "grant_memory"],
    ];
    let of_results = ["result", "result_warp", "result_memory"];
    assert_eq!(sets, [of_warps, of_grants, of_results].concat());
}

#[test]
#[ignore = "at night: half a minute"]
fn reconvergence_stack_of_state() {
    let sets = same::<ReconvergenceStack>(Form::OfState);
    assert_eq!(sets, ["live", "popping", "popping_warp", "busy"]);
}

#[test]
#[ignore = "at night: a minute"]
fn dwf_scheduler_of_state() {
    let sets = same::<DwfScheduler>(Form::OfState);
    assert!(sets.contains(&"init_done") && !sets.contains(&"issue"));
}

#[test]
#[ignore = "at night: two minutes"]
fn dwf_scheduler_together() {
    let sets = same::<DwfScheduler>(Form::Together);
    assert!(sets.contains(&"issue") && sets.contains(&"commit_ready"));
}

/// A form that a unit has and that nobody compiles would be one that nobody compares.
#[test]
fn every_form_of_a_unit_is_in_the_ir() {
    let mut expected = BTreeSet::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sim/units/src");
    for file in fs::read_dir(sources).expect("the sources are here") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|is| is != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("text");
        let unit = path.file_stem().and_then(|stem| stem.to_str());
        for (form, head) in [
            (Form::OfState, "\n    fn out_of_state("),
            (Form::Together, "\n    fn out_and_clock("),
        ] {
            if text.contains(head) {
                expected.insert(form.function(unit.expect("a plain name")));
            }
        }
    }
    let functions = ir::text().lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("define void @")?.split_once('(')?;
        (name.ends_with("_of_state") || name.ends_with("_together")).then(|| name.into())
    });
    assert_eq!(functions.collect::<BTreeSet<String>>(), expected);
    assert_eq!(expected.len(), 5, "each has its own test above");
}
