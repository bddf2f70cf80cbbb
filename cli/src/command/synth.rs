//! `heddle synth`: units in a device or in standard cells, their area and their clock.

use super::{cosim, own_verilog, synthesis};
use crate::cli::{Global, Synth};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::style;
use heddle_contract::{Config, UnitInfo, units as contract};
use heddle_cosim::Outcome;
use heddle_cosim::unit_mode::Check;
use heddle_cosim::verilated::{Verilog, VerilogFile};
use heddle_hdl::MemoryStyle;
use heddle_hdl::units::NAMES;
use heddle_synth::{Clock, Effort, Job, Storage, Synthesised, Warning};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A unit and its results.
struct Row {
    info: UnitInfo,
    result: Synthesised,
    /// Result of the simulation of the netlist against the golden unit.
    simulation: Option<Outcome>,
    /// The unit's storage before the target's primitives are chosen.
    storage: Option<Storage>,
}

/// Synthesises units and prints the results.
pub fn execute(global: &Global, options: &Synth) -> Result<(), Failure> {
    let config = global.machine()?;
    let jobs = jobs(options, &config)?;
    let infos = contract::all(&config)?;
    let lab = synthesis::lab()?;
    let steps: usize = jobs.iter().map(Job::steps).sum();
    let done = AtomicU64::new(0);
    let progress = Progress::new(global, "steps of synthesis", Some(steps as u64));
    let rows = progress.watch(&done, || {
        let row = |job: &Job| {
            let info = infos.iter().find(|info| info.name == job.unit);
            let info = info.expect("clap knows the names").clone();
            let result = lab.synthesise(job, &done)?;
            let simulation = simulate(global, options, &config, &job.unit, &result)?;
            let storage = options.bits.then(|| lab.storage(job)).transpose()?;
            Ok(Row {
                info,
                result,
                simulation,
                storage,
            })
        };
        jobs.iter().map(row).collect::<Result<Vec<Row>, Failure>>()
    })?;
    match global.json {
        true => output::json(&as_json(global, options, &rows)),
        false => show(global, options, &rows),
    }?;
    let mut outcomes = rows.iter().filter_map(|row| row.simulation.as_ref());
    outcomes.try_for_each(cosim::agreed)
}

/// Simulates the netlist against the golden unit, if this is requested.
fn simulate(
    global: &Global,
    options: &Synth,
    config: &Config,
    unit: &str,
    result: &Synthesised,
) -> Result<Option<Outcome>, Failure> {
    let Some(files) = &result.simulation else {
        return Ok(None);
    };
    let file = |(name, text): &(String, String)| VerilogFile {
        name: name.clone(),
        text: text.clone(),
    };
    let check = Check {
        verilog: Verilog {
            top: unit.into(),
            files: files.iter().map(file).collect(),
        },
        cache: cosim::cache()?,
        seed: global.seed,
        cycles: options.cycles,
        folder: options.out.clone(),
        command: format!(
            "heddle synth {unit} --target {} --area --simulate --cycles {} --memory {} {}",
            options.target,
            options.cycles,
            memory(options).name(),
            global.arguments()
        ),
        clock: Arc::default(),
    };
    let unit = heddle_cosim::by_name(unit).expect("clap knows the names");
    Ok(Some(unit.check(&check, config)?))
}

fn jobs(options: &Synth, config: &Config) -> Result<Vec<Job>, Failure> {
    let mut names: Vec<&str> = match options.all {
        true => NAMES.to_vec(),
        false => options.units.iter().map(String::as_str).collect(),
    };
    let mut seen = Vec::new();
    names.retain(|name| {
        !seen.contains(name) && {
            seen.push(*name);
            true
        }
    });
    if !options.verilog.is_empty() && names.len() > 1 {
        return Err(Failure::input_with(
            "--verilog stands for one unit",
            "name one unit",
        ));
    }
    let effort = Effort {
        seeds: (1..=options.seeds).collect(),
        clock_ns: options.clock_ns,
        timed: !options.area,
        simulated: options.simulate,
    };
    names
        .iter()
        .map(|name| job(options, config, name, &effort))
        .collect()
}

