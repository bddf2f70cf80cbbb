//! `heddle gen --all` names every unit that does not fit the machine, and how to write the others.

use crate::program::heddle;

#[test]
fn units_that_do_not_fit_are_named_with_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let machine = ["--preset", "tiny", "--set", "dwf.lane_aware=false"];
    let gen_units = |options: &[&str]| {
        let mut command = heddle();
        command.arg("gen").args(options).args(machine);
        command
            .args(["--out", "verilog"])
            .current_dir(folder.path());
        command.output().unwrap()
    };
    let refused = gen_units(&["--all"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(!folder.path().join("verilog").exists());
    let text = String::from_utf8(refused.stderr).unwrap();
    let text: String = text
        .replace(['│', '\n'], " ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(text.contains("dwf_scheduler: lane_aware"), "{text}");
    let (_, units) = text.split_once("--unit ").expect("the others");
    let units: String = units.split_whitespace().collect();
    assert!(!units.contains("dwf_scheduler"), "{units}");
    let rest = gen_units(&["--unit", &units]);
    assert!(rest.status.success(), "{rest:?}");
    assert!(folder.path().join("verilog/unified_arbiter.v").exists());
}

#[test]
fn the_page_of_a_unit_needs_no_other_unit() {
    let units = |unit: &[&str]| {
        let mut command = heddle();
        command.arg("units").args(unit);
        command.args(["--preset", "tiny", "--set", "dwf.lane_aware=false"]);
        command.output().unwrap()
    };
    assert_eq!(units(&[]).status.code(), Some(2));
    assert_eq!(units(&["dwf_scheduler"]).status.code(), Some(2));
    let page = units(&["unified_arbiter"]);
    assert!(page.status.success(), "{page:?}");
    let text = String::from_utf8(page.stdout).unwrap();
    assert!(text.starts_with("# `unified_arbiter`\n"), "{text}");
    assert!(
        text.contains("preset `tiny`, `dwf.lane_aware=false`"),
        "{text}"
    );
}

#[test]
fn hardware_whose_updates_are_owed_is_refused() {
    let in_loop = ["--mode", "in-loop", "--workload", "if_else"];
    let commands: [&[&str]; 6] = [
        &["gen", "--unit", "dwf_scheduler", "--out", "verilog"],
        &["gen", "--unit", "max_heap", "--out", "verilog"],
        &["units", "majority_scheduler"],
        &["cosim", "--unit", "dwf_scheduler"],
        &[&["cosim", "--unit", "dwf_scheduler"], &in_loop[..]].concat(),
        &["area"],
    ];
    for arguments in commands {
        let mut command = heddle();
        command.args(arguments).args(["--preset", "tiny"]);
        command.args(["--set", "dwf.heap_updates=owed"]);
        let refused = command.output().unwrap();
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8(refused.stderr).unwrap();
        let words = text.replace('│', " ");
        let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let fault = "heap_updates = owed is not queued, as in hardware";
        assert!(text.contains(fault), "{arguments:?}: {text}");
    }
}
