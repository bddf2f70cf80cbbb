//! The examples run and show what they are meant to show.

use heddle_kernels::{Room, Size, by_name};
use heddle_machines::shipped;
use heddle_sim::{Gpu, Mechanism};
use heddle_timeline::recording::{About, Core, Recording, Writer};
use heddle_timeline::{Recorder, Window};
use std::fs;
use std::path::Path;
use std::process::Command;

fn shown(program: &str) -> String {
    shown_with(Command::new(program))
}

/// What a program shows that writes into a folder.
fn shown_in(program: &str, folder: &Path) -> String {
    shown_with_argument(Command::new(program), folder)
}

fn shown_with_argument(mut command: Command, argument: &Path) -> String {
    command.arg(argument);
    shown_with(command)
}

fn shown_with(mut command: Command) -> String {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_kernel_runs_under_each_mechanism() {
    let shown = shown(env!("CARGO_BIN_EXE_run_kernel"));
    for mechanism in ["pdom: ", "stackless: ", "dwf: "] {
        let line = shown.lines().find(|line| line.starts_with(mechanism));
        assert!(line.is_some_and(|line| line.contains("cycles")), "{shown}");
    }
}

#[test]
fn divergent_branches_have_a_reconvergence_point() {
    let shown = shown(env!("CARGO_BIN_EXE_reconvergence_points"));
    assert!(shown.contains("meet at 0x"), "{shown}");
    assert!(shown.contains("meet at function exit"), "{shown}");
}

#[test]
fn a_module_becomes_verilog_and_a_number_of_bits() {
    let shown = shown(env!("CARGO_BIN_EXE_describe_module"));
    assert!(shown.contains("module warp_vote (\n"), "{shown}");
    assert!(shown.contains("34 bits of registers"), "{shown}");
}

#[test]
fn a_mistake_in_verilog_is_found() {
    let shown = shown(env!("CARGO_BIN_EXE_cosimulate_unit"));
    assert!(
        shown.contains("as it is: 100000 cycles, no mismatch"),
        "{shown}"
    );
    assert!(
        shown.contains("with a mistake: partner_sync_table: cycle"),
        "{shown}"
    );
}

#[test]
fn storage_is_that_of_the_paper() {
    let shown = shown(env!("CARGO_BIN_EXE_count_storage"));
    assert!(
        shown.contains("pc_warp_lut: 4032 bits, 0.2633 mm2, 0.2633 in the paper"),
        "{shown}"
    );
    assert!(shown.contains("% of the die"), "{shown}");
}

#[test]
fn results_are_kept_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_compare_mechanisms");
    let first = shown_in(program, folder.path());
    assert!(
        first.contains("core.warps=8: dwf is ") && first.contains("8 of them simulated now"),
        "{first}"
    );
    let second = shown_in(program, folder.path());
    assert!(
        second.contains("8 runs, 0 of them simulated now"),
        "{second}"
    );
    assert!(folder.path().join("means.svg").is_file());
}

#[test]
fn files_of_a_unit_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let shown = shown_in(env!("CARGO_BIN_EXE_generate_files"), folder.path());
    for name in [
        "partner_sync_table.v",
        "partner_sync_table.sdc",
        "checker/partner_sync_table_bind.sv",
        "testbench/partner_sync_table.vectors",
    ] {
        assert!(shown.lines().any(|line| line == name), "{shown}");
        assert!(folder.path().join(name).is_file(), "{name}");
    }
}

/// A recording of a run under `dwf`.
fn recorded() -> Vec<u8> {
    let config = shipped("tiny");
    let workload = by_name("mandelbrot").unwrap();
    let room = Room::new(config.core.warps, config.core.warp_size);
    let job = workload.job(Size::Small, 1, room);
    let about = About::new(
        &config,
        Mechanism::Dwf,
        (&job.program, &job.launches),
        Window::default(),
    );
    let mut writer = Writer::new(about, u64::MAX, Vec::new()).unwrap();
    let buses = Recorder::bus_watch(Window::default());
    let gpu = Gpu::new(&config).unwrap().with_bus_watch(Some(buses));
    let report = gpu.run_observed(&job, Mechanism::Dwf, &Default::default(), &mut writer);
    let report = report.unwrap();
    let json = serde_json::to_value(&report).unwrap();
    writer.finish(&json, report.bus_use.as_ref()).unwrap().0
}

/// The reader of docs/recordings.md, beside that of the library.
#[test]
fn python_reads_what_is_recorded() {
    let bytes = recorded();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.rec");
    fs::write(&file, &bytes).unwrap();
    let mut python = Command::new("python3");
    python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/read_recording.py"));
    let printed = shown_with_argument(python, &file);
    let recording = Recording::read(&bytes).unwrap();
    let sum = |count: fn(&Core) -> usize| recording.cores.iter().map(count).sum::<usize>();
    let said = format!(
        "{}: {} cycles; {} issues, {} stalls, {} served, {} changes, {} busy recorded",
        recording.about.title,
        recording.report["cycles"],
        sum(|core| core.issues.len()),
        sum(|core| core.stalls.len()),
        sum(|core| core.port.len()),
        sum(|core| core.changes.len()),
        recording.modules.iter().map(Vec::len).sum::<usize>(),
    );
    assert_eq!(printed.lines().next(), Some(said.as_str()));
    assert!(printed.contains("__kernel_mandelbrot+0x"), "{printed}");
}
