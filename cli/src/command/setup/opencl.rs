//! The OpenCL library, which `cargo install` does not install: Cargo installs programs only.

use super::{Outcome, State, VERSION, of_environment};
use crate::cli::{Global, Part};
use crate::command::exec::library;
use crate::failure::Failure;
use crate::output;
use heddle_study::Observer;
use heddle_system::program::{Description, Identity};
use heddle_system::{DraftFolder, Installed, Programs, files};
use std::fs;
use std::io;
use std::path::Path;

const CARGO: Description = Description {
    names: &["cargo"],
    identity: Identity::Printed("--version"),
    oldest: "",
    install: "https://rustup.rs, or take an archive of a release, which has the library",
};

/// A project without code of its own; its profile is that of Heddle's workspace, which packages do not carry.
const MANIFEST: &str = "\
[package]
name = \"opencl-for-heddle\"
version = \"0.0.0\"
edition = \"2024\"

[dependencies]
heddle-opencl = \"=VERSION\"

[profile.release]
codegen-units = 4
lto = \"thin\"

[workspace]
";

/// Compiles the library of this version, unless it is there or lies beside the command.
pub fn install(global: &Global, installed: &Installed) -> Result<Outcome, Failure> {
    if let Some(file) = library::find(Some(installed)) {
        return Ok(Part::Opencl.outcome(State::WasThere, file));
    }
    let cargo = Programs::of_this_machine()
        .find(&CARGO)
        .map_err(of_environment)?;
    global.stage("compiling the OpenCL library, for some minutes");
    let root = installed.root();
    let unwritable = |error| output::unwritable(root, &error);
    let draft = DraftFolder::within(root).map_err(unwritable)?;
    write_project(draft.path())?;
    let mut command = cargo.command().within(draft.path());
    command
        .args([
            "build",
            "--release",
            "--quiet",
            "--package",
            "heddle-opencl",
        ])
        .args(["--target-dir", "target"]);
    command.run("heddle-opencl").map_err(|error| {
        let remedy =
            "see that the network reaches the registry of crates and that there is space left";
        Failure::input_with(error, remedy)
    })?;
    let folder = installed.opencl(VERSION);
    let built = draft.path().join("target/release").join(Installed::LIBRARY);
    take(&built, root, &folder).map_err(|error| output::unwritable(&folder, &error))?;
    Ok(Part::Opencl.outcome(State::Installed, folder.join(Installed::LIBRARY)))
}

fn write_project(folder: &Path) -> Result<(), Failure> {
    let manifest = MANIFEST.replace("VERSION", VERSION);
    files::write(
        folder,
        [("Cargo.toml", manifest.as_bytes()), ("src/lib.rs", &[])],
    )?;
    Ok(())
}

/// Copies the library into its folder, which appears with it.
fn take(built: &Path, root: &Path, folder: &Path) -> io::Result<()> {
    let whole = DraftFolder::within(root)?;
    fs::copy(built, whole.path().join(Installed::LIBRARY))?;
    // It holds no library that can be used, or none would be built.
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    whole.rename(folder)
}
