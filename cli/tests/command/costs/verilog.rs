//! Bits of mechanisms against registers and memories of the Verilog that `heddle gen` writes.
//!
//! Yosys elaborates the Verilog without optimisation, so that it has a flip-flop for each bit of each register. Those that it makes
//! for the ports of memories have no names in the source and are left out. Which units a mechanism has stands here once more: the
//! test does not take it from the definitions of the mechanisms.

use super::{mechanisms, number};
use crate::program::heddle;
use heddle_contract::config::PRESETS;
use heddle_machines::{part, shipped};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Mechanisms with hardware.
const PAID: [&str; 5] = ["stackless", "stack", "dwf", "dwr", "pdom"];

/// A unit of a core: its name, the number of instances, and the machine that it is for.
struct Unit {
    name: &'static str,
    instances: usize,
    set: Vec<String>,
}

/// The units of a mechanism, by the papers: fung2009 (3.2, 4), collange2011 (4), lashgar2012 (IV), vaidya2013 (4).
fn units(preset: &str, mechanism: &str, mode: &str) -> Vec<Unit> {
    let core = shipped(preset).core;
    let once = |name| Unit {
        name,
        instances: 1,
        set: Vec::new(),
    };
    // Lanes of a sub-warp: those of the pipeline, at least an eighth of a warp and at most a half (lashgar2012, V).
    let least = (core.warp_size / 8).max(2).min(core.warp_size / 2);
    let lanes = core.simd_width.clamp(least, core.warp_size / 2);
    let of_sub_warps = vec![
        format!("core.warp_size={lanes}"),
        format!("core.simd_width={}", core.simd_width.min(lanes)),
    ];
    let mut units = match mechanism {
        "pdom" | "stack" => vec![once("reconvergence_stack")],
        "stackless" => vec![once("stackless_subsystem")],
        "dwf" => vec![once("dwf_subsystem")],
        "dwr" => vec![
            once("dwr_synchronizer"),
            Unit {
                name: "reconvergence_stack",
                instances: core.warp_size / lanes,
                set: of_sub_warps.clone(),
            },
        ],
        _ => panic!("{mechanism}"),
    };
    if mode != "none" {
        let mut set = vec![format!("compaction.mode={mode}")];
        if mechanism == "dwr" {
            set.extend(of_sub_warps);
        }
        units.push(Unit {
            name: "cycle_compressor",
            instances: 1,
            set,
        });
    }
    units
}

/// Writes the Verilog of a unit into a folder.
fn generate(preset: &str, unit: &Unit, folder: &Path) {
    let mut command = heddle();
    command.args(["gen", "--unit", unit.name, "--preset", preset, "--out"]);
    command.arg(folder);
    for set in &unit.set {
        command.args(["--set", set]);
    }
    let output = command.output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", unit.name);
}

/// The Verilog files of a folder.
fn sources(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.unwrap().path());
    let own = paths.filter(|path| path.extension().is_some_and(|end| end == "v"));
    own.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect()
}

/// Bits of all registers and memories below a module, as Yosys elaborates it.
fn elaborated(folder: &Path, top: &str) -> i64 {
    let script = format!(
        "read_verilog {}; hierarchy -check -top {top}; proc -noopt; flatten; memory_collect; write_json netlist.json",
        sources(folder).join(" ")
    );
    let mut yosys = Command::new("/usr/bin/setpriv");
    yosys.args(["--pdeathsig", "KILL", "yosys", "-q", "-p", &script]);
    let output = yosys.current_dir(folder).output().expect("yosys");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{top}: {said}");
    let text = fs::read(folder.join("netlist.json")).expect("a netlist");
    bits(&serde_json::from_slice(&text).expect("JSON"), top)
}

