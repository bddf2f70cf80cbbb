//! The user's kernels in `heddle compare` and `heddle report`.

use crate::bad_input::support::assembler::{Asm, reg::*};
use crate::many::desk::Desk;
use crate::many::page::Page;
use heddle_isa::Op;
use serde_json::{Value, json};
use std::fs;

/// Launch file of a kernel `k` that counts elements down while the host repeats it, and of a kernel that reads the time.
const LAUNCH: &str = r#"
kernel = "k"
grid = [2, 1, 1]
block = [4, 1, 1]
args = [{buffer = "out"}, {part = {buffer = "flags", offset = 4}}]

[[buffer]]
name = "out"
bytes = 32
init = {file = "numbers.bin"}

[[buffer]]
name = "flags"
bytes = 8

[[loop]]
until_zero = {buffer = "flags", offset = 4}
before = [{buffer = "flags", offset = 4, u32 = 0}]

[[loop.launch]]
"#;

fn elf() -> Vec<u8> {
    let mut a = Asm::kernel();
    a.element(T1, 0, A0);
    a.imm(Op::Lw, T0, T1, 0);
    a.branch(Op::Beq, T0, ZERO, "end");
    a.imm(Op::Addi, T0, T0, -1);
    a.store(Op::Sw, T0, 0, T1);
    a.branch(Op::Beq, T0, ZERO, "end");
    a.imm(Op::Lw, T1, A1, 4);
    a.li(T0, 1);
    a.store(Op::Sw, T0, 0, T1);
    a.label("end");
    a.ret();
    // Odd threads read the clock later, if threads need not wait for each other.
    a.label("__kernel_clock");
    a.imm(Op::Andi, T0, A0, 1);
    a.branch(Op::Beq, T0, ZERO, "now");
    for _ in 0..20 {
        a.imm(Op::Addi, T0, T0, 1);
    }
    a.label("now");
    a.csrr(T0, 0xc00);
    a.put(T0, 0);
    a.ret();
    a.image().bytes()
}

/// A desk with a kernel file, its launch file and the initial contents of a buffer.
pub fn desk() -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("k.elf"), elf()).unwrap();
    fs::write(desk.path("k.toml"), LAUNCH).unwrap();
    let numbers: Vec<u8> = [3u32, 0, 1, 2, 4, 0, 0, 1]
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .collect();
    fs::write(desk.path("numbers.bin"), numbers).unwrap();
    desk
}

const FILES: &str = "--kernel k.elf --launch k.toml";
const COMPARE: &str = "compare --preset tiny --out found --mechanism pdom,mimd";

fn names(json: &Value) -> Vec<&str> {
    let cells = json["cells"].as_array().unwrap().iter();
    cells
        .map(|cell| cell["workload"].as_str().unwrap())
        .collect()
}

#[test]
fn a_kernel_stands_beside_workloads() {
    let desk = desk();
    let command = format!("{COMPARE} loops {FILES}");
    let all = desk.json(&command);
    assert_eq!(names(&all), ["loops", "loops", "k", "k"]);
    assert_eq!(all["runs"], 4);
    for cell in &all["cells"].as_array().unwrap()[2..] {
        let mechanism = cell["mechanism"].as_str().unwrap();
        let run = desk.json(&format!(
            "sim {FILES} --preset tiny --mechanism {mechanism}"
        ));
        assert_eq!(run["launches"].as_array().unwrap().len(), 4);
        assert_eq!(cell["cycles"], run["cycles"]);
        assert_eq!(cell["ipc"], run["ipc"]);
        assert_eq!(cell["differs"], json!([]));
    }
    let table = desk.prints(&command);
    assert!(table.lines().any(|line| line.starts_with(" k ")), "{table}");
    let chart = fs::read_to_string(desk.path("found/ipc.svg")).unwrap();
    assert!(
        chart.contains(">\nk\n<") || chart.contains(">k<"),
        "{chart}"
    );
}

/// The host's loop is the same with RTL in place of the golden unit.
#[test]
fn loops_of_the_host_run_with_rtl() {
    let unit = "cosim --unit unified_arbiter --mode in-loop --preset tiny";
    let report = desk().json(&format!("{unit} {FILES}"));
    assert_eq!(report["equals_golden_run"], true);
    assert_eq!(report["run"]["launches"].as_array().unwrap().len(), 4);
}