fn job(options: &Synth, config: &Config, name: &str, effort: &Effort) -> Result<Job, Failure> {
    let mut job = synthesis::job(name, config, &options.target, memory(options), effort)?;
    if !options.verilog.is_empty() {
        let own = own_verilog::read(name, &options.verilog)?;
        job.files = own
            .files
            .into_iter()
            .map(|file| (file.name, file.text))
            .collect();
    }
    Ok(job)
}

fn memory(options: &Synth) -> MemoryStyle {
    style::memory(Some(&options.target), options.memory)
}

fn as_json(global: &Global, options: &Synth, rows: &[Row]) -> Value {
    let rows = rows.iter().map(|row| {
        let Row {
            info,
            result,
            simulation,
            storage,
        } = row;
        json!({
            "unit": info.name,
            "timing": info.timing.to_string(),
            "params": info.params.iter().map(|param| (param.name, param.value)).collect::<std::collections::BTreeMap<_, _>>(),
            "area": result.area,
            "clock": result.clock,
            "simulation": simulation,
            "storage": storage,
            "warnings": result.warnings,
            "tools": result.tools,
            "steps_made": result.made,
        })
    });
    json!({
        "target": options.target.to_string(),
        "device": options.target.device(),
        "machine": global.arguments(),
        "latencies": global.latencies.map(|target| target.name()),
        "memory": memory(options).name(),
        "clock_ns": options.clock_ns,
        "seeds": (1..=options.seeds).collect::<Vec<_>>(),
        "units": rows.collect::<Vec<_>>(),
    })
}

fn show(global: &Global, options: &Synth, rows: &[Row]) -> Result<(), Failure> {
    let latencies = match global.latencies {
        Some(target) => format!("those that {} recommends", target.name()),
        None => "the machine's own".into(),
    };
    output::line(&format!(
        "{}: {}; latencies: {latencies}; memories: {}\n",
        options.target,
        options.target.device(),
        memory(options).name()
    ))?;
    output::line(&areas(rows))?;
    if rows.iter().any(|row| row.result.clock.is_some()) {
        output::line(&format!("\n{}", clocks(rows)))?;
    }
    if rows.iter().any(|row| row.storage.is_some()) {
        output::line(&format!("\n{}", stored(rows)))?;
    }
    if rows.iter().any(|row| row.simulation.is_some()) {
        output::line(&format!("\n{}", simulations(rows)))?;
    }
    let timings = rows
        .iter()
        .map(|row| format!("{}: {}\n", row.info.name, row.info.timing));
    output::line(&format!("\ntiming\n{}", timings.collect::<String>()))?;
    output::line(&warnings(rows))
}

fn areas(rows: &[Row]) -> String {
    let cells = rows.iter().any(|row| row.result.area.um2.is_some());
    let size = if cells { "um2" } else { "LUTs" };
    let mut table = output::table(&["unit", size, "flip-flops", "memories"], &[1, 2]);
    for Row { info, result, .. } in rows {
        let area = &result.area;
        table.add_row([
            info.name.to_string(),
            area.size_described(),
            area.flip_flops.to_string(),
            area.memories_described(),
        ]);
    }
    table.to_string()
}

fn clocks(rows: &[Row]) -> String {
    let heading = [
        "unit",
        "MHz",
        "seeds",
        "slack ns",
        "worst path",
        "ns",
        "cells",
    ];
    let mut table = output::table(&heading, &[1, 3, 5, 6]);
    for Row { info, result, .. } in rows {
        let Some(clock) = &result.clock else { continue };
        let path = &clock.path;
        table.add_row([
            info.name.to_string(),
            format!("{:.1}", clock.mhz),
            seeds(clock),
            format!("{:.2}", clock.slack_ns),
            path.to_string(),
            format!("{:.2}", path.ns),
            path.levels.to_string(),
        ]);
    }
    table.to_string()
}

