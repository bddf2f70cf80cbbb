//! Scripts of a release: what they refuse before they build, and what an archive holds.
#![cfg(target_arch = "x86_64")]

mod contents;
mod fake;

use fake::Fake;
use std::fs;

/// The remedies where no profile can be measured.
const REMEDIES: [&str; 2] = ["rustup component add llvm-tools", "--without-profile"];

#[test]
fn a_release_has_a_profile_or_is_asked_to_have_none() {
    let fake = Fake::new();
    fake.program("bin/grep", "#!/bin/sh\n");
    fake.program("scripts/python-tools", "#!/bin/sh\nexit 1\n");
    fake.git(&["commit", "--quiet", "--all", "-m", "no network"]);
    fake.refuses(&[], &["llvm-profdata is missing", REMEDIES[0], REMEDIES[1]]);
    fake.profdata("22.1.8");
    let found = fake.release(&[]);
    assert!(found.1.contains("cargo starts"), "{}", found.1);
    fs::remove_dir_all(fake.path("sysroot")).unwrap();
    let without = fake.release(&["--without-profile"]);
    assert!(without.1.contains("cargo starts"), "{}", without.1);
}

#[test]
fn another_llvm_than_that_of_rustc_is_refused() {
    let fake = Fake::new();
    fake.program("bin/grep", "#!/bin/sh\n");
    fake.profdata("21.1.0");
    fake.refuses(
        &[],
        &["LLVM 21.1.0", "LLVM 22.1.2", REMEDIES[0], REMEDIES[1]],
    );
    // One that does not start says no version.
    fake.program(
        "sysroot/lib/rustlib/h/bin/llvm-profdata",
        "#!/bin/sh\nexit 127\n",
    );
    fake.refuses(&[], &["LLVM unknown", REMEDIES[1]]);
}

#[test]
fn a_processor_that_cannot_measure_is_refused() {
    let fake = Fake::new();
    fake.profdata("22.1.8");
    fake.program("bin/grep", "#!/bin/sh\nexit 1\n");
    fake.refuses(&[], &["x86-64-v3", "avx2", REMEDIES[1]]);
}

#[test]
fn changes_and_wrong_arguments_are_refused() {
    let fake = Fake::new();
    fake.refuses(&["--profile"], &["--profile", "use: scripts/release"]);
    fake.refuses(&["a", "b"], &["use: scripts/release"]);
    fs::write(fake.path("scripts/setup"), "#!/bin/sh\n# changed\n").unwrap();
    fake.refuses(&["--without-profile"], &["commit them", "git stash"]);
}

#[test]
fn a_profile_is_measured_for_each_processor_and_used() {
    let fake = Fake::new();
    fake.program("bin/grep", "#!/bin/sh\n");
    fake.profdata("22.1.8");
    fake.cargo("");
    let (code, said) = fake.release(&[]);
    assert_eq!(code, 0, "{said}");
    let folder = fake.path("target/releases").canonicalize().unwrap();
    let folder = folder.display();
    let v3 = "-Ctarget-cpu=x86-64-v3";
    let built = [
        format!("baseline-measured generate={folder}/baseline-counts "),
        format!("baseline use={folder}/baseline.profdata "),
        format!("x86-64-v3-measured generate={folder}/x86-64-v3-counts {v3}"),
        format!("x86-64-v3 use={folder}/x86-64-v3.profdata {v3}"),
    ];
    let found = fs::read_to_string(fake.path("built")).unwrap();
    assert_eq!(found.lines().collect::<Vec<_>>(), built);
}

#[test]
fn what_changes_during_a_release_is_found() {
    let fake = Fake::new();
    fake.cargo("echo changed >> README.md");
    let (code, said) = fake.release(&["--without-profile"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("during the build"), "{said}");
    assert!(!fake.path("out").exists());
}
