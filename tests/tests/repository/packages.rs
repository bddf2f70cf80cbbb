//! The packages of the workspace.

use std::fs;
use std::path::Path;

pub use crate::files::ROOT;

/// Folders of the packages, relative to the root of the workspace.
pub fn packages() -> Vec<String> {
    let manifest = fs::read_to_string(Path::new(ROOT).join("Cargo.toml"));
    let manifest: toml::Table = manifest.expect("the workspace").parse().unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap().iter();
    members.map(|name| name.as_str().unwrap().into()).collect()
}
