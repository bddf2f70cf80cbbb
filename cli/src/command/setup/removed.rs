//! `heddle setup --remove`.

use crate::cli::Global;
use crate::failure::Failure;
use crate::output;
use heddle_system::files::remove_if_empty;
use heddle_system::kept::Cache;
use heddle_system::{Installed, sweep};
use serde::Serialize;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

#[derive(Debug, Serialize)]
struct Report {
    /// Folders of what was installed.
    removed: Vec<PathBuf>,
    /// Entries of the cache that were removed.
    kept: usize,
}

/// Removes what was installed and what is kept in the cache; anything else in these folders stays.
pub fn remove(global: &Global, installed: &Installed) -> Result<(), Failure> {
    let root = installed.root();
    let mut removed = Vec::new();
    if root.exists() {
        let _claim = super::claim(root)?;
        sweep(root);
        for folder in parts(installed).map_err(|error| output::unwritable(root, &error))? {
            delete(&folder)?;
            removed.push(folder);
        }
    }
    remove_if_empty(root);
    let kept = match Cache::user() {
        Ok(cache) => empty(&cache)?,
        // Without a place for a cache there is nothing in it.
        Err(_) => 0,
    };
    show(global, &Report { removed, kept })
}

fn empty(cache: &Cache) -> Result<usize, Failure> {
    let removed = cache.remove_all();
    removed.map_err(|error| output::unwritable(cache.root(), &error))
}

/// The folders of all versions that there are.
fn parts(installed: &Installed) -> io::Result<Vec<PathBuf>> {
    let mut parts = vec![installed.tools(), installed.compiled()];
    for entry in fs::read_dir(installed.root())? {
        let entry = entry?;
        if entry
            .file_name()
            .to_string_lossy()
            .starts_with(Installed::OPENCL)
        {
            parts.push(entry.path());
        }
    }
    parts.retain(|part| part.exists());
    parts.sort();
    Ok(parts)
}

fn delete(folder: &Path) -> Result<(), Failure> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(output::unwritable(folder, &error))
        }
        _ => Ok(()),
    }
}

fn show(global: &Global, report: &Report) -> Result<(), Failure> {
    if global.json {
        return output::json(report);
    }
    for part in &report.removed {
        output::line(&format!("removed: {}", part.display()))?;
    }
    match (report.kept, report.removed.is_empty()) {
        (0, true) => output::line("nothing was installed or kept"),
        (0, false) => Ok(()),
        (kept, _) => output::line(&format!("removed: {kept} entries of the cache")),
    }
}