fn seeds(clock: &Clock) -> String {
    let runs = clock.runs.iter().filter(|run| run.seed.is_some());
    runs.map(|run| format!("{:.1}", run.mhz))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Table of declared and stored bits, with the structures that differ under each unit.
fn stored(rows: &[Row]) -> String {
    let heading = [
        "stored by",
        "declared",
        "flip-flops",
        "in memories",
        "why they differ",
    ];
    let mut table = output::table(&heading, &[1, 2, 3]);
    for Row { info, storage, .. } in rows {
        let Some(storage) = storage else {
            continue;
        };
        let bits = [storage.declared, storage.flip_flops, storage.memory];
        let [declared, flip_flops, memory] = bits.map(|bits| bits.to_string());
        table.add_row([info.name, &declared, &flip_flops, &memory, ""]);
        for difference in &storage.differences {
            let name = format!("  {} {}", difference.module, difference.name);
            let why = difference.reason.unwrap_or("not known to Heddle");
            let lost = format!("{} stored: {why}", difference.stored);
            table.add_row([&name, &difference.declared.to_string(), "", "", &lost]);
        }
    }
    table.to_string()
}

/// Results of the simulations of netlists against golden units.
fn simulations(rows: &[Row]) -> String {
    let heading = ["netlist of", "cycles", "mismatches", "corners", "seed"];
    let mut table = output::table(&heading, &[1, 2]);
    for outcome in rows.iter().filter_map(|row| row.simulation.as_ref()) {
        let corners = outcome.corners.len();
        table.add_row([
            outcome.unit.to_string(),
            outcome.cycles.to_string(),
            outcome.mismatches.to_string(),
            format!(
                "{} of {corners}",
                corners - outcome.missed_corners().count()
            ),
            outcome.seed.to_string(),
        ]);
    }
    table.to_string()
}

fn warnings(rows: &[Row]) -> String {
    let mut all: Vec<Warning> = Vec::new();
    for warning in rows.iter().flat_map(|row| &row.result.warnings) {
        match all
            .iter_mut()
            .find(|known| (known.tool, &known.kind) == (warning.tool, &warning.kind))
        {
            Some(known) => known.count += warning.count,
            None => all.push(warning.clone()),
        }
    }
    if all.is_empty() {
        return "no warnings".into();
    }
    let mut table = output::table(&["tool", "warnings", "kind", "why"], &[1]);
    for warning in all {
        let why = warning
            .reason
            .unwrap_or("not known to Heddle: look at the log");
        table.add_row([warning.tool, &warning.count.to_string(), &warning.kind, why]);
    }
    table.to_string()
}

#[cfg(test)]
mod tests {
    use super::super::{Cli, Command, r#gen};
    use super::*;
    use clap::Parser;

    /// Names and texts of the Verilog files that `heddle gen` writes.
    fn written(cli: &Cli) -> Vec<(String, String)> {
        let Command::Gen(options) = &cli.command else {
            panic!("not gen")
        };
        let generated = r#gen::generated(&cli.global, options).expect("it is generated");
        let files = generated.files.into_iter();
        files.filter(|(name, _)| name.ends_with(".v")).collect()
    }

    /// Those that `heddle synth` measures.
    fn measured(cli: &Cli) -> Vec<(String, String)> {
        let Command::Synth(options) = &cli.command else {
            panic!("not synth")
        };
        let config = cli.global.machine().expect("a machine");
        let mut jobs = jobs(options, &config).expect("jobs");
        assert_eq!(jobs.len(), 1);
        jobs.remove(0).files
    }

    fn parse(words: &str) -> Cli {
        Cli::try_parse_from(words.split(' ')).expect(words)
    }

    #[test]
    fn gen_writes_what_synth_measures() {
        let machines = ["--preset tiny", "--preset fung2009 --latencies ecp5"];
        for unit in [
            "stackless_front_end",
            "thread_pc_table",
            "warp_pool",
            "dwf_scheduler",
        ] {
            for (target, memory) in [
                ("ecp5", ""),
                ("osu018", ""),
                ("xilinx7", " --memory block"),
                ("osu035", " --memory registers"),
                ("osu035", " --memory wrapper"),
            ] {
                for machine in machines {
                    let rest = format!("--target {target}{memory} {machine}");
                    let mut written = written(&parse(&format!(
                        "heddle gen --unit {unit} --out unused {rest}"
                    )));
                    let mut measured = measured(&parse(&format!("heddle synth {unit} {rest}")));
                    written.sort();
                    measured.sort();
                    assert_eq!(written, measured, "{unit} {rest}");
                }
            }
        }
    }

    #[test]
    fn gen_without_a_target_writes_arrays() {
        let written = |rest| {
            written(&parse(&format!(
                "heddle gen --unit warp_pool --out unused{rest}"
            )))
        };
        assert_eq!(written(""), written(" --memory array"));
        assert_ne!(written(""), written(" --target ecp5"));
    }
}
