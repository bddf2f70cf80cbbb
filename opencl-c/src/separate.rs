//! Separate compilation and linking (`clCompileProgram`, `clLinkProgram`). The results are not cached: the caller keeps the
//! objects.

use crate::build::Build;
use crate::library;
use crate::request::{Object, Request};
use heddle_compiler::{CompileError, Compiled, Work, io};
use heddle_system::DraftFolder;
use heddle_system::kept::Cache;

/// Compiles a single source. Functions that it only declares may be defined in another source.
///
/// # Errors
/// [`CompileError`] says whether source, options, tools or the cache are at fault.
pub fn compile_object(request: &Request) -> Result<Object, CompileError> {
    with_build(request, |build| build.object())
}

/// Links objects.
///
/// # Errors
/// As [`compile_object`]; also if a function is defined twice, or not at all.
pub fn link(objects: &[&[u8]]) -> Result<Compiled, CompileError> {
    let request = Request {
        name: "objects".to_owned(),
        ..Request::default()
    };
    with_build(&request, |build| build.join(objects))
}

fn with_build<T>(
    request: &Request,
    work: impl FnOnce(&Build<'_>) -> Result<T, CompileError>,
) -> Result<T, CompileError> {
    let tools = library::tools()?;
    let folder = DraftFolder::temporary().map_err(io(&std::env::temp_dir()))?;
    let cache = Cache::user()?;
    work(&Build {
        tools: &tools,
        cache: &cache,
        request,
        work: Work(folder.path()),
    })
}