/// Names with what separates the fields of CSV, and what a shell reads.
#[test]
fn any_name_can_be_read_back() {
    let desk = desk();
    let name = "a,\"b\";it's";
    fs::copy(desk.path("k.toml"), desk.path(&format!("{name}.toml"))).unwrap();
    let text = desk.prints(&format!(
        "{COMPARE} --kernel k.elf --launch {name}.toml --csv -"
    ));
    let rows = super::published::read_back(&text);
    assert_eq!(rows.len(), 2);
    for row in rows {
        assert_eq!(row["program"], name);
        let command = row["command"].strip_prefix("heddle ").unwrap();
        let mut shell = std::process::Command::new("sh");
        let heddle = env!("CARGO_BIN_EXE_heddle");
        let line = format!("{heddle} {command} --json");
        let output = shell
            .args(["-c", &line])
            .current_dir(desk.path(""))
            .output()
            .unwrap();
        let run: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(row["cycles"], run["cycles"].to_string());
    }
    let page = fs::read_to_string(desk.path("found/compare.html")).unwrap();
    assert!(Page::parse(page).has_id("runs"));
}

/// A run is kept under the contents of its files, not under their names.
#[test]
fn what_is_in_the_files_names_a_run() {
    let desk = desk();
    let simulated = |files: &str| desk.json(&format!("{COMPARE} {files}"))["simulated"].clone();
    assert_eq!(simulated(FILES), 2);
    assert_eq!(simulated(FILES), 0);
    fs::copy(desk.path("k.elf"), desk.path("other.elf")).unwrap();
    fs::copy(desk.path("k.toml"), desk.path("other.toml")).unwrap();
    assert_eq!(simulated("--kernel other.elf --launch other.toml"), 0);
    let mut numbers = fs::read(desk.path("numbers.bin")).unwrap();
    numbers[0] += 1;
    fs::write(desk.path("numbers.bin"), numbers).unwrap();
    assert_eq!(simulated(FILES), 2);
    fs::write(
        desk.path("k.toml"),
        LAUNCH.replace("[2, 1, 1]", "[1, 1, 1]"),
    )
    .unwrap();
    assert_eq!(simulated(FILES), 2);
    let mut elf = elf();
    let addition = elf
        .windows(4)
        .rposition(|word| word == [0x93, 0x82, 0x12, 0])
        .unwrap();
    elf[addition + 2] = 0x22;
    fs::write(desk.path("k.elf"), elf).unwrap();
    assert_eq!(simulated(FILES), 2);
}

#[test]
fn memory_is_compared() {
    let desk = desk();
    let clock = "--kernel k.elf:clock --launch k.toml";
    fs::write(
        desk.path("k.toml"),
        LAUNCH.split("[[loop]]").next().unwrap(),
    )
    .unwrap();
    let output = desk.heddle(&format!("{COMPARE} {clock}"));
    assert_eq!(output.status.code(), Some(1));
    let table = String::from_utf8(output.stdout).unwrap();
    let difference = "k:clock under mimd leaves other memory than under pdom: `out`";
    assert!(table.contains(difference), "{table}");
    let (code, errors) = desk.fails(&format!("{COMPARE} {clock}"));
    assert_eq!(code, 1);
    assert!(
        errors.contains(difference) && errors.contains("--check-races"),
        "{errors}"
    );
    let json = desk.heddle(&format!("{COMPARE} {clock} --json"));
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["cells"][0]["differs"], json!([]));
    assert_eq!(json["cells"][1]["differs"], json!(["out"]));
    // Each machine is compared by itself: the clock of one says nothing about that of another.
    let varied = format!("{COMPARE} {clock} --vary core.warps=2,4");
    let varied = String::from_utf8(desk.heddle(&varied).stdout).unwrap();
    assert!(
        varied.contains(&format!("core.warps=4: {difference}")),
        "{varied}"
    );
    assert!(!varied.contains("under pdom leaves"), "{varied}");
    // If some buffers are marked as results, the others are no results.
    let marked = LAUNCH.replace("bytes = 8\n", "bytes = 8\nout = true\n");
    fs::write(
        desk.path("k.toml"),
        marked.split("[[loop]]").next().unwrap(),
    )
    .unwrap();
    desk.prints(&format!("{COMPARE} {clock}"));
}

