//! Checkers are as clean as units, with what formal tools read and without.

use crate::common::lint::lint_files;
use heddle_contract::config::Target;
use heddle_contract::units::*;
use heddle_contract::{Properties, Unit};
use heddle_hdl::Checker;
use heddle_machines::{shipped, shipped_for, thorough};

fn clean<U: Unit>() {
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
    }
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
