//! Every key of a machine with values at and beyond its limits, on every preset: either machine validation refuses the value, or
//! it works everywhere, in units and in runs.

use crate::{on_every_preset, support};
use heddle_contract::Config;
use heddle_contract::config::{ConfigReason, Source};
use heddle_cosim::{Error, NAMES, by_name};
use heddle_machines::{part, shipped};
use heddle_sim::{Gpu, Limits, Mechanism};
use std::panic::{AssertUnwindSafe, catch_unwind};
use toml::{Table, Value};

/// Whole numbers that a user might try: zero, the smallest, an odd number, a power of two, huge ones.
const NUMBERS: [&str; 7] = [
    "0",
    "1",
    "7",
    "64",
    "65536",
    "4294967295",
    "9223372036854775807",
];

/// Keys that presets leave out.
const LEFT_OUT: [&str; 5] = [
    "dwf.tid_bits",
    "dwf.spill_entries",
    "memory.shared_cycles",
    "dwr.sub_warp",
    "dwr.wait_cycles",
];

/// Keys of a machine as paths, with their values.
fn keys(table: &Table, above: &str, found: &mut Vec<(String, Value)>) {
    for (key, value) in table {
        let path = format!("{above}{key}");
        match value {
            Value::Table(inside) => keys(inside, &format!("{path}."), found),
            value => found.push((path, value.clone())),
        }
    }
}

/// The names that a key accepts, from the error for an invalid name.
fn names(preset: &str, key: &str) -> Vec<String> {
    let error = load(preset, key, "no-such-name").expect_err("no name");
    let names = error.split('`').skip(3).step_by(2);
    names.map(str::to_owned).collect()
}

/// The machine with a changed value, or the error.
fn load(preset: &str, key: &str, value: &str) -> Result<Config, String> {
    let changes = [format!("{key}={value}")];
    Config::load(&Source::Preset(preset.into()), &changes).map_err(|error| match error.reason {
        ConfigReason::Key { problem, .. } => problem,
        _ => error.to_string(),
    })
}

fn values(preset: &str, key: &str, value: &Value) -> Vec<String> {
    match value {
        Value::Boolean(_) => ["false", "true"].map(String::from).to_vec(),
        Value::String(_) => names(preset, key),
        _ => NUMBERS.map(String::from).to_vec(),
    }
}

/// Every unit of the machine is described without mistakes or reports which part has no hardware, and every mechanism runs a
/// kernel for some cycles or reports why it cannot.
fn works(config: &Config) -> Result<(), String> {
    for name in NAMES {
        match by_name(name).unwrap().verilog(config) {
            Ok(_) | Err(Error::Params(_)) => {}
            Err(error) => return Err(format!("{name}: {error}")),
        }
    }
    let job = support::job(heddle_kernels::by_name("if_else").unwrap(), config);
    let gpu = Gpu::new(config).map_err(|error| error.to_string())?;
    let limits = Limits { max_cycles: 2_000 };
    for mechanism in Mechanism::ALL {
        // A program may be too large for the machine: that is a valid answer.
        let _ = gpu.run(&job, mechanism, &limits);
    }
    Ok(())
}

/// The problem with an accepted value, if there is one.
fn wrong(preset: &str, key: &str, value: &str) -> Option<String> {
    let tried = catch_unwind(AssertUnwindSafe(|| {
        load(preset, key, value).map(|config| works(&config))
    }));
    let what = match tried {
        Ok(Err(_)) | Ok(Ok(Ok(()))) => return None,
        Ok(Ok(Err(error))) => error,
        Err(_) => "it panics".into(),
    };
    Some(format!("{preset}, {key}={value}: {what}"))
}

/// Each run tests one key in forty on each preset, different ones on each; all of them at night.
fn every_key(preset: &str) {
    let text = toml::to_string(&shipped(preset)).unwrap();
    let mut all = Vec::new();
    keys(&text.parse().unwrap(), "", &mut all);
    let left_out = LEFT_OUT.map(|key| (key.to_owned(), Value::Integer(0)));
    all.extend(left_out);
    assert!(all.len() > 80, "{all:?}");
    let mut found = Vec::new();
    for (key, value) in part(all, support::place(preset), 40) {
        let values = values(preset, &key, &value);
        assert!(values.len() > 1, "{key}: {values:?}");
        found.extend(values.iter().filter_map(|value| wrong(preset, &key, value)));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

on_every_preset!(keys: every_key);
