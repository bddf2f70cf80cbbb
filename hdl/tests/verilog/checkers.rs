//! Checkers are as clean as units, with and without the part for formal tools.

use crate::common::lint::{lint_files, verilate};
use heddle_contract::config::{PRESETS, Target};
use heddle_contract::units::*;
use heddle_contract::{Properties, Property, Unit};
use heddle_hdl::{Checker, Design, Hardware};
use heddle_machines::{shipped, shipped_for, thorough};
use std::collections::BTreeSet;

fn clean<U: Hardware>() {
    let names: &[&str] = match thorough() {
        true => &[
            "tiny",
            "collange2011",
            "fung2009",
            "vaidya2013",
            "lashgar2012",
        ],
        false => &["tiny"],
    };
    let machines: Vec<_> = names.iter().map(|name| shipped(name)).collect();
    let recommended = shipped_for("tiny", Target::Ecp5);
    let params = machines
        .iter()
        .chain([&recommended])
        .map(|machine| U::params(machine));
    let mut params: Vec<U::Params> = params
        .map(|params| params.expect("a unit of the machine"))
        .collect();
    params.dedup();
    for params in params {
        let checker = Checker::new::<U>(&params);
        let name = checker.name();
        lint_files(&name, &[(format!("{name}.v"), checker.verilog())]);
        // The same printer prints the assertions, so one unit is enough in each run.
        if thorough() || U::NAME == PartnerSyncTable::NAME {
            bound_is_clean::<U>(&params, &checker);
        }
    }
}

/// The assertions are clean too, bound to their unit.
fn bound_is_clean<U: Hardware>(params: &U::Params, checker: &Checker) {
    let design = Design::of::<U>(params).expect("it is described without mistakes");
    let modules = design.modules.iter();
    let mut files: Vec<_> = modules
        .map(|module| (module.file_name(), module.verilog.clone()))
        .collect();
    let name = checker.properties_name();
    files.push((format!("{name}.sv"), checker.properties()));
    files.push(("bind.sv".into(), checker.bind()));
    verilate(U::NAME, &files);
}

macro_rules! clean {
    ($($stem:ident $unit:ident,)*) => { $(#[test] fn $stem() { clean::<$unit>(); })* };
}
heddle_contract::for_each_unit!(clean);

/// The labels of a unit's properties are names that a waveform viewer has room for, and no two are the same.
fn labels_are_short_names<U: Hardware>() {
    for (preset, _) in PRESETS {
        let machine = shipped(preset);
        let params = U::params(&machine).expect("a unit of the machine");
        let of_contract = Properties::of::<U>(&params);
        let invariants = heddle_hdl::invariants::<U>(&params);
        let all = [
            of_contract.assumptions,
            of_contract.guarantees,
            of_contract.corners,
            invariants,
        ];
        let mut labels = BTreeSet::new();
        for Property { label, name, .. } in all.concat() {
            let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            let is_short = label.len() <= 40 && label.chars().all(is_part);
            let is_name = label.starts_with(|c: char| c.is_ascii_lowercase());
            assert!(is_short && is_name, "{}: {label} ({name})", U::NAME);
            assert!(labels.insert(label), "{}: two of {label}", U::NAME);
        }
    }
}

macro_rules! labels_are_short_names {
    ($($stem:ident $unit:ident,)*) => {
        #[test]
        fn labels_are_short_names_of_their_units() {
            $(labels_are_short_names::<$unit>();)*
        }
    };
}
heddle_contract::for_each_unit!(labels_are_short_names);

#[test]
fn formal_tools_get_every_property() {
    let params = PartnerSyncTable::params(&shipped("tiny")).expect("a unit of the machine");
    let text = Checker::new::<PartnerSyncTable>(&params).verilog();
    let properties = Properties::of::<PartnerSyncTable>(&params);
    for (word, properties) in [
        ("assume(", properties.assumptions),
        ("assert(", properties.guarantees),
        ("cover(", properties.corners),
    ] {
        assert_eq!(text.matches(word).count(), properties.len(), "{word}");
    }
}

#[test]
fn assertions_have_names_and_say_what_does_not_hold() {
    let params = PartnerSyncTable::params(&shipped("tiny")).expect("a unit of the machine");
    let text = Checker::new::<PartnerSyncTable>(&params).properties();
    let properties = Properties::of::<PartnerSyncTable>(&params);
    for (word, says, properties) in [
        (
            ": `HEDDLE_ASSUMPTION property (",
            true,
            properties.assumptions,
        ),
        (": assert property (", true, properties.guarantees),
        (": cover property (", false, properties.corners),
    ] {
        assert_eq!(text.matches(word).count(), properties.len(), "{word}");
        for property in properties {
            let sentence = format!(" of partner_sync_table: {}\");", property.name);
            assert_eq!(text.contains(&sentence), says, "{text}");
            let labelled = format!("\n    {}{word}", property.label);
            assert!(text.contains(&labelled), "{labelled} in {text}");
        }
    }
}
