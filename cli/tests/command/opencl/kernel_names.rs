//! Names of kernels that sources may have: with `$`, with letters outside of ASCII, longer than names of files.

use super::Desk;
use crate::watched::trace_events::Events;
use std::collections::BTreeSet;

fn names() -> [String; 4] {
    let [long, wide] = [("k", 250), ("é", 150)].map(|(letter, count)| letter.repeat(count));
    ["a$b".into(), "größe".into(), long, wide]
}

/// The name of a kernel, of its parameter, of a function and of shared memory.
const SOURCE: &str = "int f$NAME(int x) { return x + 1; }
kernel void NAME(global int *o$ut) {
    local int ö[8];
    ö[get_local_id(0)] = f$NAME(get_global_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 3; i++) o$ut[get_global_id(0)] += ö[7 - get_local_id(0)];
}
kernel void other(global int *out) { out[0] = 1; }
";

const IN_C: &str = "#include \"simt.h\"
struct args { uint32_t *out; };
KERNEL(NAME)(uint32_t thread, const struct args *args) { args->out[thread] = 3 * (8 - thread); }
";

fn right() -> Vec<u8> {
    (0..8_u32)
        .flat_map(|i| (3 * (8 - i)).to_le_bytes())
        .collect()
}

/// Compiled, run, and run again from the kernel file with a launch file.
#[test]
fn sources_may_have_them() {
    for name in names() {
        let [cl, c] = [SOURCE, IN_C].map(|source| source.replace("NAME", &name));
        let desk = Desk::new(&[("k.cl", &cl), ("k.c", &c)]);
        std::fs::write(desk.folder().join("right.bin"), right()).unwrap();
        let launch =
            "--kernel NAME --global 8 --local 8 --preset tiny --mechanism stack --args zero:8";
        let launch: Vec<String> = launch
            .split(' ')
            .map(|word| word.replace("NAME", &name))
            .collect();
        let launch: Vec<&str> = launch.iter().map(String::as_str).collect();
        for (file, parameter) in [("k.cl", "o$ut"), ("k.c", "out")] {
            let expect = format!("{parameter}=right.bin");
            desk.text(&[&["run", file, "--expect", &expect], &launch[..]].concat());
            let listed = desk.text(&["compile", file, "--out", "k.elf", "--json"]);
            let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
            let kernels = listed["kernels"].as_array().unwrap();
            assert!(
                kernels.iter().any(|kernel| kernel["kernel"] == name),
                "{listed}"
            );
            let toml = format!(
                "kernel = \"{name}\"\ngrid = [1, 1, 1]\nblock = [8, 1, 1]\nargs = [{{buffer = \"{parameter}\"}}]\n\
                 [[buffer]]\nname = \"{parameter}\"\nbytes = 32\nout = true\n"
            );
            std::fs::write(desk.folder().join("k.toml"), toml).unwrap();
            let sim = "sim --kernel k.elf --launch k.toml --preset tiny --out results";
            desk.text(&sim.split(' ').collect::<Vec<_>>());
            let result = desk.folder().join(format!("results/{parameter}.bin"));
            assert_eq!(std::fs::read(result).unwrap(), right(), "{file}: {name}");
        }
    }
}

/// The files of launches that `heddle exec` writes.
#[test]
fn files_of_launches_are_named_after_them() {
    for name in names() {
        let program = super::exec::PROGRAM.replace("add", &name);
        let desk = Desk::new(&[("twice.c", &program)]);
        desk.compile("twice.c", "twice");
        let exec = "exec --preset tiny --out reports --capture launches --trace traces -- ./twice";
        desk.text(&exec.split(' ').collect::<Vec<_>>());
        for folder in ["reports", "launches", "traces"] {
            let entries = std::fs::read_dir(desk.folder().join(folder)).unwrap();
            let files: BTreeSet<String> = entries
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter(|file| file != "whole.json")
                .collect();
            for file in files.iter().filter(|_| folder == "traces") {
                Events::read(&desk.folder().join("traces").join(file)).check();
            }
            let start = &name[..name.len().min(200)];
            let expected = ["0000", "0001"].map(|number| format!("{number}-{start}"));
            assert_eq!(files.len(), 2, "{files:?}");
            for (file, start) in files.iter().zip(expected) {
                assert!(file.starts_with(&start) && file.len() < 220, "{file}");
            }
        }
        let compared = desk.text(&["compare", "launches", "--preset", "tiny", "--json"]);
        let compared: serde_json::Value = serde_json::from_str(&compared).unwrap();
        assert_eq!(compared["cells"].as_array().unwrap().len(), 6);
    }
}

/// What is no name is refused with the words of the compiler.
#[test]
fn other_names_are_refused() {
    for name in ["main", "1k", "a-b", "ab\u{201d}"] {
        let source = SOURCE.replace("f$NAME", "f").replace("NAME", name);
        let desk = Desk::new(&[("k.cl", &source)]);
        let text = desk.failure(2, &["compile", "k.cl", "--out", "k.elf"]);
        assert!(
            text.contains("k.cl:2:13: error: ") || text.contains("k.cl:2:1"),
            "{text}"
        );
        assert!(text.contains("correct the source"), "{text}");
    }
}
