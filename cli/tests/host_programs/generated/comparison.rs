//! Runs kernels on all devices, and reports those that fail.

use super::batch::{Batch, FUNG2009, Machine, TINY};
use super::generator::Kernel;
use super::{golden, host, others};
use heddle_machines::{count_and_seed, on_all_threads};
use heddle_sim::Mechanism;
use std::path::Path;
use std::time::Instant;

/// The variable that gives the number of kernels and the first seed: `COUNT,SEED`.
const ASKED: &str = "HEDDLE_OPENCL_KERNELS";

/// Default number of kernels and first seed.
const COUNT_AND_SEED: (usize, u64) = (200, 1);

/// Number of kernels in a file. Parsing built-in functions takes as long as compiling a few kernels.
const BATCH: usize = 10;

/// One in this many files runs on a larger machine too.
const LARGER: u64 = 4;

/// Kernels of consecutive seeds, in files.
fn batches(count: usize, seed: u64) -> Vec<Vec<Kernel>> {
    let kernels = (0..count as u64).map(|at| Kernel::new(seed.wrapping_add(at)));
    let kernels: Vec<Kernel> = kernels.collect();
    kernels.chunks(BATCH).map(<[Kernel]>::to_vec).collect()
}

/// The lines about a kernel in the host program's output.
fn lines<'w>(written: &'w str, kernel: &str) -> Vec<&'w str> {
    let of_it = |line: &&str| {
        let rest = line.strip_prefix(kernel);
        rest.is_some_and(|rest| rest.starts_with([' ', ':']))
    };
    written.lines().filter(of_it).collect()
}

/// The first line of a kernel in which two devices differ.
pub fn difference(kernel: &str, here: &str, there: &str) -> Option<String> {
    let (here, there) = (lines(here, kernel), lines(there, kernel));
    if here.is_empty() || here.len() != there.len() {
        return Some(format!("{} lines, not {}", here.len(), there.len()));
    }
    let mut pairs = here.iter().zip(&there);
    let (here, there) = pairs.find(|(here, there)| here != there)?;
    Some(format!("here  {here}\n    there {there}"))
}

/// The mistakes on a machine: pairs of a kernel and a text.
fn mistakes(batch: &Batch, machine: Machine) -> Result<Vec<(String, String)>, String> {
    let golden = golden::run(batch, machine, &Mechanism::ALL)?;
    let mut all = golden.mistakes;
    all.extend(differences(batch, machine, &golden.written));
    let on = |(kernel, what)| (kernel, format!("{}: {what}", machine.preset));
    Ok(all.into_iter().map(on).collect())
}

/// Kernels with other results on `pocl`, whichever way it compiles them, as pairs of a kernel and a text. Kernels that fail
/// one way are run the other way.
fn differences(batch: &Batch, machine: Machine, written: &str) -> Vec<(String, String)> {
    let mut open: Vec<Kernel> = batch.kernels.to_vec();
    let mut said = Vec::new();
    for way in others::WAYS {
        let folder = batch.folder().join(format!("pocl{way}"));
        let batch = Batch::write(&open, &folder).expect("a folder that can be written");
        let ran = others::pocl(&batch, machine, way);
        let differs = |kernel: &Kernel| match &ran {
            Ok(there) => difference(&kernel.name, written, there),
            Err(said) => Some(said.clone()),
        };
        let found = open
            .iter()
            .filter_map(|kernel| Some((kernel.clone(), differs(kernel)?)));
        (open, said) = found.unzip();
        if open.is_empty() {
            break;
        }
    }
    let names = open.into_iter().map(|kernel| kernel.name);
    names.zip(said).collect()
}

