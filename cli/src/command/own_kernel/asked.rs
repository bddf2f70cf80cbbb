//! The kernels that a command line names.

use super::OwnKernel;
use crate::cli::{Global, Named, OwnKernels};
use crate::command::source_kernel::SourceKernel;
use crate::failure::Failure;
use heddle_sim::launch::split_kernel;
use heddle_study::{Kernel, quoted};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files of a captured launch (`heddle exec --capture`).
pub const KERNEL: &str = "kernel.elf";
pub const LAUNCH: &str = "launch.toml";
const FILES: [&str; 2] = [KERNEL, LAUNCH];

/// The kernels of a command line in its order, those with launch files last. Each has its own name, which is not that of
/// a workload.
pub fn own_kernels(
    global: &Global,
    named: &[Named],
    options: &OwnKernels,
) -> Result<Vec<Arc<dyn Kernel>>, Failure> {
    check(named, options)?;
    let mut kernels = Vec::new();
    for one in named {
        match one {
            Named::Workload(_) => {}
            Named::Source(text) => {
                let long = text.display().to_string();
                kernels.push((of_source(global, text, options)?, long));
            }
            Named::Captured(folder) => kernels.extend(captured(folder)?),
        }
    }
    for (kernel, launch) in options.kernel.iter().zip(&options.launch) {
        let long = format!("{} {}", kernel.display(), launch.display());
        kernels.push((of_files(kernel, launch)?, long));
    }
    distinct(kernels)
}

/// Refuses options that apply to nothing, or to several sources.
fn check(named: &[Named], options: &OwnKernels) -> Result<(), Failure> {
    let (kernels, launches) = (options.kernel.len(), options.launch.len());
    if kernels != launches {
        let what = format!("{kernels} times --kernel, and {launches} times --launch");
        let remedy = "give each kernel its launch file: --kernel FILE --launch FILE.toml";
        return Err(Failure::input_with(what, remedy));
    }
    let sources = named.iter().filter(|one| matches!(one, Named::Source(_)));
    let given = options.source_launch.given().or(options.source.given());
    match (given, sources.count()) {
        (None, _) | (Some(_), 1) => Ok(()),
        (Some(option), 0) => {
            let what = format!("{option} without a source FILE.cl");
            Err(Failure::input_with(what, "leave it out, or name a source"))
        }
        (Some(option), _) => {
            let what = format!("{option} with several sources");
            let remedy = "name one source, and launch files for the others: --kernel FILE.cl --launch FILE.toml";
            Err(Failure::input_with(what, remedy))
        }
    }
}

fn of_source(global: &Global, text: &OsStr, options: &OwnKernels) -> Result<OwnKernel, Failure> {
    let (file, kernel) = split_kernel(text);
    let config = global.machine()?;
    let (source, launch) = (&options.source, &options.source_launch);
    let kernel = SourceKernel::new(file, kernel, source, launch, &config, global.seed)?;
    let command = command(file, &kernel, options, global.seed);
    Ok(OwnKernel::of_source(kernel, command))
}

/// The command line that runs a kernel of a source.
fn command(file: &Path, kernel: &SourceKernel, options: &OwnKernels, seed: u64) -> String {
    let name = &kernel.job.launches[0].kernel;
    let words = [options.source.words(), options.source_launch.words()].concat();
    let words: String = words
        .iter()
        .map(|word| format!(" {}", quoted(word)))
        .collect();
    let (file, name) = (file.to_string_lossy(), quoted(name));
    format!(
        "heddle run {} --kernel {name}{words} --seed {seed}",
        quoted(&file)
    )
}

/// A kernel named after its launch file, and after the kernel if the command line names one.
fn of_files(kernel: &OsString, launch: &Path) -> Result<OwnKernel, Failure> {
    let file = launch.file_stem().unwrap_or_default().to_string_lossy();
    let name = match split_kernel(kernel).1 {
        Some(kernel) => format!("{file}:{kernel}"),
        None => file.into_owned(),
    };
    OwnKernel::of_files(name, kernel.clone(), launch.into())
}

/// The captured launch in a folder, or the launches in its subfolders, sorted by name.
fn captured(folder: &Path) -> Result<Vec<(OwnKernel, String)>, Failure> {
    let mut folders = vec![folder.to_owned()];
    if !has_a_file(folder) {
        folders = folders_in(folder).map_err(|error| {
            let what = format!("{}: cannot be read: {error}", folder.display());
            Failure::input_with(what, "name a folder of `heddle exec --capture`")
        })?;
    }
    folders.retain(|folder| has_a_file(folder) || is_numbered(folder));
    folders.sort();
    if folders.is_empty() {
        let what = format!("{}: there is no captured launch", folder.display());
        let remedy = "name a folder of `heddle exec --capture`, or one of the folders in it";
        return Err(Failure::input_with(what, remedy));
    }
    folders.iter().try_for_each(|folder| complete(folder))?;
    let kernels = folders.into_iter().map(|folder| {
        let whole = folder.canonicalize().unwrap_or(folder.clone());
        let name = whole.file_name().unwrap_or_default().to_string_lossy();
        let (kernel, launch) = (folder.join(KERNEL).into(), folder.join(LAUNCH));
        let kernel = OwnKernel::of_files(name.into_owned(), kernel, launch)?;
        Ok((kernel, format!("{}/", folder.display())))
    });
    kernels.collect()
}

fn folders_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = folder.read_dir()?;
    let paths: std::io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    Ok(paths?.into_iter().filter(|path| path.is_dir()).collect())
}

/// Whether a folder has one of the files of a captured launch.
fn has_a_file(folder: &Path) -> bool {
    FILES.iter().any(|file| folder.join(file).is_file())
}

/// Whether a folder has the name of a captured launch, `0000-NAME`.
fn is_numbered(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.split_once('-').is_some_and(|(number, _)| {
        number.len() >= 4 && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Refuses a captured launch of which a file is missing (USR-8), as an interrupted capture leaves it: without it, a comparison
/// would hold fewer launches than the program made.
fn complete(folder: &Path) -> Result<(), Failure> {
    let Some(file) = FILES.iter().find(|file| !folder.join(file).is_file()) else {
        return Ok(());
    };
    let what = format!("{}: a captured launch without {file}", folder.display());
    let remedy = "capture the program again, or remove the folder";
    Err(Failure::input_with(what, remedy))
}

/// Gives distinct names: kernels that would share a name, or have that of a workload, get their long names instead.
fn distinct(mut kernels: Vec<(OwnKernel, String)>) -> Result<Vec<Arc<dyn Kernel>>, Failure> {
    let names: Vec<String> = kernels.iter().map(|(k, _)| k.name.clone()).collect();
    for (kernel, long) in &mut kernels {
        let alike = names.iter().filter(|name| **name == kernel.name).count();
        if alike > 1 || heddle_kernels::by_name(&kernel.name).is_ok() {
            kernel.name = std::mem::take(long);
        }
    }
    let mut distinct: Vec<Arc<dyn Kernel>> = Vec::new();
    for (kernel, _) in kernels {
        if distinct.iter().any(|other| other.name() == kernel.name) {
            let what = format!("kernel `{}` is given twice", kernel.name);
            return Err(Failure::input_with(what, "name it once"));
        }
        distinct.push(Arc::new(kernel));
    }
    Ok(distinct)
}
