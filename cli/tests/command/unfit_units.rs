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