/// The faults that Oclgrind finds whichever way it compiles, attributed to the kernels that it names, or to the first one.
fn faults(batch: &Batch) -> Vec<(String, String)> {
    let ways = others::WAYS.into_iter();
    let found: Option<Vec<String>> = ways.map(|way| others::oclgrind(batch, TINY, way)).collect();
    let Some(found) = found else {
        return Vec::new();
    };
    let found = found.join("\n");
    let words: Vec<&str> = found.split_whitespace().collect();
    let is_named = |kernel: &&Kernel| words.contains(&kernel.name.as_str());
    let mut named: Vec<&Kernel> = batch.kernels.iter().filter(is_named).collect();
    if named.is_empty() {
        named.extend(batch.kernels.first());
    }
    let said = |kernel: &Kernel| (kernel.name.clone(), found.clone());
    named.into_iter().map(said).collect()
}

/// The failures of the kernels of a file, a text for each kernel that fails.
fn failures(kernels: &[Kernel]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder for a file of kernels");
    let batch = Batch::write(kernels, folder.path()).expect("a folder that can be written");
    let machines: &[Machine] = match kernels[0].seed / BATCH as u64 % LARGER {
        0 => &[TINY, FUNG2009],
        _ => &[TINY],
    };
    let mut all = faults(&batch);
    for machine in machines {
        match mistakes(&batch, *machine) {
            Ok(mistakes) => all.extend(mistakes),
            Err(said) => return vec![report(&kernels[0], kernels.len(), &[said])],
        }
    }
    let of = |kernel: &Kernel| {
        let own = all.iter().filter(|(name, _)| *name == kernel.name);
        own.map(|(_, what)| what.clone()).collect::<Vec<String>>()
    };
    let failed = kernels.iter().map(|kernel| (kernel, of(kernel)));
    let failed = failed.filter(|(_, mistakes)| !mistakes.is_empty());
    failed
        .map(|(kernel, mistakes)| report(kernel, 1, &mistakes))
        .collect()
}

/// Keeps failed kernels, from this one on; returns a text about them.
fn report(first: &Kernel, count: usize, mistakes: &[String]) -> String {
    let seed = first.seed;
    let kernels: Vec<Kernel> = (seed..seed + count as u64).map(Kernel::new).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("generated")
        .join(&first.name);
    let kept = match Batch::write(&kernels, &folder) {
        Ok(_) => folder.display().to_string(),
        Err(error) => format!("not kept: {error}"),
    };
    let mistakes = mistakes.join("\n    ");
    let run = host::program().display();
    format!(
        "seed {seed}, {kept}, alone: {ASKED}={count},{seed}\n    {mistakes}\n    \
         here: heddle exec --preset tiny -- {run} {kept}/tiny /dev/stdout\n    \
         pocl: {run} {kept}/tiny /dev/stdout [-cl-opt-disable]"
    )
}

#[test]
fn lines_that_differ_are_found() {
    let written = "kernel_1 item 0: 5\nkernel_1 counters: 7\nkernel_12 item 0: 5\n";
    assert_eq!(difference("kernel_1", written, written), None);
    let said = difference("kernel_1", written, &written.replace(": 7", ": 8"));
    let said = said.expect("a difference");
    assert_eq!(
        said,
        "here  kernel_1 counters: 7\n    there kernel_1 counters: 8"
    );
    let said = difference("kernel_12", written, "kernel_1 item 0: 5");
    assert_eq!(said.expect("a difference"), "1 lines, not 0");
    assert!(difference("kernel_2", written, written).is_some());
}

#[test]
#[ignore = "at night: pocl takes a second to compile a kernel"]
fn kernels_do_on_pocl_what_they_do_on_the_golden_gpu() {
    let (count, seed) = count_and_seed(ASKED, COUNT_AND_SEED);
    let failed = on_all_threads(&batches(count, seed), |kernels| {
        let start = Instant::now();
        let failed = failures(kernels);
        let (from, seconds) = (kernels[0].seed, start.elapsed().as_secs());
        println!("{} kernels from seed {from} on: {seconds} s", kernels.len());
        failed
    });
    let agree = count - failed.len().min(count);
    println!("{agree} kernels do the same on pocl, from seed {seed} on");
    assert!(
        failed.is_empty(),
        "{} of {count} kernels fail:\n{}",
        failed.len(),
        failed.join("\n")
    );
}
