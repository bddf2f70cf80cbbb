//! `heddle mechanisms`: every mechanism with its source, its needs and its units.

use heddle_contract::config::PRESETS;
use heddle_sim::Mechanism;
use serde_json::Value;

fn shown(options: &[&str]) -> String {
    let mut heddle = crate::program::heddle();
    let output = heddle.arg("mechanisms").args(options).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn programs_learn_what_each_needs() {
    let text = shown(&["--preset", "tiny", "--json"]);
    let entries: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(entries.len(), Mechanism::ALL.len());
    for (entry, mechanism) in entries.iter().zip(Mechanism::ALL) {
        assert_eq!(entry["mechanism"], mechanism.name());
        let own = entry["units"].as_array().unwrap();
        let known = |unit: &Value| heddle_cosim::NAMES.contains(&unit.as_str().unwrap());
        assert!(own.iter().all(known), "{entry:#}");
        let presets = entry["presets"].as_array().unwrap();
        let names = presets
            .iter()
            .map(|preset| preset["preset"].as_str().unwrap());
        assert!(names.eq(PRESETS.iter().map(|(name, _)| *name)), "{entry:#}");
        for preset in presets {
            let refused = preset["reason"].is_string();
            assert_eq!(preset["runs"], !refused, "{entry:#}");
            assert_eq!(preset["of_source"], preset["preset"] == entry["source"]);
        }
    }
}

/// Threads of the groups that a mechanism schedules on a machine.
#[test]
fn lanes_are_those_of_the_machine() {
    let lanes = |mechanism: &str, warp_size: &str| {
        let size = format!("core.warp_size={warp_size}");
        let text = shown(&["--preset", "lashgar2012", "--set", &size, "--json"]);
        let entries: Vec<Value> = serde_json::from_str(&text).unwrap();
        let entry = entries.iter().find(|entry| entry["mechanism"] == mechanism);
        entry.unwrap()["lanes"].as_u64().unwrap()
    };
    assert_eq!([lanes("pdom", "32"), lanes("pdom", "64")], [32, 64]);
    assert_eq!([lanes("mimd", "32"), lanes("mimd", "64")], [1, 1]);
}

#[test]
fn people_learn_that_the_oracle_is_none() {
    let text = shown(&[]);
    for mechanism in Mechanism::ALL {
        assert!(text.contains(&format!("{mechanism}: ")), "{text}");
    }
    assert!(!text.contains("oracle: "), "{text}");
    assert!(text.contains("oracle` is no mechanism"), "{text}");
}