/// Folders as `heddle exec --capture` writes them.
#[test]
fn captured_launches_are_compared() {
    let desk = desk();
    fs::create_dir_all(desk.path("launches/notes")).unwrap();
    for folder in ["launches/0000-k", "launches/0001-k"] {
        fs::create_dir_all(desk.path(folder)).unwrap();
        fs::copy(desk.path("k.elf"), desk.path(folder).join("kernel.elf")).unwrap();
        let numbers = desk.path(folder).join("numbers.bin");
        fs::copy(desk.path("numbers.bin"), numbers).unwrap();
    }
    fs::write(desk.path("launches/0000-k/launch.toml"), LAUNCH).unwrap();
    let second = LAUNCH.replace("[2, 1, 1]", "[1, 1, 1]");
    fs::write(desk.path("launches/0001-k/launch.toml"), second).unwrap();
    let all = desk.json(&format!("{COMPARE} launches"));
    assert_eq!(names(&all), ["0000-k", "0000-k", "0001-k", "0001-k"]);
    let one = desk.json(&format!("{COMPARE} launches/0001-k"));
    assert_eq!(names(&one), ["0001-k", "0001-k"]);
    assert_eq!(one["simulated"], 0);
    assert_eq!(one["cells"][0], all["cells"][2]);
    let (code, errors) = desk.fails(&format!("{COMPARE} launches/notes"));
    assert_eq!(code, 2);
    assert!(errors.contains("there is no captured launch"), "{errors}");
}

/// A launch of which a file is missing is refused, since its absence from the table could not be seen.
#[test]
fn incomplete_captured_launches_are_refused() {
    let desk = desk();
    for folder in ["launches/0000-k", "launches/0001-k"] {
        fs::create_dir_all(desk.path(folder)).unwrap();
        fs::copy(desk.path("k.elf"), desk.path(folder).join("kernel.elf")).unwrap();
        fs::copy(
            desk.path("numbers.bin"),
            desk.path(folder).join("numbers.bin"),
        )
        .unwrap();
        fs::write(desk.path(folder).join("launch.toml"), LAUNCH).unwrap();
    }
    for file in ["launch.toml", "kernel.elf"] {
        fs::remove_file(desk.path("launches/0001-k").join(file)).unwrap();
        for named in ["launches", "launches/0001-k"] {
            let (code, errors) = desk.fails(&format!("{COMPARE} {named}"));
            assert_eq!(code, 2, "{errors}");
            let said = "launches/0001-k: a captured launch without";
            // An empty folder alone says nothing about what it was.
            let said = match file == "kernel.elf" && named != "launches" {
                true => "there is no captured launch",
                false => said,
            };
            assert!(errors.contains(said), "{errors}");
        }
    }
}

#[test]
fn kernels_that_cannot_be_told_apart_are_called_as_their_files() {
    let desk = desk();
    for name in ["a", "b"] {
        fs::create_dir(desk.path(name)).unwrap();
        fs::copy(
            desk.path("numbers.bin"),
            desk.path(name).join("numbers.bin"),
        )
        .unwrap();
        fs::write(desk.path(name).join("k.toml"), LAUNCH).unwrap();
    }
    let kernel = |launch: &str| format!("--kernel k.elf --launch {launch}");
    let two = format!("{} {}", kernel("a/k.toml"), kernel("b/k.toml"));
    let found = desk.json(&format!("{COMPARE} {two}"));
    assert_eq!(
        names(&found),
        [
            "k.elf a/k.toml",
            "k.elf a/k.toml",
            "k.elf b/k.toml",
            "k.elf b/k.toml"
        ]
    );
    // The two are equal, so that one run serves both.
    assert_eq!(found["runs"], 2);
    fs::copy(desk.path("k.toml"), desk.path("bfs.toml")).unwrap();
    let workload = desk.json(&format!("{COMPARE} {}", kernel("bfs.toml")));
    assert_eq!(names(&workload), ["k.elf bfs.toml", "k.elf bfs.toml"]);
    fs::copy(desk.path("k.elf"), desk.path("a/kernel.elf")).unwrap();
    fs::rename(desk.path("a/k.toml"), desk.path("a/launch.toml")).unwrap();
    fs::rename(desk.path("a"), desk.path("bfs")).unwrap();
    let folder = desk.json(&format!("{COMPARE} ./bfs"));
    assert_eq!(names(&folder), ["./bfs/", "./bfs/"]);
}

