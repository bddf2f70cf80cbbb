//! No two files of a crate import each other, directly or through other files.

mod imports;
mod modules;

use crate::packages::{ROOT, packages};
use modules::Modules;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::fs;
use std::path::Path;

/// Folders whose files may import each other, and why.
const LEFT: [(&str, &str); 1] = [(
    "hdl/src/builder/",
    "types of the language name each other: an expression belongs to the module that is built, an index to the scope of \
     its loop",
)];

/// Files that import each other, as paths from a crate's source folder.
fn circles(sources: &Path) -> Vec<Vec<String>> {
    let modules = Modules::read(sources);
    let graph = DiGraph::<(), (), usize>::from_edges(modules.arrows());
    let circles = tarjan_scc(&graph).into_iter().filter(|of| of.len() > 1);
    let name = |file: NodeIndex<usize>| modules.file(file.index()).display().to_string();
    circles
        .map(|files| files.into_iter().map(name).collect())
        .collect()
}

#[test]
fn no_file_imports_one_that_imports_it() {
    let mut found = Vec::new();
    for package in packages() {
        let sources = Path::new(ROOT).join(&package).join("src");
        if sources.is_dir() {
            let path = |file: String| format!("{package}/src/{file}");
            let named = circles(&sources).into_iter();
            found.extend(named.map(|files| files.into_iter().map(path).collect::<Vec<_>>()));
        }
    }
    for (folder, why) in LEFT {
        let all = found.len();
        found.retain(|files| !files.iter().all(|file| file.starts_with(folder)));
        assert!(found.len() < all, "{folder}: mended, not left: {why}");
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Deliberate errors: a cycle of two files, through an import, a path, and a name that a third file re-exports.
#[test]
fn circles_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("lib.rs", "mod a; mod b; mod c; pub use b::B;");
    write("c.rs", "pub struct C;");
    for (a, b) in [
        ("use crate::b::B;", "use super::a::A;"),
        ("use crate::B;", "fn f() { super::a::f() }"),
        ("use crate::{b, c::C};", "use crate::c::C; use super::a::*;"),
    ] {
        write("a.rs", &format!("{a} pub struct A; pub fn f() {{}}"));
        write("b.rs", &format!("{b} pub struct B;"));
        let mut found = circles(folder.path());
        found.iter_mut().for_each(|files| files.sort());
        assert_eq!(found, [["a.rs", "b.rs"]], "{a} {b}");
    }
    write(
        "b.rs",
        "use crate::c::C; #[cfg(test)] mod tests { use crate::a::A; } pub struct B;",
    );
    assert!(circles(folder.path()).is_empty());
}
