//! A cache of compiled programs, which are found without running the compiler (OCL-7).
//!
//! The files that a compilation [looks for](crate::looked_for) are known only after it. A cache entry may therefore hold, instead of a
//! program, a list of files; their contents, or that they are missing, give the next key. The first key covers no files. An entry
//! whose list equals the list that led to it holds the program. A program whose text does not tell its files is compiled each time.

use crate::build::{Build, Built};
use crate::library;
use crate::looked_for;
use crate::program;
use crate::request::Request;
use heddle_compiler::tools::Tools;
use heddle_compiler::{CompileError, Compiled, Work, io, ir};
use heddle_system::DraftFolder;
use heddle_system::input::SOURCE;
use heddle_system::kept::{Cache, Key};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The files of an entry.
const FILES: &str = "files";
const ELF: &str = "kernel.elf";
const LOG: &str = "log";

/// The sources that determine the compiled program, in addition to those of the library: a change recompiles all programs.
const OURS: [&str; 15] = [
    include_str!("build.rs"),
    include_str!("options.rs"),
    include_str!("print/argument.rs"),
    include_str!("program/attributes.rs"),
    include_str!("program/entry.rs"),
    include_str!("program/kernel.rs"),
    include_str!("program/lacking.rs"),
    include_str!("program/lines.rs"),
    include_str!("program/mod.rs"),
    include_str!("program/names.rs"),
    include_str!("program/print_calls.rs"),
    include_str!("program/references.rs"),
    include_str!("program/shared.rs"),
    include_str!("program/widened.rs"),
    program::lacking::DECLARATIONS,
];

/// How many lists are followed before the source is compiled anyway.
const MOST_LISTS: usize = 16;

/// Compiles a source, or finds the program in the user's cache.
///
/// # Errors
/// [`CompileError`] says whether source, options, tools or the cache are at fault.
pub fn compile(request: &Request) -> Result<Compiled, CompileError> {
    compile_in(&Cache::user()?, request)
}

/// As [`compile`], with another cache.
///
/// # Errors
/// As [`compile`].
pub fn compile_in(cache: &Cache, request: &Request) -> Result<Compiled, CompileError> {
    let tools = library::tools()?;
    let search = Search::new(cache, &tools, request);
    let (found, listed) = search.find()?;
    if let Some(found) = found {
        return Ok(found);
    }
    let work = DraftFolder::temporary().map_err(io(&std::env::temp_dir()))?;
    let build = Build {
        tools: &tools,
        cache,
        request,
        work: Work(work.path()),
    };
    let built = build.build()?;
    search.keep(&built, &listed)?;
    Ok(built.compiled)
}

/// Adds the sources of the compiler to a key.
fn with_compiler(key: Key) -> Key {
    let all = OURS.into_iter().chain(heddle_compiler::SOURCES);
    let all = all.chain([include_str!("looked_for.rs")]);
    let all = all.chain(ir::SOURCES);
    all.fold(key, |key, ours| key.with("compiler", ours))
}

/// The version of compiler and library, as eight hexadecimal digits: caches of host programs must not take the binary of one version for
/// that of another (HST-23). Tools are no part of it.
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let name = with_compiler(library::with_sources(Key::new("version"))).name();
        name[name.len() - 8..].to_owned()
    });
    &VERSION
}

struct Search<'s> {
    cache: &'s Cache,
    request: &'s Request,
    /// The key of everything but these files.
    key: Key,
}

impl<'s> Search<'s> {
    fn new(cache: &'s Cache, tools: &Tools, request: &'s Request) -> Self {
        let Request {
            name,
            source,
            options,
            folder,
            without_double,
        } = request;
        let key = library::identity(Key::new("opencl"), tools);
        let key = with_compiler(key)
            .with("name", name)
            .with("source", source)
            .with("folder", folder.as_os_str().as_encoded_bytes())
            .with("without double", [u8::from(*without_double)]);
        let options = options.iter();
        Self {
            cache,
            request,
            key: options.fold(key, |key, option| key.with("option", option)),
        }
    }

    /// The program if it is in the cache; otherwise the last list that led to no entry.
    fn find(&self) -> Result<(Option<Compiled>, Vec<String>), CompileError> {
        let mut paths = Vec::new();
        for _ in 0..MOST_LISTS {
            let Some(entry) = self.cache.find(&self.key_with(&paths))? else {
                break;
            };
            let listed = read(&entry, FILES)?;
            let listed: Vec<String> = String::from_utf8_lossy(&listed)
                .lines()
                .map(str::to_owned)
                .collect();
            if listed == paths {
                let log = String::from_utf8_lossy(&read(&entry, LOG)?).into_owned();
                return Ok((
                    Some(Compiled {
                        elf: read(&entry, ELF)?,
                        log,
                    }),
                    paths,
                ));
            }
            paths = listed;
        }
        Ok((None, paths))
    }

    /// Stores a program under the key of the files that it looks for, and their list under the key that was searched last.
    fn keep(&self, built: &Built, looked_for: &[String]) -> Result<(), CompileError> {
        let Some(paths) = looked_for::paths(self.request, &built.includes) else {
            return Ok(());
        };
        let list = paths.join("\n");
        let write = |folder: &Path, file: &str, bytes: &[u8]| {
            let path = folder.join(file);
            fs::write(&path, bytes).map_err(io(&path))
        };
        if paths != looked_for {
            let key = self.key_with(looked_for);
            self.cache
                .entry(&key, |folder| write(folder, FILES, list.as_bytes()))?;
        }
        let key = self.key_with(&paths);
        self.cache.entry(&key, |folder| {
            write(folder, FILES, list.as_bytes())?;
            write(folder, LOG, built.compiled.log.as_bytes())?;
            write(folder, ELF, &built.compiled.elf)
        })?;
        Ok(())
    }

    /// The key of the source with the contents of files; a missing file counts as missing.
    fn key_with(&self, paths: &[String]) -> Key {
        let add = |key: Key, path: &String| {
            let key = key.with("path", path);
            match heddle_system::input::read(&self.request.folder.join(path), SOURCE) {
                Ok(contents) => key.with("contents", contents),
                Err(_) => key.with("gone", ""),
            }
        };
        paths.iter().fold(self.key.clone(), add)
    }
}

fn read(entry: &Path, file: &str) -> Result<Vec<u8>, CompileError> {
    let path = entry.join(file);
    fs::read(&path).map_err(io(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_changes_programs_is_part_of_their_keys() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/program");
        for file in fs::read_dir(sources).expect("sources") {
            let path = file.expect("a file").path();
            let text = fs::read_to_string(&path).expect("text");
            assert!(OURS.contains(&text.as_str()), "{}", path.display());
        }
    }
}
