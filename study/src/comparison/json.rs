//! A comparison as JSON.

use super::{Comparison, Mean, Row};
use serde_json::{Map, Value, json};

/// All results.
pub(super) fn value(comparison: &Comparison<'_>) -> Value {
    let plan = comparison.plan();
    let keys = &plan.keys;
    let cells: Vec<Value> = comparison.rows().map(|row| cell(keys, &row)).collect();
    json!({
        "baseline": plan.mechanisms[plan.baseline].name(),
        "keys": keys,
        "cells": cells,
        "means": means(comparison),
        "rows": plan.planned_runs.len(),
        "runs": comparison.runs(),
        "simulated": comparison.results.simulated,
    })
}

fn cell(keys: &[String], row: &Row<'_>) -> Value {
    json!({
        "setting": row.setting,
        "values": values(keys, row.values),
        "workload": row.program,
        "mechanism": row.mechanism,
        "cell": row.run,
        "outcome": row.outcome(),
        "failure": row.result.failure,
        "cycles": row.result.value("cycles"),
        "instructions": row.result.value("instructions"),
        "simd_efficiency": row.result.value("simd_efficiency"),
        "ipc": row.ipc,
        "speedup": row.speedup,
        "differs": row.differs,
        "command": row.command,
    })
}

/// The values of keys: numbers and truth values as such, anything else as text.
fn values(keys: &[String], values: &[String]) -> Map<String, Value> {
    let typed = |text: &String| match serde_json::from_str(text) {
        Ok(value @ (Value::Number(_) | Value::Bool(_))) => value,
        _ => json!(text),
    };
    keys.iter().cloned().zip(values.iter().map(typed)).collect()
}

fn means(comparison: &Comparison<'_>) -> Vec<Value> {
    let plan = comparison.plan();
    let mut means = Vec::new();
    for (setting, name) in plan.settings.iter().enumerate() {
        for (index, mechanism) in plan.mechanisms.iter().enumerate() {
            let Mean { value, over, of } = comparison.mean(setting, index);
            let speedup = comparison.mean_speedup(setting, index);
            means.push(json!({
                "setting": name,
                "values": values(&plan.keys, &plan.values[setting]),
                "mechanism": mechanism.name(),
                "ipc": value,
                "programs": over,
                "of": of,
                "speedup": speedup.value,
                "speedup_programs": speedup.over,
            }));
        }
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_types() {
        let texts = ["16", "0.5", "true", "majority", "16k", "null"].map(String::from);
        let keys = ["a", "b", "c", "d", "e", "f"].map(String::from);
        let found = Value::Object(values(&keys, &texts));
        let right = json!({"a": 16, "b": 0.5, "c": true, "d": "majority", "e": "16k", "f": "null"});
        assert_eq!(found, right);
    }
}
