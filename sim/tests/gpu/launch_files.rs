//! Launch files: their meaning, and the errors of invalid ones.

use crate::support::{Asm, reg::*, run, tiny, values};
use heddle_isa::{Op, Program};
use heddle_sim::launch::{Arg, BufferOffset, HostLoop, HostWrite, Init, split_kernel};
use heddle_sim::{Job, Mechanism};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// `k` adds the arguments 1 and 2 to the elements of the first; `second` doubles them.
fn program() -> Arc<Program> {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, A2, A1, 4);
    a.imm(Op::Lw, A3, A1, 8);
    a.op(Op::Add, A2, A2, A3);
    a.element(T1, 0, A0);
    a.imm(Op::Lw, T0, T1, 0);
    a.op(Op::Add, A2, A2, T0);
    a.store(Op::Sw, A2, 0, T1);
    a.ret();
    a.label("__kernel_second");
    a.element(T1, 0, A0);
    a.imm(Op::Lw, T0, T1, 0);
    a.op(Op::Add, T0, T0, T0);
    a.store(Op::Sw, T0, 0, T1);
    a.ret();
    a.program()
}

fn written(text: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("job.toml");
    fs::write(&path, text).unwrap();
    fs::write(folder.path().join("x.bin"), [1, 0, 0, 0, 2, 0, 0, 0]).unwrap();
    (folder, path)
}

const WHOLE: &str = r#"
grid = [1, 1, 1]
block = [4, 1, 1]
args = [{buffer = "out"}, {u32 = 40}, {i32 = -2}]

[[buffer]]
name = "out"
bytes = 16
init = {file = "x.bin"}
out = true

[[buffer]]
name = "noise"
bytes = 8
init = {random = 7}

[[buffer]]
name = "empty"
bytes = 4

[[launch]]
kernel = "k"

[[launch]]
kernel = "second"
block = [2, 1, 1]
shared_bytes = 64
args = [{buffer = "out"}, {f32 = 1.5}, {f32 = 2}, {local = 256}, {u64 = 5}]
"#;

#[test]
fn a_file_says_all() {
    let (_folder, path) = written(WHOLE);
    let job = Job::from_file(&path, program(), None).unwrap();
    assert_eq!(
        job.buffers[0].init,
        Init::Bytes(vec![1, 0, 0, 0, 2, 0, 0, 0])
    );
    assert_eq!(job.buffers[1].init, Init::Random(7));
    assert_eq!(job.buffers[2].init, Init::Zero);
    assert_eq!(
        job.buffers.iter().map(|b| b.out).collect::<Vec<_>>(),
        [true, false, false]
    );
    let [first, second] = &job.launches[..] else {
        panic!("two launches");
    };
    assert_eq!(
        (first.kernel.as_str(), first.block, first.shared_bytes),
        ("k", [4, 1, 1], 0)
    );
    assert_eq!((second.block, second.shared_bytes), ([2, 1, 1], 64));
    assert_eq!(
        second.args[1..],
        [Arg::F32(1.5), Arg::F32(2.0), Arg::Local(256), Arg::U64(5)]
    );
    let report = run(&tiny(), &job, Mechanism::Stackless);
    assert_eq!(values(&report), [78, 80, 38, 38]);
}

/// A launch, a loop of two launches, a launch, another loop; the second buffer is a region of the first.
const LOOPS: &str = r#"
grid = [1, 1, 1]
block = [1, 1, 1]
args = [{buffer = "out"}, {u32 = 0}, {u32 = 0}]

[[launch]]
kernel = "second"

[[loop]]
until_zero = {buffer = "out", offset = 252}
before = [{buffer = "out", u32 = 7}, {buffer = "half", offset = 8, u32 = 9}]
most_rounds = 3

[[loop.launch]]
kernel = "k"

[[loop.launch]]
kernel = "second"
args = [{part = {buffer = "half", offset = 4}}, {round = 1}]

[[launch]]
kernel = "k"

[[loop]]
until_zero = {buffer = "half"}
launch = [{kernel = "second", args = [{part = {buffer = "out"}}]}]

[[buffer]]
name = "out"
bytes = 256
out = true

[[buffer]]
name = "half"
part = {buffer = "out", offset = 128}
bytes = 128
"#;