/// Bits of registers and memories in a flat netlist.
fn bits(netlist: &Value, top: &str) -> i64 {
    let module = &netlist["modules"][top];
    let of = |key: &str| module[key].as_object().expect(key).values();
    let nets = of("netnames").filter(|net| net["hide_name"] == 0);
    let nets = nets.flat_map(|net| net["bits"].as_array().expect("bits"));
    let declared: HashSet<&Value> = nets.collect();
    of("cells").map(|cell| of_cell(cell, &declared)).sum()
}

fn of_cell(cell: &Value, declared: &HashSet<&Value>) -> i64 {
    let kind = cell["type"].as_str().expect("a type");
    let parameter = |name: &str| {
        let digits = cell["parameters"][name].as_str().expect(name);
        i64::from_str_radix(digits, 2).expect("binary digits")
    };
    match kind {
        "$mem" | "$mem_v2" => parameter("SIZE") * parameter("WIDTH"),
        _ if kind.contains("dff") || kind.contains("latch") => {
            let outputs = cell["connections"]["Q"].as_array().expect("outputs");
            outputs.iter().filter(|bit| declared.contains(bit)).count() as i64
        }
        _ => 0,
    }
}

/// All presets with all mechanisms; compaction is that of the preset, or the mode that is named.
fn cases() -> Vec<(&'static str, &'static str, &'static str)> {
    let presets = PRESETS.iter().map(|(preset, _)| *preset);
    let of_preset = |preset| {
        let of_mechanism =
            move |mechanism| ["", "bcc", "scc"].map(|mode| (preset, mechanism, mode));
        PAID.into_iter().flat_map(of_mechanism)
    };
    presets.flat_map(of_preset).collect()
}

/// By day one case in eleven: every mechanism, preset and mode is in one of them.
#[test]
fn bits_are_those_of_the_verilog_as_shipped() {
    let mut known: BTreeMap<(String, &str, Vec<String>), i64> = BTreeMap::new();
    for (preset, mechanism, mode) in part(cases(), 4, 11) {
        let asked = match mode {
            "" => mechanism.to_owned(),
            mode => format!("{mechanism}+{mode}"),
        };
        let mode = match mode {
            "" => shipped(preset).compaction.mode.name(),
            mode => mode,
        };
        let costs = mechanisms(&["--preset", preset, "--mechanism", &asked]);
        let mut sum = 0;
        for unit in units(preset, mechanism, mode) {
            let key = (preset.to_owned(), unit.name, unit.set.clone());
            let bits = known.entry(key).or_insert_with(|| {
                let folder = TempDir::new().unwrap();
                generate(preset, &unit, folder.path());
                elaborated(folder.path(), unit.name)
            });
            sum += *bits * unit.instances as i64;
        }
        assert!(sum > 0, "{preset} {asked}");
        assert_eq!(number(&costs[0], "bits"), sum, "{preset} {asked}");
    }
}

/// Deliberate errors: a register that `heddle area` does not know, an entry more, and an instance more.
#[test]
fn bits_that_are_not_counted_are_found() {
    let folder = TempDir::new().unwrap();
    let unit = &units("tiny", "stackless", "none")[0];
    generate("tiny", unit, folder.path());
    let right = elaborated(folder.path(), unit.name);
    let file = folder.path().join(format!("{}.v", unit.name));
    let text = fs::read_to_string(&file).unwrap();
    let (before, _) = text.split_once("endmodule").expect("a module");
    for (more, bits) in [
        (
            "reg [2:0] extra_q; always @(posedge clk_i) extra_q <= extra_q + 1;",
            3,
        ),
        (
            "reg [4:0] extra_q [0:6]; always @(posedge clk_i) extra_q[lanes_i[2:0]] <= 5'd1; \
             wire [4:0] seen = extra_q[lanes_i[2:0]];",
            35,
        ),
    ] {
        fs::write(
            &file,
            format!("{before}{more}\nendmodule\n`default_nettype wire\n"),
        )
        .unwrap();
        assert_eq!(elaborated(folder.path(), unit.name), right + bits, "{more}");
    }
}
