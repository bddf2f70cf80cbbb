//! What is meant to be published can be: every package says what a registry wants to know, has its licences beside it and includes
//! only files of its own, and its dependencies are ranges. `scripts/packages` makes the packages.

use crate::files::{below, read};
use crate::packages::{ROOT, packages};
use std::fs;
use std::path::{Component, Path, PathBuf};
use toml::{Table, Value};

fn manifest(folder: &str) -> Table {
    read(&format!("{folder}/Cargo.toml"))
        .parse()
        .expect("a manifest")
}

/// The folders of the packages that are meant to be published, with their manifests.
fn published() -> Vec<(String, Table)> {
    let all = packages().into_iter().map(|folder| {
        let manifest = manifest(&folder);
        (folder, manifest)
    });
    let may = |manifest: &Table| manifest["package"].get("publish") != Some(&Value::Boolean(false));
    all.filter(|(_, manifest)| may(manifest)).collect()
}

#[test]
fn packages_say_what_a_registry_wants_to_know() {
    for (folder, manifest) in published() {
        for key in [
            "license",
            "readme",
            "keywords",
            "categories",
            "exclude",
            "rust-version",
        ] {
            let inherited = manifest["package"]
                .get(key)
                .and_then(|value| value.get("workspace"));
            assert_eq!(inherited, Some(&Value::Boolean(true)), "{folder}: {key}");
        }
        assert!(manifest["package"].get("description").is_some(), "{folder}");
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = fs::read(Path::new(ROOT).join(&folder).join(licence));
            let whole = fs::read(Path::new(ROOT).join(licence)).expect("the licence");
            assert_eq!(text.expect("a link"), whole, "{folder}/{licence}");
        }
    }
}

/// The versions of a dependency that are asked for; none if it is a path only.
fn version(dependency: &Value) -> Option<&str> {
    let whole = dependency.as_str();
    whole.or_else(|| dependency.get("version")?.as_str())
}

/// With an exact requirement, nobody could use a package of ours beside another version of a dependency. Packages of ours are of one
/// version.
#[test]
fn dependencies_are_ranges() {
    let workspace = manifest(".");
    let shared = workspace["workspace"]["dependencies"].as_table();
    let shared = shared.expect("a table");
    for (name, dependency) in shared {
        let Some(version) = version(dependency) else {
            continue;
        };
        let (exact, ours) = (version.starts_with('='), name.starts_with("heddle-"));
        assert_eq!(exact, ours, "{name}: {version}");
    }
    for (folder, manifest) in published() {
        for kind in ["dependencies", "build-dependencies"] {
            let used = manifest.get(kind).and_then(Value::as_table);
            let names = used.into_iter().flatten().map(|(name, _)| name);
            let mut paths = names.filter(|name| version(&shared[name.as_str()]).is_none());
            assert_eq!(paths.next(), None, "{folder} cannot be published with it");
        }
    }
}

/// A path with each `..` taken together with the folder before it.
fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut whole, part| {
        match part {
            Component::ParentDir => {
                whole.pop();
            }
            part => whole.push(part),
        }
        whole
    })
}

/// The files that a source includes.
fn included(text: &str) -> impl Iterator<Item = &str> {
    let calls = text
        .split("include_str!(")
        .skip(1)
        .chain(text.split("include_bytes!(").skip(1));
    calls.filter_map(|call| call.trim_start().strip_prefix('"')?.split('"').next())
}

#[test]
fn packages_include_files_of_their_own() {
    let mut count = 0;
    for (folder, _) in published() {
        let root = Path::new(ROOT).join(&folder);
        let code = below(&root.join("src")).into_iter();
        for file in code.filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
            let text = fs::read_to_string(&file).expect("a source");
            let beside = file.parent().expect("a folder");
            for name in included(&text) {
                let path = normal(&beside.join(name));
                assert!(
                    path.starts_with(normal(&root)),
                    "{}: {name} is outside of the package",
                    file.display()
                );
                count += 1;
            }
        }
    }
    assert!(count > 50, "{count} files are found only");
}
