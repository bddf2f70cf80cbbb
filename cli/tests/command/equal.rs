//! `heddle prove --equal`, and assumptions in the loop: keys and exit codes.

use crate::cli::{fails, json, keys};

const IN_LOOP: [&str; 7] = [
    "cosim",
    "--unit",
    "dwr_synchronizer",
    "--preset",
    "tiny",
    "--workload",
    "if_else",
];

#[test]
fn equality_is_told_with_what_it_assumes() {
    let prove = ["prove", "sub_warp_combiner", "--equal", "--preset", "tiny"];
    let report = json(&[&prove[..], &["--needs"]].concat());
    keys(
        &report,
        &[
            "unit",
            "outcome",
            "method",
            "assumptions",
            "seconds",
            "replayed",
        ],
    );
    assert_eq!(
        (&report["outcome"], &report["method"]),
        (&"equal".into(), &"signals".into())
    );
    let assumptions = report["assumptions"].as_array().expect("a list");
    assert!(!assumptions.is_empty());
    for assumption in assumptions {
        keys(assumption, &["label", "assumption", "without"]);
        assert_eq!(assumption["broken"], false);
    }
}

#[test]
fn ir_that_cannot_be_read_is_the_users_fault() {
    let prove = ["prove", "bcc_sequencer", "--equal", "--golden"];
    for (file, says) in [("/nowhere.ll", "/nowhere.ll"), ("Cargo.toml", "Cargo.toml")] {
        let (code, error) = fails(&[&prove[..], &[file]].concat());
        assert_eq!(code, 2, "{error}");
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn assumptions_of_all_modules_are_watched_in_the_loop() {
    let watched = [&IN_LOOP[..], &["--mode", "in-loop", "--assumptions"]].concat();
    let report = json(&watched);
    let all = report["assumptions"].as_array().expect("a list");
    let of = |unit: &str| all.iter().filter(|it| it["unit"] == unit).count();
    assert!(of("dwr_synchronizer") > 0 && of("partner_sync_table") > 0);
    assert!(all.iter().all(|it| it["broken"] == false), "{all:#?}");
    let plain = json(&[&IN_LOOP[..], &["--mode", "in-loop"]].concat());
    assert_eq!(plain["run"], report["run"]);
    let (code, error) = fails(&[&IN_LOOP[..], &["--mode", "shadow", "--assumptions"]].concat());
    assert_eq!(code, 2);
    assert!(error.contains("--mode in-loop"), "{error}");
}
