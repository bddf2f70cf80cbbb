//! Devices and pipes without end, and files of one byte more than their limit.

use super::options::{READERS, Reader};
use super::{answered, limited};
use crate::bad_input::support::assembler::{Asm, reg::*};
use heddle_machines::part;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command};
use tempfile::TempDir;

/// Addresses for a command that reads a file of its limit: the buffer doubles as it is filled, and the program itself takes some.
fn addresses(reader: &Reader) -> u64 {
    (1 << 30) + 4 * reader.limit
}

/// What no file is.
#[derive(Clone, Copy, Debug)]
enum Beyond {
    /// `/dev/zero`, by a link with the expected ending.
    Device,
    /// A pipe that another program fills with zeros.
    Zeros,
    /// A pipe that another program fills with lines.
    Lines,
    /// A pipe that another program fills with empty lines.
    Empty,
    /// A file of one byte more than the limit.
    Larger,
}

const ALL: [Beyond; 5] = [
    Beyond::Device,
    Beyond::Zeros,
    Beyond::Lines,
    Beyond::Empty,
    Beyond::Larger,
];

/// The program that fills a pipe, which ends with this value.
struct Writer(Option<Child>);

impl Drop for Writer {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            child.kill().expect("it runs, or is a zombie");
            child.wait().expect("it was started");
        }
    }
}

impl Beyond {
    fn put(self, path: &Path, limit: u64) -> Writer {
        let fill = match self {
            Beyond::Device => {
                symlink("/dev/zero", path).unwrap();
                return Writer(None);
            }
            Beyond::Larger => {
                File::create(path).unwrap().set_len(limit + 1).unwrap();
                return Writer(None);
            }
            Beyond::Zeros => "exec cat /dev/zero > \"$0\"",
            Beyond::Lines => "exec yes 'a = 1' > \"$0\"",
            Beyond::Empty => "exec yes '' > \"$0\"",
        };
        let made = Command::new("mkfifo").arg(path).status().unwrap();
        assert!(made.success());
        let child = Command::new("sh").args(["-c", fill]).arg(path).spawn();
        Writer(Some(child.unwrap()))
    }
}

/// A folder with a kernel, its launch files and sources, which are right.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mut a = Asm::kernel();
    a.put(A0, 0);
    a.ret();
    fs::write(at("k.elf"), a.image().bytes()).unwrap();
    let launch = "kernel = \"k\"\ngrid = [2, 1, 1]\nblock = [8, 1, 1]\nargs = [{buffer = \"out\"}]\n\
        [[buffer]]\nname = \"out\"\n";
    fs::write(at("k.toml"), format!("{launch}bytes = 64\n")).unwrap();
    fs::write(
        at("contents.toml"),
        format!("{launch}init = {{file = \"f.bin\"}}\n"),
    )
    .unwrap();
    fs::write(at("k.cl"), "kernel void k(global int *o) { o[0] = 1; }\n").unwrap();
    let c = "#include \"simt.h\"\nstruct args { uint32_t *out; };\n\
        KERNEL(k)(uint32_t thread, const struct args *args) { args->out[thread] = 1; }\n";
    fs::write(at("k.c"), c).unwrap();
    for inside in ["captured", "templates"] {
        fs::create_dir(at(inside)).unwrap();
    }
    fs::copy(at("k.toml"), at("captured/launch.toml")).unwrap();
    folder
}

fn refused(reader: &Reader, beyond: Beyond) {
    let folder = folder();
    let path = folder.path().join(reader.file);
    let command = reader.command.replace("FILE", reader.file);
    let writer = beyond.put(&path, reader.limit);
    let output = limited(folder.path(), addresses(reader), &command);
    drop(writer);
    answered(&output, &[2], &format!("{command}, {beyond:?}"));
    // Not refused for another reason.
    let text = String::from_utf8_lossy(&output.stderr);
    let named = reader.file.split('/').next().unwrap();
    assert!(text.contains(named), "{command}, {beyond:?}: {text}");
    if matches!(beyond, Beyond::Larger) && !reader.command.starts_with("masks") {
        let limit = format!("more than {} MiB", reader.limit >> 20);
        let refusals = [&limit, "cannot be run", "more than 1 GiB"];
        assert!(
            refusals.iter().any(|words| text.contains(*words)),
            "{command}: {text}"
        );
    }
}

/// By day, one reader in nine with each.
#[test]
fn every_reader_refuses_what_no_file_is() {
    let mut count = 0;
    for (turn, beyond) in ALL.into_iter().enumerate() {
        for reader in part(READERS, 2 * turn, 9) {
            refused(&reader, beyond);
            count += 1;
        }
    }
    println!("{count} files without end or beyond their limit were refused");
}
