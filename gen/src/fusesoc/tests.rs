//! FuseSoC runs the targets of cores, using Verilator, Icarus Verilog and Yosys.

use super::*;
use heddle_hdl::{Design, MemoryStyle, Naming, Style, units};
use heddle_machines::shipped;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Path of FuseSoC, where scripts/fusesoc puts it.
const FUSESOC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../.tools-night/bin/fusesoc");

/// A testbench that prints the first of its vectors.
const TESTBENCH: &str = "module warp_allocator_tb;
    reg [31:0] vectors [0:0];
    wire       init_done;
    warp_allocator dut (.clk_i(1'b0), .rst_i(1'b1), .take_i(2'd0), .release_i(1'b0),
                        .release_warp_i(4'd0), .init_done_o(init_done));
    initial begin
        $readmemh(\"warp_allocator.vectors\", vectors);
        $display(\"first vector %h\", vectors[0]);
        $finish;
    end
endmodule
";

fn design(unit: &str, memory: MemoryStyle) -> Design {
    let style = Style {
        memory,
        ..Style::default()
    };
    units::styled(unit, &shipped("tiny"), style).expect("a unit of the machine")
}

fn testbench() -> Vec<(String, String)> {
    vec![
        ("testbench/warp_allocator_tb.v".into(), TESTBENCH.into()),
        (
            "testbench/warp_allocator.vectors".into(),
            "600df00d\n".into(),
        ),
    ]
}

/// A folder with modules, other files and cores.
fn folder(design: &Design, others: &[(String, String)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for within in ["checker", "testbench"] {
        std::fs::create_dir(folder.path().join(within)).expect("a new folder");
    }
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a writable file")
    };
    for module in &design.modules {
        write(&module.file_name(), &module.verilog);
    }
    for (name, text) in others.iter().chain(&files(&design.modules, others)) {
        write(name, text);
    }
    folder
}

/// Runs a target of a core; FuseSoC's cache and settings stay in the folder.
fn run(folder: &Path, target: &str, core: &str) -> Output {
    Command::new(FUSESOC)
        .args(["--cores-root", ".", "run", "--target", target])
        .arg(format!("heddle:rtl:{core}"))
        .current_dir(folder)
        .env("HOME", folder)
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .unwrap_or_else(|error| panic!("{FUSESOC}: {error}; run scripts/fusesoc"))
}

fn passes(folder: &Path, target: &str, core: &str) -> String {
    let run = run(folder, target, core);
    let said = [run.stdout, run.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(run.status.success(), "{core}, {target}: {said}");
    said
}

#[test]
fn a_core_depends_on_the_modules_inside_once_each() {
    let design = design("stackless_front_end", MemoryStyle::Wrapper);
    let core = text(design.top(), &[]);
    let version = env!("CARGO_PKG_VERSION");
    for child in ["unified_arbiter", "heddle_ram_1r1w"] {
        let dependency = format!("      - heddle:rtl:{child}:{version}\n");
        assert_eq!(core.matches(&dependency).count(), 1, "{core}");
    }
}

#[test]
fn a_core_is_simulated_where_its_test_bench_is_written() {
    let allocator = design("warp_allocator", MemoryStyle::Array);
    let simulates = |others: &[(String, String)]| {
        text(allocator.top(), others).contains("toplevel: warp_allocator_tb")
    };
    assert!(simulates(&testbench()));
    assert!(!simulates(&testbench()[..1]) && !simulates(&[]));
}

/// The assertions of a unit's module.
fn assertions(unit: &str) -> Vec<(String, String)> {
    let (style, naming) = (Style::default(), Naming::default());
    let checkers = units::checkers(unit, &shipped("tiny"), style, &naming);
    let checkers = checkers.expect("a unit of the machine");
    let checker = checkers.last().expect("that of the unit");
    let texts = [checker.properties(), checker.bind()];
    Files::of(unit)
        .concurrent()
        .into_iter()
        .zip(texts)
        .collect()
}

#[test]
fn assertions_are_a_fileset_of_their_own() {
    let allocator = design("warp_allocator", MemoryStyle::Array);
    let core = text(allocator.top(), &assertions("warp_allocator"));
    let synth = &core[core.find("  synth:").expect("a target")..];
    assert!(synth.contains("filesets: [rtl]\n"), "{core}");
    assert!(core.contains("filesets: [rtl, assertions? (assertions)]\n"));
    assert!(!text(allocator.top(), &[]).contains("assertions"));
}

#[test]
#[ignore = "at night, by scripts/fusesoc"]
fn assertions_are_linted_with_their_module() {
    let allocator = design("warp_allocator", MemoryStyle::Array);
    let folder = folder(&allocator, &assertions("warp_allocator"));
    passes(folder.path(), "lint_assertions", "warp_allocator");
}

#[test]
#[ignore = "at night, by scripts/fusesoc: five minutes"]
fn every_unit_is_linted_and_synthesised() {
    for unit in units::NAMES {
        let design = design(unit, MemoryStyle::Wrapper);
        let folder = folder(&design, &[]);
        passes(folder.path(), "lint", unit);
        passes(folder.path(), "synth", unit);
        let core = format!("heddle_rtl_{unit}_{}", env!("CARGO_PKG_VERSION"));
        let netlist = folder
            .path()
            .join(format!("build/{core}/synth/{core}.json"));
        let netlist = std::fs::read_to_string(netlist).expect("a netlist");
        assert!(netlist.contains(&format!("\"{unit}\"")), "{unit}");
    }
}

#[test]
#[ignore = "at night, by scripts/fusesoc"]
fn the_test_bench_runs_and_finds_its_vectors() {
    let allocator = design("warp_allocator", MemoryStyle::Array);
    let folder = folder(&allocator, &testbench());
    let said = passes(folder.path(), "sim", "warp_allocator");
    assert!(said.contains("first vector 600df00d"), "{said}");
}

/// Adds a deliberate error at the end of a module: a wire that nothing reads.
fn with_forgotten_wire(text: &str) -> String {
    text.replace("endmodule", "wire forgotten = clk_i;\nendmodule")
}

fn is_not_clean(folder: &Path, target: &str) {
    let run = run(folder, target, "warp_allocator");
    let said = [run.stdout, run.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(!run.status.success() && said.contains("UNUSED"), "{said}");
}

#[test]
#[ignore = "at night, by scripts/fusesoc"]
fn what_is_not_clean_fails_the_lint() {
    let mut allocator = design("warp_allocator", MemoryStyle::Array);
    let text = &mut allocator.modules[0].verilog;
    *text = with_forgotten_wire(text);
    is_not_clean(folder(&allocator, &[]).path(), "lint");
}

#[test]
#[ignore = "at night, by scripts/fusesoc"]
fn assertions_that_are_not_clean_fail_their_lint_alone() {
    let allocator = design("warp_allocator", MemoryStyle::Array);
    let mut assertions = assertions("warp_allocator");
    let (_, properties) = &mut assertions[0];
    *properties = with_forgotten_wire(properties);
    let folder = folder(&allocator, &assertions);
    is_not_clean(folder.path(), "lint_assertions");
    passes(folder.path(), "lint", "warp_allocator");
}
