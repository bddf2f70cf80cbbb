//! Names that distinguish configurations and designs.

use super::generated::{Generated, around, elaborates, word};
use heddle_contract::config::Target;
use heddle_hdl::MemoryStyle;
use std::collections::BTreeMap;

fn by_config(unit: &str, key: &str) -> Generated {
    Generated::new(&[
        "--unit",
        unit,
        "--preset",
        "tiny",
        "--set",
        key,
        "--name-by-config",
    ])
}

/// The first two share the arbiter inside; the third has another one.
#[test]
fn configurations_of_one_unit_live_in_one_design() {
    let keys = ["core.warps=4", "core.warps=8", "stackless.tree_latency=2"];
    let units = keys.map(|key| by_config("stackless_front_end", key));
    let units: Vec<&Generated> = units.iter().collect();
    let names = |at: usize| word(&units[at].modules[0], "name");
    assert_eq!(names(0), "unified_arbiter_la4_p16_k8_a32_li16_t1");
    assert_eq!(names(0), names(1));
    assert_ne!(names(0), names(2));
    elaborates(&units, &around(&units));
}

#[test]
#[should_panic(expected = "Duplicate declaration of module: 'stackless_front_end'")]
fn without_such_names_they_do_not() {
    let key = ["--unit", "stackless_front_end", "--preset", "tiny", "--set"];
    let units =
        ["core.warps=4", "core.warps=8"].map(|set| Generated::new(&[&key[..], &[set]].concat()));
    let units: Vec<&Generated> = units.iter().collect();
    elaborates(&units, &around(&units));
}

#[test]
fn a_prefix_stands_in_front_of_every_module_and_file() {
    let unit = [
        "--unit",
        "stackless_front_end",
        "--preset",
        "tiny",
        "--memory",
        "wrapper",
    ];
    let package = [
        "--prefix",
        "gpu0_",
        "--timescale",
        "1 ns / 1ps",
        "--rust-hdl",
    ];
    let ours = Generated::new(&[&unit[..], &package].concat());
    let plain = Generated::new(&unit);
    for (module, without) in ours.modules.iter().zip(&plain.modules) {
        let name = word(module, "name");
        assert_eq!(name, format!("gpu0_{}", word(without, "name")));
        let text = ours.text(word(module, "file"));
        assert!(text.starts_with("`timescale 1ns/1ps\n"), "{text}");
    }
    assert!(
        ours.text("gpu0_stackless_front_end.sdc")
            .contains("gpu0_stackless_front_end")
    );
    assert!(
        ours.text("stackless_front_end.rs")
            .contains("include_str!(\"gpu0_stackless_front_end.v\")")
    );
    assert!(
        ours.text("stackless_front_end.rs")
            .contains("\ngpu0_stackless_front_end u_stackless_front_end (")
    );
    let both = [&ours, &plain];
    let timed = |text: String| format!("`timescale 1ns/1ps\n{text}");
    elaborates(&both[..1], &timed(around(&both[..1])));
}

/// Equal names mean equal modules, for every unit on every preset, in every style, with the latencies of every target.
#[test]
#[ignore = "at night: a minute"]
fn names_by_configuration_say_all_of_a_module() {
    let mut texts = BTreeMap::new();
    let memories = MemoryStyle::ALL.map(|memory| ["--memory", memory.name()]);
    let resets = [["--reset", "async"], ["--reset-level", "low"]];
    let latencies = Target::ALL.map(|target| ["--latencies", target.name()]);
    let options = || memories.iter().chain(&resets).chain(&latencies);
    for (preset, _) in heddle_contract::config::PRESETS {
        for option in options() {
            let all = ["--all", "--name-by-config", "--preset", preset];
            let generated = Generated::new(&[&all[..], option].concat());
            for module in &generated.modules {
                let (name, text) = (word(module, "name"), generated.text(word(module, "file")));
                let known = texts.entry(name.to_owned()).or_insert_with(|| text.clone());
                assert!(*known == text, "{name}: {preset} {option:?}");
            }
        }
    }
    assert!(texts.len() > 500, "{} modules", texts.len());
}

/// Every unit, with the parameters of each preset.
#[test]
#[ignore = "at night: three minutes"]
fn presets_of_every_unit_live_in_one_design() {
    let presets: Vec<&str> = heddle_contract::config::PRESETS
        .iter()
        .map(|(name, _)| *name)
        .collect();
    for unit in heddle_hdl::units::NAMES {
        let generate = |preset: &&str| {
            Generated::new(&["--unit", unit, "--preset", preset, "--name-by-config"])
        };
        let mut units: Vec<Generated> = presets.iter().map(generate).collect();
        // Presets may have the same parameters for a unit.
        units.sort_by_key(|unit| word(unit.top(), "name").to_owned());
        units.dedup_by_key(|unit| word(unit.top(), "name").to_owned());
        let units: Vec<&Generated> = units.iter().collect();
        elaborates(&units, &around(&units));
    }
}
