//! `heddle run FILE.cl`, and sources in place of kernel files.

use super::Desk;

const SOURCE: &str = r#"
#ifndef FACTOR
#define FACTOR 2
#endif
__kernel void scale(__global int *out, __global const int *in, int n) {
    int i = get_global_id(0);
    if (i < n) out[i] = FACTOR * in[i];
}
__kernel void turn(__global uint2 *out, uint2 add, __local uint *tile) {
    uint l = get_local_id(0), last = get_local_size(0) - 1;
    tile[l] = get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[last - l] + add;
    if (get_global_id(0) == 3) printf("%d %v2u\n", (int)get_global_size(0), add);
}
"#;

const LAUNCH: &str = r#"
kernel = "scale"
grid = [2, 1, 1]
block = [8, 1, 1]
args = [{buffer = "out"}, {buffer = "in"}, {i32 = 16}]

[[buffer]]
name = "out"
bytes = 64
out = true

[[buffer]]
name = "in"
bytes = 64
init = {random = 1}
"#;

fn words(values: impl Iterator<Item = u32>) -> Vec<u8> {
    values.flat_map(u32::to_le_bytes).collect()
}

#[test]
fn a_source_runs_in_one_command() {
    let desk = Desk::new(&[("k.cl", SOURCE)]);
    let scale = [
        "run", "k.cl", "--kernel", "scale", "--global", "16", "--args", "zero:16", "index:16", "15",
    ];
    for (define, factor) in [("-DFACTOR=3", 3), ("-DFACTOR=5", 5)] {
        let right = words((0..16).map(|i| if i < 15 { factor * i } else { 0 }));
        std::fs::write(desk.folder().join("right.bin"), &right).unwrap();
        let arguments = [
            &scale[..],
            &[define, "--expect", "out=right.bin", "--dump", "out=out.bin"],
        ];
        desk.text(&arguments.concat());
        let dumped = std::fs::read(desk.folder().join("out.bin")).unwrap();
        assert_eq!(dumped, right);
    }
    let wrong = [&scale[..], &["--expect", "out=right.bin"]].concat();
    let text = desk.failure(1, &wrong);
    assert!(
        text.contains("buffer `out` differs from right.bin at byte 4 first"),
        "{text}"
    );
}

#[test]
fn vectors_local_memory_and_printf() {
    let desk = Desk::new(&[("k.cl", SOURCE)]);
    let right = (0..16).flat_map(|i| {
        let turned = i / 8 * 8 + 7 - i % 8;
        [turned + 1, turned + 100]
    });
    std::fs::write(desk.folder().join("right.bin"), words(right)).unwrap();
    let turn = [
        "run",
        "k.cl",
        "--kernel",
        "turn",
        "--global",
        "16",
        "--local",
        "8",
        "--args",
        "zero:16",
        "1,100",
        "local:32",
        "--expect",
        "out=right.bin",
    ];
    for mechanism in ["pdom", "dwf", "mimd"] {
        let text = desk.text(&[&turn[..], &["--mechanism", mechanism]].concat());
        assert!(text.starts_with("16 1,100\n"), "{text}");
    }
    let json = desk.text(&[&turn[..], &["--json"]].concat());
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["printed"], "16 1,100\n");
}

#[test]
fn a_source_takes_the_place_of_a_kernel_file() {
    let desk = Desk::new(&[("k.cl", SOURCE), ("k.toml", LAUNCH)]);
    let cycles = |arguments: &[&str]| {
        let value: serde_json::Value = serde_json::from_str(&desk.text(arguments)).unwrap();
        value["cycles"].as_u64().unwrap()
    };
    desk.text(&["compile", "k.cl", "-o", "k.elf"]);
    let compiled = cycles(&["sim", "--kernel", "k.elf", "--launch", "k.toml", "--json"]);
    let source = cycles(&["sim", "--kernel", "k.cl", "--launch", "k.toml", "--json"]);
    assert_eq!(compiled, source);
}

#[test]
fn a_size_of_blocks_that_the_source_requires_is_kept() {
    let source =
        "__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void size(__global int *out) {
        out[get_global_id(0)] = get_local_size(0);
    }";
    let desk = Desk::new(&[("k.cl", source)]);
    std::fs::write(desk.folder().join("right.bin"), words([8; 16].into_iter())).unwrap();
    let run = [
        "run",
        "k.cl",
        "--global",
        "16",
        "--args",
        "zero:16",
        "--expect",
        "out=right.bin",
    ];
    desk.text(&run);
    let text = desk.failure(2, &[&run[..], &["--local", "4"]].concat());
    assert!(text.contains("--local 8,1,1"), "{text}");
}