#[test]
fn bad_input_is_refused() {
    let desk = desk();
    fs::write(
        desk.path("wide.toml"),
        LAUNCH.replace("[4, 1, 1]", "[64, 1, 1]"),
    )
    .unwrap();
    fs::write(
        desk.path("stays.toml"),
        LAUNCH.replace("before", "most_rounds = 2\nbefore"),
    )
    .unwrap();
    for (code, arguments, words) in [
        (2, "--kernel k.elf", "--launch"),
        (2, "--launch k.toml", "--kernel"),
        (
            2,
            "--kernel k.elf --launch k.toml --launch k.toml",
            "1 times --kernel, and 2 times --launch",
        ),
        (
            2,
            "--kernel k.elf --launch k.toml --kernel k.elf --launch k.toml",
            "kernel `k.elf k.toml` is given twice",
        ),
        (2, "./nowhere", "./nowhere: cannot be read"),
        (2, "nowhere", "possible values"),
        (2, "loops --global 64", "--global without a source"),
        (2, "loops -DN=1", "without a source"),
        (2, "a.cl b.cl --global 64", "--global with several sources"),
        (
            2,
            "--kernel k.elf --launch no.toml",
            "no.toml: cannot be read",
        ),
        (
            2,
            "--kernel k.elf:q --launch k.toml",
            "there is no kernel `q`",
        ),
        (
            2,
            "--kernel k.elf --launch wide.toml",
            "wide.toml:4:1: launch 0: a block of 64 threads does not fit on a core of 4 warps of 4 (wide under pdom)",
        ),
        (
            1,
            "--kernel k.elf --launch stays.toml",
            "after 2 rounds of loop 0 the word at byte 4 of buffer `flags` is still 1",
        ),
    ] {
        let (found, errors) = desk.fails(&format!("{COMPARE} {arguments}"));
        assert!(errors.contains(words), "{arguments}: {errors}");
        assert_eq!(found, code, "{arguments}: {errors}");
    }
}

/// Two programs in blocks of different sizes, on one core: the subject is what is shown where.
const REPORT: &str =
    "report --paper lashgar2012 --out page.html --size small --set cores=1 --only figure-5b";

#[test]
fn a_page_shows_a_kernel_beside_the_programs_of_the_paper() {
    let desk = desk();
    let said = desk.json(&format!("{REPORT} {FILES} --data data"));
    assert_eq!(said["own"], json!(["k"]));
    assert_eq!(said["failures"], json!([]));
    let table = page(&desk).table_after("figure-5b");
    let own = table[0].len() - 1;
    assert_eq!(table[0][own], "k");
    let run = desk.json(&format!(
        "sim {FILES} --preset lashgar2012 --mechanism pdom --set cores=1 --set core.simd_width=16 \
         --set core.warp_size=16 --set core.warps=64"
    ));
    assert_eq!(table[1][0], "1X, 16 wide");
    let ipc = run["ipc"].as_f64().unwrap();
    assert_eq!(table[1][own], format!("{ipc:.2}"));
    // The page without the kernel has the same numbers of the paper's programs, from the same runs.
    let without = desk.json(&format!("{REPORT} --data data"));
    assert_eq!(without["simulated"], 0);
    let rows = table.iter().map(|row| row[..own].to_vec());
    assert_eq!(
        page(&desk).table_after("figure-5b"),
        rows.collect::<Vec<_>>()
    );
}

#[test]
fn memory_is_compared_on_a_page() {
    let desk = desk();
    fs::write(desk.path("k.toml"), LAUNCH_OF_CLOCK).unwrap();
    let clock = "--kernel k.elf:clock --launch k.toml";
    let (code, errors) = desk.fails(&format!("{REPORT} {clock}"));
    assert_eq!(code, 1, "{errors}");
    let difference = "k:clock under dwr leaves other memory than under pdom: `out`";
    assert!(errors.contains(difference), "{errors}");
    assert!(page(&desk).text().contains(difference));
}

/// More threads than a sub-warp has.
const LAUNCH_OF_CLOCK: &str = r#"
grid = [1, 1, 1]
block = [64, 1, 1]
args = [{buffer = "out"}]

[[buffer]]
name = "out"
bytes = 256
"#;

fn page(desk: &Desk) -> Page {
    Page::parse(fs::read_to_string(desk.path("page.html")).unwrap())
}