fn place(buffer: &str, offset: u32) -> BufferOffset {
    BufferOffset {
        buffer: buffer.into(),
        offset,
    }
}

#[test]
fn loops_stand_among_launches() {
    let (_folder, path) = written(LOOPS);
    let job = Job::from_file(&path, program(), None).unwrap();
    let kernels: Vec<&str> = job.launches.iter().map(|l| l.kernel.as_str()).collect();
    assert_eq!(kernels, ["second", "k", "second", "k", "second"]);
    let write = |buffer, offset, value| HostWrite {
        place: place(buffer, offset),
        value,
    };
    let first = HostLoop {
        launches: 1..3,
        until_zero: place("out", 252),
        before: vec![write("out", 0, 7), write("half", 8, 9)],
        most_rounds: 3,
    };
    let second = HostLoop {
        launches: 4..5,
        until_zero: place("half", 0),
        before: vec![],
        most_rounds: HostLoop::MOST_ROUNDS,
    };
    assert_eq!(job.loops, [first, second]);
    let args = [Arg::Part(place("half", 4)), Arg::Round(1)];
    assert_eq!(job.launches[2].args, args);
    assert_eq!(job.buffers[1].part, Some(place("out", 128)));
    let report = run(&tiny(), &job, Mechanism::Stackless);
    let rounds: Vec<_> = report.launches.iter().map(|launch| launch.round).collect();
    assert_eq!(rounds, [None, Some(0), Some(0), None, Some(0)]);
    // The host writes 7; the last loop doubles it, and half of a region lies further on.
    assert_eq!(values(&report)[0], 14);
    assert_eq!(values(&report)[34], 9);
    let folder = TempDir::new().unwrap();
    let again = folder.path().join("again.toml");
    fs::write(&again, job.written().launch).unwrap();
    let again = Job::from_file(&again, program(), None).unwrap();
    assert_eq!(again.launches, job.launches);
    assert_eq!(again.loops, job.loops);
    assert_eq!(again.buffers, job.buffers);
}

#[test]
fn the_kernel_may_come_from_the_command_line() {
    let text = "kernel = \"k\"\ngrid = [1, 1, 1]\nblock = [1, 1, 1]\n";
    let (_folder, path) = written(text);
    let kernel = |name| {
        Job::from_file(&path, program(), name).unwrap().launches[0]
            .kernel
            .clone()
    };
    assert_eq!(kernel(None), "k");
    assert_eq!(kernel(Some("second")), "second");
    let split = |text: &'static str| split_kernel(OsStr::new(text));
    let is = |file: &'static str, name| (Path::new(file), name);
    assert_eq!(split("a/b.elf:second"), is("a/b.elf", Some("second")));
    assert_eq!(split("a:b/c.elf"), is("a:b/c.elf", None));
    assert_eq!(
        split("a:b/c:d.elf:second"),
        is("a:b/c:d.elf", Some("second"))
    );
    let folder = TempDir::new().unwrap();
    let whole = folder.path().join("a:second");
    assert_eq!(split_kernel(whole.as_os_str()).1, Some("second"));
    fs::write(&whole, "").unwrap();
    assert_eq!(split_kernel(whole.as_os_str()), (whole.as_path(), None));
}

