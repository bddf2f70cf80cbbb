//! Checkers are as clean as units, with and without the part for formal tools.

use crate::common::lint::{lint_files, verilate};
use heddle_contract::config::Target;
use heddle_contract::units::*;
use heddle_contract::{Properties, Unit};
use heddle_hdl::{Checker, Design, Hardware};
use heddle_machines::{shipped, shipped_for, thorough};

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
        }
    }
}
