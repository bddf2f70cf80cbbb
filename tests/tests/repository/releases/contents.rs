//! What an archive holds.

use super::fake::Fake;
use crate::files::ROOT;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The files of an archive, in its order.
const FILES: [&str; 12] = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "bin/heddle",
    "bin/heddle-x86-64-v3",
    "lib/glibc-hwcaps/x86-64-v3/libheddle_opencl.so",
    "lib/libheddle_opencl.so",
    "licences-of-dependencies.txt",
    "share/bash-completion/completions/heddle",
    "share/fish/vendor_completions.d/heddle.fish",
    "share/man/man1/heddle.1",
    "share/zsh/site-functions/_heddle",
];

#[test]
fn an_archive_has_its_digest_beside_it() {
    let fake = Fake::new();
    fake.cargo("");
    let (code, said) = fake.release(&["--without-profile", "made"]);
    assert_eq!(code, 0, "{said}");
    let mut check = Command::new("sha256sum");
    check.args(["--check", "--quiet", "SHA256SUMS"]);
    let checked = check.current_dir(fake.path("made")).status();
    assert!(checked.unwrap().success());
    let name = "heddle-1.2.3-x86_64-linux";
    let archive = fake.path("made").join(format!("{name}.tar.xz"));
    let list = Command::new("tar").arg("-tf").arg(archive).output();
    let list = String::from_utf8(list.unwrap().stdout).unwrap();
    let files = list.lines().filter(|line| !line.ends_with('/'));
    let expected = FILES.map(|file| format!("{name}/{file}"));
    assert_eq!(files.collect::<Vec<_>>(), expected);
}

fn run(script: &str, arguments: &[&Path]) -> Output {
    let mut command = Command::new(Path::new(ROOT).join("scripts").join(script));
    let output = command.args(arguments).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    output
}

/// A folder with two files, written in an order, with modes for others.
fn folder(within: &Path, names: [&str; 2], mode: u32) -> PathBuf {
    let root = within.join("heddle");
    for name in names {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, name).unwrap();
        let executable = if name.starts_with("bin") { 0o111 } else { 0 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode | executable)).unwrap();
    }
    root
}

#[test]
fn equal_contents_are_equal_archives() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let archive = |within: &Path, folder: &Path| -> Vec<u8> {
        let file = within.join("a.tar.xz");
        run("archive", &[folder, &file, Path::new("1700000000")]);
        fs::read(file).unwrap()
    };
    let names = ["bin/heddle", "share/page"];
    let one = folder(first.path(), names, 0o600);
    let two = folder(second.path(), [names[1], names[0]], 0o664);
    let bytes = archive(first.path(), &one);
    assert_eq!(bytes, archive(second.path(), &two));
    let mut list = Command::new("tar");
    list.arg("-tvf").arg(first.path().join("a.tar.xz"));
    let list = String::from_utf8(list.env("TZ", "UTC").output().unwrap().stdout).unwrap();
    for line in [
        "-rwxr-xr-x 0/0              10 2023-11-14 22:13 heddle/bin/heddle",
        "-rw-r--r-- 0/0              10 2023-11-14 22:13 heddle/share/page",
    ] {
        assert!(list.contains(line), "{list}");
    }
}

/// Names and versions of the crates of others that Cargo links, by its own tree.
fn linked() -> BTreeSet<String> {
    let mut tree = Command::new(env!("CARGO"));
    let what = "tree --locked --offline --prefix none --format {p} --edges normal,no-proc-macro \
        --target x86_64-unknown-linux-gnu -p heddle-command -p heddle-opencl";
    tree.args(what.split_whitespace());
    let output = tree.current_dir(ROOT).output().expect("cargo starts");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    // Ours are followed by their folder.
    let others = text
        .lines()
        .filter(|line| !line.is_empty() && !line.contains('/'));
    let names = others.map(|line| line.trim_end_matches(" (*)").replacen(" v", " ", 1));
    names.collect()
}

#[test]
fn every_linked_crate_is_among_the_licences() {
    let output = run("licences", &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    let parts: Vec<&str> = text.splitn(3, "\n\n").collect();
    let (list, texts) = (parts[1], parts[2]);
    let named = list.lines().map(|line| line.split_once(": ").expect(line));
    let mut names = BTreeSet::new();
    for (name, licences) in named {
        assert!(
            // One of them is called 0BSD.
            licences.starts_with(|first: char| first.is_ascii_uppercase() || first == '0'),
            "{name}: {licences}"
        );
        for number in licences.split(" [").skip(1) {
            assert!(texts.contains(&format!("\n[{number}\n")), "{name} {number}");
        }
        names.insert(name.to_owned());
    }
    assert_eq!(names, linked());
    assert!(names.len() > 100);
    // The sources in C that a crate brings have licences of their own.
    assert!(texts.contains("zstd/LICENSE") && texts.contains("xz/COPYING"));
}