#[test]
fn wrong_files_name_the_place_and_the_remedy() {
    let error = |text: &str| {
        let (_folder, path) = written(text);
        let error = Job::from_file(&path, program(), None).unwrap_err();
        let remedy = error.reason.remedy();
        let folder = path.parent().unwrap().display().to_string();
        format!("{error}; {remedy}").replace(&folder, "FOLDER")
    };
    let head = "kernel = \"k\"\ngrid = [1, 1, 1]\nblock = [1, 1, 1]\n";
    let starts = |text: &str, expected: &str| {
        let error = error(text);
        assert!(
            error.starts_with(&format!("FOLDER/job.toml:{expected}")),
            "{error}"
        );
    };
    let buffer = |entries: &str| format!("{head}[[buffer]]\nname = \"a\"\n{entries}\n");
    starts("grid = [", "1:9: not valid TOML");
    assert_eq!(
        error("kernel = \"k\"\nblock = [1, 1, 1]"),
        "FOLDER/job.toml: launch 0: `grid` is missing; write it at the top, or in its [[launch]]"
    );
    starts(
        &format!("{WHOLE}[[launch]]\n"),
        "29:1: launch 2: `kernel` is missing",
    );
    starts(
        &format!("{head}threads = 4"),
        "4:1: `threads`: unknown field `threads`",
    );
    starts(
        &format!("{head}args = [{{u32 = 1}}, {{u32 = -1}}]"),
        "4:21: `args[1].u32`: invalid value: integer `-1`",
    );
    starts(
        &format!("{head}block = [1, 1, 1]"),
        "4:1: not valid TOML: duplicate key",
    );
    starts(
        &buffer(""),
        "4:1: buffer `a`: `bytes` is missing; only a buffer with",
    );
    starts(
        &buffer("init = {file = \"y.bin\"}"),
        "6:1: FOLDER/y.bin cannot be read: ",
    );
    starts(
        &buffer("bytes = 4\ninit = {file = \"x.bin\"}"),
        "7:1: buffer `a`: 8 bytes of initial contents do not fit in `bytes` = 4; make",
    );
    let loops = |from: &str, to: &str| LOOPS.replacen(from, to, 1);
    starts(
        &loops("kernel = \"k\"", "kernel = \"q\""),
        "15:1: launch 1: there is no kernel `q`",
    );
    starts(
        &loops("offset = 4}", "offset = 128}"),
        "19:9: launch 2, argument 0: byte 128 is not in buffer `half` of 128 bytes",
    );
    starts(
        &loops("offset = 8", "offset = 126"),
        "11:38: loop 0, `before[1]`: `offset` = 126 is no multiple of 4",
    );
    starts(
        &loops("most_rounds = 3", "most_rounds = 0"),
        "12:1: loop 0: `most_rounds` is 0",
    );
    starts(
        &loops("offset = 252", "offset = 256"),
        "10:1: loop 0, `until_zero`: 4 bytes from byte 256 on are not in buffer `out`",
    );
    starts(
        &loops("u32 = 7", "value = 7"),
        "11:28: `loop[0].before[0].value`: unknown field `value`",
    );
    starts(
        &loops(
            "launch = [{kernel = \"second\", args = [{part = {buffer = \"out\"}}]}]",
            "",
        ),
        "24:1: `loop[1]`: missing field `launch`",
    );
    starts(
        &loops("offset = 128}\nbytes", "offset = 32}\nbytes"),
        "35:1: buffer `half`: `offset` = 32 is no multiple of 128",
    );
    starts(
        &head.replace("\"k\"", "\"q\""),
        "1:1: launch 0: there is no kernel `q`; the program has: k, second",
    );
}

#[test]
fn a_job_survives_its_launch_file() {
    let (_folder, path) = written(WHOLE);
    let mut job = Job::from_file(&path, program(), Some("k")).unwrap();
    job.launches[0].args.extend([
        Arg::F32(0.1),
        Arg::F32(f32::NEG_INFINITY),
        Arg::F64(0.1),
        Arg::U64(u64::from(u32::MAX) + 1),
        Arg::I64(i64::MIN),
        Arg::U8(255),
        Arg::U16(65535),
        Arg::Local(20),
        Arg::Address(0x4000_0000),
        Arg::Bytes {
            bytes: vec![1, 0, 255],
            align: 16,
        },
    ]);
    job.buffers[1].address = Some(0x4000_0000);
    let files = job.written();
    let folder = TempDir::new().unwrap();
    let launch = folder.path().join("again.toml");
    fs::write(&launch, &files.launch).unwrap();
    for (name, contents) in &files.buffers {
        fs::write(folder.path().join(name), contents).unwrap();
    }
    let again = Job::from_file(&launch, program(), None).unwrap();
    job.buffers[0].init = Init::Bytes(job.buffers[0].init.contents(16)); // its file has all of them
    assert_eq!(again.buffers, job.buffers);
    assert_eq!(again.launches, job.launches);
    // A number that TOML cannot represent.
    job.launches[0].args = vec![Arg::U64(u64::MAX)];
    job.buffers[1].init = Init::Random(u64::MAX);
    let files = job.written();
    assert!(
        files
            .launch
            .contains("255, 255, 255, 255, 255, 255, 255, 255")
    );
    let contents = job.buffers[1].init.contents(8);
    assert!(files.buffers.contains(&("noise.bin".into(), contents)));
}
