//! What `heddle --version` says of a build, as in `0.1.0 (459e30cd0123, release with profile of runs, x86-64-v3)`. In the brackets are
//! always three parts: the commit, how the compiler optimised, and the processors that the build is for.

#[path = "build/commit.rs"]
mod commit;

use commit::Commit;
use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-env-changed=HEDDLE_PROFILE");
    let number = variable("CARGO_PKG_VERSION");
    let parts = format!("{}, {}, {}", commit(), optimised(), processors());
    println!("cargo::rustc-env=HEDDLE_VERSION={number} ({parts})");
}

/// The commit. Not in debug builds: each commit would compile the command and all of its tests again.
fn commit() -> String {
    let commit = match is_release() {
        true => Commit::of(Path::new(&variable("CARGO_MANIFEST_DIR"))),
        false => Commit::default(),
    };
    for file in &commit.files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    commit.name.unwrap_or_else(|| "commit unknown".into())
}

/// How the compiler optimised. `scripts/release` names the profile that it uses.
fn optimised() -> &'static str {
    let profile = env::var("HEDDLE_PROFILE").unwrap_or_default();
    match (is_release(), profile.starts_with("use=")) {
        (true, true) => "release with profile of runs",
        (true, false) => "release",
        (false, _) => "debug",
    }
}

/// The processors: of x86-64 the level of the psABI, as far as releases tell them apart.
fn processors() -> String {
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let has_avx2 = features.split(',').any(|feature| feature == "avx2");
    match variable("CARGO_CFG_TARGET_ARCH").as_str() {
        "x86_64" if has_avx2 => "x86-64-v3".into(),
        "x86_64" => "x86-64".into(),
        other => other.into(),
    }
}

fn is_release() -> bool {
    variable("PROFILE") == "release"
}

fn variable(name: &str) -> String {
    env::var(name).expect("Cargo sets it for build scripts")
}
