//! `heddle workloads`: every program with its source and its sizes.

use serde_json::Value;
use std::path::Path;

fn shown(options: &[&str]) -> String {
    let mut heddle = crate::program::heddle();
    heddle.args(["workloads", "--preset", "tiny"]).args(options);
    let output = heddle.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn sources_exist_and_sizes_are_those_of_the_largest_launch() {
    let workloads: Value = serde_json::from_str(&shown(&["--json"])).unwrap();
    let workloads = workloads.as_array().unwrap();
    assert_eq!(workloads.len(), heddle_kernels::named().count());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for workload in workloads {
        let source = workload["source"].as_str().unwrap();
        assert!(root.join(source).is_file(), "{source}");
        for size in ["small", "full"] {
            let extent = &workload[size];
            assert!(extent["launches"].as_u64() >= Some(1), "{workload:#}");
            assert!(extent["buffer_bytes"].as_u64() >= Some(4), "{workload:#}");
            let lengths = [&extent["grid"], &extent["block"]].map(|lengths| {
                let lengths = lengths.as_array().unwrap().iter();
                lengths
                    .map(|length| length.as_u64().unwrap())
                    .product::<u64>()
            });
            assert_eq!(lengths[0] * lengths[1], extent["threads"], "{workload:#}");
        }
    }
}

#[test]
fn people_see_both_sizes() {
    let table = shown(&[]);
    let of_one = table
        .lines()
        .filter(|line| line.trim_start().starts_with("scan "));
    assert_eq!(of_one.count(), 2, "{table}");
}
