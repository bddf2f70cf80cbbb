//! The text files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Endings of files whose text people write.
const WRITTEN: [&str; 13] = [
    "rs", "md", "toml", "py", "v", "sv", "jinja", "c", "h", "cl", "S", "yml", "svg",
];

/// Folders that hold what programs wrote.
const MADE: [&str; 3] = ["target", "out", "node_modules"];

/// A text file.
pub struct Text {
    /// Its path below the root.
    pub path: String,
    /// Its contents.
    pub text: String,
}

/// All files that people write, sorted by path.
pub fn written() -> Vec<Text> {
    let mut paths = Vec::new();
    collect(Path::new(ROOT), &mut paths);
    paths.sort();
    let texts = paths.into_iter().filter_map(|path| {
        let text = fs::read_to_string(&path).ok()?;
        let path = path.strip_prefix(ROOT).expect("below the root");
        let path = path.to_string_lossy().into_owned();
        Some(Text { path, text })
    });
    texts.collect()
}

/// All files below a folder; none if it does not exist.
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let found = paths.flat_map(|path| match path.is_dir() {
        true => below(&path),
        false => vec![path],
    });
    found.collect()
}

/// The text of one file.
pub fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The pages of a folder below the root, sorted.
pub fn pages(folder: &str) -> Vec<Text> {
    let pages = written().into_iter();
    let inside = |page: &Text| {
        page.path
            .strip_prefix(folder)
            .is_some_and(|p| !p.contains('/'))
    };
    pages
        .filter(|page| inside(page) && page.path.ends_with(".md"))
        .collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        match path.is_dir() {
            true if MADE.contains(&name.as_str())
                || (name.starts_with('.') && name != ".github") => {}
            true if path.is_symlink() => {}
            true => collect(&path, found),
            false if is_written(&path, folder) => found.push(path),
            false => {}
        }
    }
}

/// Whether people write a file: by its ending, or because it is a script.
fn is_written(path: &Path, folder: &Path) -> bool {
    match path.extension() {
        Some(ending) => WRITTEN.iter().any(|known| ending == *known),
        None => folder.ends_with("scripts"),
    }
}
