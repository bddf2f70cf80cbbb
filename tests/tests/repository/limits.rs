//! `docs/limits.md` has the limits of every number of a machine, and says what is checked.

use heddle_contract::Config;
use heddle_contract::config::{PRESETS, Source};
use std::collections::BTreeSet;
use toml::{Table, Value};

const PAGE: &str = include_str!("../../../docs/limits.md");

/// A number beyond the limits of every key that has some.
const BEYOND: &str = "4294967295";

/// Numbers that presets leave out.
const LEFT_OUT: [&str; 5] = [
    "dwf.tid_bits",
    "dwf.spill_entries",
    "memory.shared_cycles",
    "dwr.sub_warp",
    "dwr.wait_cycles",
];

/// The rows of the table of machines: key, least and most.
fn rows() -> Vec<[String; 3]> {
    let (_, machines) = PAGE.split_once("## Machines").unwrap();
    let table = machines.split("## ").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let cells = |row: &str| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let key = cells[1].trim_matches('`').to_owned();
        [key, cells[2].into(), cells[3].into()]
    };
    rows.map(cells).collect()
}

/// Keys with numbers, as paths.
fn numbers(table: &Table, above: &str, found: &mut BTreeSet<String>) {
    for (key, value) in table {
        match value {
            Value::Table(inside) => numbers(inside, &format!("{above}{key}."), found),
            Value::Integer(_) => drop(found.insert(format!("{above}{key}"))),
            _ => {}
        }
    }
}

/// The errors of presets with this value. Presets without the part that the key describes accept it.
fn errors(key: &str, value: &str) -> Vec<String> {
    let load = |(preset, _): &(&str, &str)| {
        let source = Source::Preset((*preset).into());
        Config::load(&source, &[format!("{key}={value}")]).err()
    };
    let errors = PRESETS.iter().filter_map(load);
    errors.map(|error| error.to_string()).collect()
}

#[test]
fn every_number_of_a_machine_is_there() {
    let mut keys: BTreeSet<String> = LEFT_OUT.map(String::from).into();
    for (preset, _) in PRESETS {
        let config = Config::preset(preset).unwrap();
        let text = toml::to_string(&config).unwrap();
        numbers(&text.parse().unwrap(), "", &mut keys);
    }
    let listed = rows().into_iter().map(|[key, ..]| key).collect();
    assert_eq!(keys, listed);
}

/// The message for a number beyond the limits has the same limits as the page.
#[test]
fn the_limits_of_machines_are_those_that_are_checked() {
    for [key, least, most] in rows() {
        let errors = errors(&key, BEYOND);
        if most.is_empty() {
            assert!(errors.is_empty(), "{key}");
            continue;
        }
        let (_, name) = key.rsplit_once('.').unwrap_or(("", &key));
        let said = match (least.parse::<u64>(), most.parse::<u64>()) {
            (Ok(least), Ok(most)) if least == most => format!("{name} = {BEYOND} is not {most}"),
            (Ok(least), Ok(most)) => format!("{name} = {BEYOND} is not in {least} to {most}"),
            _ => format!("{name} = {BEYOND} is not "),
        };
        let is_said = |error: &String| {
            error.ends_with(&said) || said.ends_with("not ") && error.contains(&said)
        };
        assert!(errors.iter().any(is_said), "{said}: {errors:?}");
        if let Ok(most) = most.parse::<u64>() {
            assert!(
                !self::errors(&key, &(most + 1).to_string()).is_empty(),
                "{key}"
            );
        }
    }
}

/// Numbers that are within their limits may be too much together.
#[test]
fn sizes_that_multiply_are_limited_together() {
    let load = |changes: &[&str]| {
        let changes: Vec<String> = changes.iter().map(|change| (*change).into()).collect();
        Config::load(&Source::Preset("vaidya2013".into()), &changes).map(drop)
    };
    let wide = ["core.warp_size=64", "core.warps=64"];
    load(&[&wide[..], &["cores=256"]].concat()).unwrap();
    let error = load(&[&wide[..], &["cores=257"]].concat()).unwrap_err();
    assert!(error.to_string().contains("at most 256"), "{error}");
    let narrow = ["memory.line_bytes=4", "memory.cache_bytes=0"];
    for (key, most) in [("l3.bytes", 4 << 22), ("llc.bytes", 4 << 22)] {
        load(&[&narrow[..], &[&format!("{key}={most}")]].concat()).unwrap();
        let more = format!("{key}={}", 2 * most);
        let error = load(&[&narrow[..], &[&more]].concat()).unwrap_err();
        assert!(
            error.to_string().contains("is not in 1 to 16777216"),
            "{error}"
        );
    }
}
