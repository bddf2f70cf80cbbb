//! `heddle prove --equal --mutants`: proofs of equality have to find mistakes on both sides.

use super::counterexample::simulate;
use super::equal::asked;
use crate::cli::{Global, Prove as Options};
use crate::command::of_units;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use heddle_contract::Config;
use heddle_cosim::by_name;
use heddle_cosim::equal::mutants::{Judged, Mutants, Report, Shown};
use heddle_gen::difference::Bench;
use heddle_system::parallel;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Asks about mutants of units, prints the results, fails if simulation and proofs disagree.
pub fn execute(
    global: &Global,
    options: &Options,
    config: &Config,
    count: usize,
) -> Result<(), Failure> {
    let make = |name: &str| judge(global, options, config, count, name);
    let reports = of_units::reports(global, options.unit.as_deref(), make, show)?;
    hold(&reports)
}

pub fn judge(
    global: &Global,
    options: &Options,
    config: &Config,
    count: usize,
    name: &str,
) -> Result<Report, Failure> {
    let unit = by_name(name).expect("clap knows the names");
    let mutants = Mutants {
        equal: asked(global, options, config, unit, PathBuf::new())?,
        count,
        done: Arc::default(),
    };
    let progress = Progress::new(global, "mutants", Some(2 * count as u64));
    let mut report = progress.watch(&mutants.done, || unit.mutants(&mutants, config))?;
    let origin = &global.arguments();
    let run = |mutant: &Shown| is_shown(origin, options.out.as_deref(), mutant);
    let runs = parallel::map(&report.shown, run);
    for (mutant, is_shown) in report.shown.iter().zip(runs) {
        if !is_shown? {
            report.rtl.unshown.push(mutant.mutant.clone());
        }
    }
    Ok(report)
}

/// Whether Icarus Verilog shows that a mutant differs. With a folder, writes what it ran, and the waveform.
fn is_shown(origin: &str, folder: Option<&Path>, mutant: &Shown) -> Result<bool, Failure> {
    let module = &mutant.verilog.top;
    let bench = Bench {
        origin,
        verilog: &mutant.verilog,
        vectors: &mutant.vectors,
    };
    let mut files = bench.files();
    let Some(waveform) = simulate(module, &files)? else {
        return Ok(false);
    };
    if let Some(folder) = folder {
        files.push((format!("{module}.vcd"), waveform));
        let folder = folder.join(module).join(format!("mutant{}", mutant.id));
        let texts = files.iter();
        output::files(
            &folder,
            texts.map(|(name, text)| (name.as_str(), text.as_bytes())),
        )?;
    }
    Ok(true)
}

fn show(report: &Report) -> Result<(), Failure> {
    output::line(&format!("{} ({:.1} s)", report.unit, report.seconds))?;
    let head = [
        "mutants of",
        "tried",
        "told apart",
        "differ",
        "only simulated",
        "equal",
        "open",
        "wrong",
        "not shown",
    ];
    let mut table = output::table(&head, &[1, 2, 3, 4, 5, 6, 7, 8]);
    table.add_row(row("Verilog", &report.rtl));
    table.add_row(row("gates", &report.gates));
    output::line(&table.to_string())?;
    let sides = [&report.rtl, &report.gates];
    let open = sides.iter().flat_map(|side| &side.open);
    open.map(|mutant| format!("open: {mutant}"))
        .try_for_each(|line| output::line(&line))
}

fn row(side: &str, judged: &Judged) -> Vec<String> {
    let counts = [
        judged.tried,
        judged.told,
        judged.differs,
        judged.only_simulated,
        judged.equal,
        judged.open.len(),
        judged.wrong.len(),
        judged.unshown.len(),
    ];
    let counts = counts.iter().map(usize::to_string);
    [side.to_owned()].into_iter().chain(counts).collect()
}

/// A failure that names the mutants about which simulation and proofs disagree.
fn hold(reports: &[Report]) -> Result<(), Failure> {
    let sides = reports
        .iter()
        .flat_map(|report| [&report.rtl, &report.gates].map(|judged| (report.unit, judged)));
    let disagreeing = sides.flat_map(|(unit, judged)| {
        let wrong = judged.wrong.iter();
        let wrong = wrong.map(|mutant| ("proven equal, and simulation tells it apart", mutant));
        let unshown = judged.unshown.iter();
        let unshown = unshown.map(|mutant| ("differs by a proof, and its run does not", mutant));
        let both = wrong.chain(unshown);
        both.map(move |(what, mutant)| format!("{unit}: {what}: {mutant}"))
    });
    let disagreeing: Vec<String> = disagreeing.collect();
    match disagreeing.is_empty() {
        true => Ok(()),
        false => {
            Err(Failure::ran(disagreeing.join("\n")).help("a bug in Heddle: please report it"))
        }
    }
}
