//! Every committed ELF was built from the sources in the tree (`scripts/build-kernels`).

use crate::barriers;
use heddle_isa::Program;
use heddle_kernels::all;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// The part of the note before the hash: sizes of name and descriptor, type, name.
const NOTE_HEADER: &[u8] = b"\x07\0\0\0\x20\0\0\0\x01\0\0\0heddle\0\0";

/// The hash in the ELF's note.
fn noted_hash(name: &str, elf: &[u8]) -> Vec<u8> {
    let program = Program::parse(name, elf).expect("a valid ELF");
    let note = program.note(".note.heddle").expect("section .note.heddle");
    let hash = note.strip_prefix(NOTE_HEADER).expect("our note");
    hash.to_vec()
}

/// Files from which an ELF is built, relative to the crate: shared headers, then its own files; sorted.
fn sources(root: &Path, name: &str) -> Vec<String> {
    let is_source = |path: &PathBuf| {
        let extension = path.extension().and_then(|e| e.to_str());
        path.file_name().is_some_and(|name| name == "flags")
            || matches!(extension, Some("c" | "h" | "S"))
    };
    let relative = |path: PathBuf| {
        let path = path.strip_prefix(root).expect("inside the crate");
        path.to_str().expect("plain names").to_owned()
    };
    let mut files: Vec<String> = ["include", name]
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).expect("the folder exists"))
        .map(|entry| entry.expect("readable").path())
        .filter(is_source)
        .map(relative)
        .collect();
    files.sort();
    files
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 of the text that `sha256sum` prints for the sources.
fn source_hash(name: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let line = |file: &String| {
        let bytes = fs::read(root.join(file)).expect("a source");
        format!("{}  {file}\n", hex(&Sha256::digest(bytes)))
    };
    let listing: String = sources(root, name).iter().map(line).collect();
    Sha256::digest(listing).to_vec()
}

/// ELFs of kernels that are not workloads, as they are on disk.
fn regimes() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regimes");
    let files = fs::read_dir(folder).expect("the folder exists");
    let paths = files.map(|file| file.expect("readable").path());
    let elfs = paths.filter(|path| path.extension().is_some_and(|extension| extension == "elf"));
    elfs.map(|path| fs::read(path).expect("readable")).collect()
}

#[test]
fn elfs_are_built_from_the_sources() {
    let workloads = all()
        .iter()
        .map(|workload| (workload.name(), workload.elf()));
    let levels = barriers::LEVELS.map(|(_, elf)| ("tests/data", elf));
    let regimes = regimes();
    let regimes = regimes.iter().map(|elf| ("regimes", elf.as_slice()));
    for (folder, elf) in workloads.chain(levels).chain(regimes) {
        assert_eq!(
            hex(&noted_hash(folder, elf)),
            hex(&source_hash(folder)),
            "the ELF in kernels/{folder} is older than its sources; run scripts/build-kernels"
        );
    }
}
