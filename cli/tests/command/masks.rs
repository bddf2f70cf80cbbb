//! `heddle masks`: counts of a trace that were computed by hand, and invalid traces.

use serde_json::{Value, json};
use std::process::Output;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../sim/traces/tests/data");

fn masks(arguments: &[&str]) -> Output {
    let mut command = crate::program::heddle();
    let command = command.current_dir(DATA).arg("masks").args(arguments);
    command.output().expect("it starts")
}

fn counts(arguments: &[&str]) -> Value {
    let output = masks(&[arguments, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("standard output is JSON")
}

/// 15 instructions of 16 lanes: ffff seven times, 0001, 8000, 0000, 000f, and 00ff four times.
#[test]
fn a_trace_is_counted_as_by_hand() {
    let v3 = counts(&["v3.traceg"]);
    assert_eq!(v3["instructions"], 15);
    assert_eq!(v3["simd_efficiency"], 150.0 / (15.0 * 16.0));
    assert_eq!(
        v3["histogram"],
        json!([1, 2, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 7])
    );
    assert_eq!(
        v3["cycles"],
        json!({ "none": 60, "ivb": 44, "bcc": 40, "scc": 40 })
    );
    let classes = v3["classes"].as_array().expect("a list").iter();
    let classes: Vec<_> = classes.map(|class| class["instructions"].clone()).collect();
    assert_eq!(classes, [1, 3, 4, 0, 7]);
    assert_eq!(v3["traces"][0]["records"], 9);
    assert_eq!(v3["traces"][0]["kernel"], "saxpy");
}

#[test]
fn widths_and_empty_instructions_are_choices() {
    let wide = counts(&["v3.traceg", "--simd", "32", "--alu", "8"]);
    assert_eq!(wide["instructions"], 9);
    assert_eq!(
        wide["cycles"],
        json!({ "none": 36, "ivb": 30, "bcc": 22, "scc": 21 })
    );
    let skipped = counts(&["v3.traceg", "--set", "compaction.skip_empty=true"]);
    assert_eq!(
        skipped["cycles"],
        json!({ "none": 56, "ivb": 42, "bcc": 39, "scc": 39 })
    );
}

/// The instruction without active lanes does not count: 14 of the 15 instructions above are left.
#[test]
fn empty_instructions_can_be_left_out() {
    let v3 = counts(&["v3.traceg", "--skip-empty"]);
    assert_eq!(
        (&v3["instructions"], &v3["histogram"][0]),
        (&json!(14), &json!(0))
    );
    assert_eq!(v3["simd_efficiency"], 150.0 / (14.0 * 16.0));
    assert_eq!(
        v3["cycles"],
        json!({ "none": 56, "ivb": 42, "bcc": 39, "scc": 39 })
    );
    assert_eq!(v3["skip_empty"], true);
    assert_eq!(counts(&["v3.traceg"])["skip_empty"], false);
}

/// Savings computed from the 60, 44, 40 and 40 cycles above.
#[test]
fn savings_are_against_both() {
    let v3 = counts(&["v3.traceg"]);
    let savings = json!({
        "against_none": { "ivb": 16.0 / 60.0, "bcc": 20.0 / 60.0, "scc": 20.0 / 60.0 },
        "against_ivb": { "bcc": 4.0 / 44.0, "scc": 4.0 / 44.0 },
    });
    assert_eq!(v3["savings"], savings);
    assert_eq!(v3["traces"][0]["savings"], savings);
}

#[test]
fn a_list_may_have_any_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in ["v3.traceg", "v5.traceg"] {
        std::fs::copy(format!("{DATA}/{file}"), folder.path().join(file)).expect("copied");
    }
    let list = folder.path().join("mine.txt");
    let copied = std::fs::copy(format!("{DATA}/kernelslist.g"), &list);
    copied.expect("copied");
    let found = counts(&[list.to_str().expect("text")]);
    assert_eq!(found["instructions"], 30);
}

#[test]
fn every_version_says_the_same() {
    let cycles = |file| counts(&[file])["cycles"].clone();
    let v3 = cycles("v3.traceg");
    for file in ["v2.traceg", "v4.traceg", "v5.traceg"] {
        assert_eq!(cycles(file), v3, "{file}");
    }
    let list = counts(&["kernelslist.g"]);
    assert_eq!(list["instructions"], 30);
    assert_eq!(list["traces"].as_array().map(Vec::len), Some(2));
}

#[test]
fn people_get_a_table() {
    let output = masks(&["kernelslist.g"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success());
    assert!(
        text.contains("cycles below ivb: bcc 9.1 %, scc 9.1 %")
            && text.contains("cycles below none: ivb 26.7 %, bcc 33.3 %, scc 33.3 %"),
        "{text}"
    );
    assert!(
        text.contains("active: 0 lanes 6.7 %, 1-4 lanes 20.0 %"),
        "{text}"
    );
}

#[test]
fn what_is_wrong_is_said() {
    let wrong = |arguments: &[&str], said: &str| {
        let output = masks(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(said), "{errors}");
    };
    wrong(&["no.traceg"], "no.traceg: cannot be read");
    wrong(&["v3.traceg", "--simd", "64"], "--simd 64");
    wrong(&["v3.traceg", "--alu", "3"], "--alu 3");
    wrong(&["../traces.rs"], "traces.rs:");
    let whole = std::fs::read_to_string(format!("{DATA}/v5.traceg")).expect("text");
    let cut = tempfile::NamedTempFile::new().expect("a temporary file");
    let end = whole.rfind("#BEGIN_TB").expect("a thread block");
    std::fs::write(&cut, &whole[..end]).expect("written");
    let cut = cut.path().to_str().expect("text");
    wrong(&[cut], ":32: `-grid dim` states 2 thread blocks, found: 1");
}