#[test]
fn what_does_not_fit_the_source_is_refused() {
    let wrong_type = LAUNCH.replace("{i32 = 16}", "{f32 = 16.0}");
    let too_few = LAUNCH.replace(", {i32 = 16}", "");
    let desk = Desk::new(&[
        ("k.cl", SOURCE),
        ("type.toml", &wrong_type),
        ("few.toml", &too_few),
    ]);
    let cases: [(&[&str], &str); 8] = [
        (
            &["run", "k.cl", "--global", "4"],
            "it has 2 kernels, and none is named",
        ),
        (
            &["run", "k.cl", "--kernel", "spin", "--global", "4"],
            "no kernel is called `spin`",
        ),
        (
            &[
                "run", "k.cl", "--kernel", "scale", "--args", "zero:1", "zero:1", "1",
            ],
            "--global is missing",
        ),
        (
            &[
                "run", "k.cl", "--kernel", "scale", "--global", "4", "--args", "1",
            ],
            "takes 3 arguments, not 1",
        ),
        (
            &["run", "k.cl", "--kernel", "scale", "--size", "full"],
            "--size with a source",
        ),
        (
            &["run", "bfs", "--kernel", "scale"],
            "--kernel with a built-in workload",
        ),
        (
            &["sim", "--kernel", "k.cl", "--launch", "type.toml"],
            "`n` of kernel `scale` is `int` of 4 bytes, not f32",
        ),
        (
            &["sim", "--kernel", "k.cl", "--launch", "few.toml"],
            "takes 3 arguments, not 2",
        ),
    ];
    for (arguments, says) in cases {
        let text = desk.failure(2, arguments);
        assert!(text.contains(says), "{arguments:?}: {text}");
    }
}

#[test]
fn a_source_is_compared_under_mechanisms() {
    let desk = Desk::new(&[("k.cl", SOURCE), ("k.toml", LAUNCH)]);
    let compare = [
        "compare",
        "--preset",
        "tiny",
        "--mechanism",
        "pdom,mimd",
        "--json",
    ];
    // `turn` prints in another order under `mimd`, and its output is no result.
    let turn = [
        "k.cl:turn",
        "--global",
        "16",
        "--local",
        "8",
        "--args",
        "zero:16",
        "1,100",
        "local:32",
    ];
    let with_file = ["--kernel", "k.cl", "--launch", "k.toml"];
    let found = desk.text(&[&compare[..], &turn, &with_file].concat());
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    let cells = found["cells"].as_array().unwrap();
    let names = cells.iter().map(|cell| cell["workload"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["turn", "turn", "k", "k"]);
    let run = [
        "run",
        "k.cl",
        "--kernel",
        "turn",
        "--preset",
        "tiny",
        "--mechanism",
        "mimd",
        "--json",
    ];
    let run = desk.text(&[&run[..], &turn[1..]].concat());
    let run: serde_json::Value = serde_json::from_str(&run).unwrap();
    assert_eq!(cells[1]["cycles"], run["cycles"]);
    for cell in cells {
        assert_eq!(cell["differs"], serde_json::json!([]));
    }
    // Another macro makes another kernel.
    let again = desk.text(&[&compare[..], &turn, &with_file].concat());
    assert!(again.contains("\"simulated\": 0"), "{again}");
    let other = desk.text(&[&compare[..], &turn, &["-DFACTOR=7"]].concat());
    assert!(other.contains("\"simulated\": 2"), "{other}");
}

#[test]
fn blocks_have_the_size_that_the_source_requires() {
    let source = "__kernel __attribute__((reqd_work_group_size(8, 1, 1))) \
                  void k(__global float4 *out) { out[get_global_id(0)] = 1.0f; }";
    let launch = LAUNCH
        .split("args")
        .next()
        .unwrap()
        .replace("\"scale\"", "\"k\"");
    let launch = format!(
        "{launch}args = [{{part = {{buffer = \"out\", offset = 32}}}}]\n\n[[buffer]]\nname = \"out\"\nbytes = 288\n"
    );
    let desk = Desk::new(&[
        ("k.cl", source),
        ("right.toml", &launch),
        ("left_out.toml", &launch.replace("block = [8, 1, 1]\n", "")),
        ("wrong.toml", &launch.replace("[8, 1, 1]", "[4, 1, 1]")),
        ("turned.toml", &launch.replace("[8, 1, 1]", "[1, 8, 1]")),
        ("odd.toml", &launch.replace("32", "4")),
    ]);
    let sim = |file: &'static str| {
        [
            "sim", "--kernel", "k.cl", "--launch", file, "--preset", "tiny", "--json",
        ]
    };
    desk.text(&sim("right.toml"));
    desk.text(&sim("left_out.toml"));
    for (file, given) in [("wrong.toml", "[4, 1, 1]"), ("turned.toml", "[1, 8, 1]")] {
        let text = desk.failure(2, &sim(file));
        let says = format!(
            "{file}:4:1: launch 0: kernel `k` runs in blocks of [8, 1, 1] threads (reqd_work_group_size), not {given}"
        );
        assert!(text.replace(" │ ", " ").contains(&says), "{text}");
    }
    // An element of `out` has 16 bytes.
    let text = desk.failure(2, &sim("odd.toml"));
    let says = "launch 0, argument 0: `offset` = 4 is no multiple of 16";
    assert!(text.contains(says), "{text}");
}
