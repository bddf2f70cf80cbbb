//! From a point of the front to hardware: its folder, and the commands that generate, lint and compare it.

use crate::command::built::PointFile;
use crate::failure::Failure;
use crate::output;
use heddle_contract::Config;
use heddle_contract::Unit;
use heddle_contract::config::Compress;
use heddle_contract::units::CycleCompressor;
use heddle_kernels::Size;
use heddle_study::explore::{Answer, Point};
use heddle_study::{Subject, quoted};
use std::path::{Path, PathBuf};

/// The launch file of a program that has none of its own.
const LAUNCH: &str = "launch.toml";

/// Writes a folder for each point of the front.
pub fn write_points(out: &Path, answer: &Answer<'_>) -> Result<(), Failure> {
    for &number in &answer.found.front {
        let point = &answer.points.all[number];
        let file = PointFile {
            name: point.name.clone(),
            mechanism: point.mechanism,
            bits: point.bits,
        };
        file.write(&out.join(&point.name), &point.config)?;
    }
    Ok(())
}

/// Writes the launches of sources, which the command line describes: other commands read them from files.
pub fn write_launches(out: &Path, subjects: &[Subject], config: &Config) -> Result<(), Failure> {
    for subject in subjects {
        if let Some(folder) = written(out, subject) {
            let written = subject.load(config)?.job().written();
            let launch = (LAUNCH.to_owned(), written.launch.into_bytes());
            let files: Vec<(String, Vec<u8>)> =
                written.buffers.into_iter().chain([launch]).collect();
            let files = files
                .iter()
                .map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
            output::files(&folder, files)?;
        }
    }
    Ok(())
}

/// A path as a shell reads it.
fn shell_word(path: &Path) -> String {
    quoted(&path.to_string_lossy()).into_owned()
}

/// The folder of the launch of a source.
fn written(out: &Path, subject: &Subject) -> Option<PathBuf> {
    let Subject::Own(kernel) = subject else {
        return None;
    };
    let (_, launch) = kernel.files()?;
    launch
        .is_none()
        .then(|| out.join("launches").join(kernel.name()))
}

/// The commands that make hardware of the winner and check it on the programs.
pub fn commands(out: &Path, answer: &Answer<'_>, subjects: &[Subject], size: Size) -> Vec<String> {
    let Some(point) = answer.winner() else {
        return Vec::new();
    };
    let folder = out.join(&point.name);
    let verilog = shell_word(&folder.join("verilog"));
    let machine = shell_word(&folder.join("machine.toml"));
    let mut commands = vec![format!(
        "heddle gen --from {} --out {verilog} --checkers",
        shell_word(&folder)
    )];
    for unit in units(point) {
        commands.push(format!(
            "verilator --lint-only --top-module {unit} -F {verilog}/files.f"
        ));
        let cosim = format!("heddle cosim --config {machine} --unit {unit}");
        commands.push(format!("{cosim} --mode unit"));
        for mode in ["shadow", "in-loop"] {
            let programs = subjects
                .iter()
                .filter_map(|subject| program(out, subject, size));
            let mechanism = point.mechanism.name();
            commands.extend(
                programs.map(|program| {
                    format!("{cosim} --mode {mode} --mechanism {mechanism} {program}")
                }),
            );
        }
    }
    commands
}

/// The units that co-simulation puts into the cores.
fn units(point: &Point) -> impl Iterator<Item = &'static str> {
    let compacts = point.config.compaction.mode != Compress::None;
    let units = point.mechanism.about().units.iter().copied();
    units.filter(move |unit| compacts || *unit != CycleCompressor::NAME)
}

/// The options of `heddle cosim` that name a program; `None` if it is in no file.
fn program(out: &Path, subject: &Subject, size: Size) -> Option<String> {
    let kernel = match subject {
        Subject::Workload { workload, seed, .. } => {
            return Some(format!(
                "--workload {} --size {size} --seed {seed}",
                workload.name()
            ));
        }
        Subject::Own(kernel) => kernel,
    };
    let (file, launch) = kernel.files()?;
    let launch = match (launch, written(out, subject)) {
        (Some(launch), _) => launch.to_owned(),
        (None, folder) => folder?.join(LAUNCH),
    };
    let [file, launch] = [Path::new(&file), launch.as_path()].map(shell_word);
    Some(format!("--kernel {file} --launch {launch}"))
}
