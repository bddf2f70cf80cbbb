//! The command line from outside: outputs, keys, exit codes, errors.

use heddle_sim::Mechanism;
use serde_json::Value;
use std::path::Path;
use std::process::Output;

/// Kernel sources and launch files of the repository.
const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels");

fn heddle(arguments: &[&str]) -> Output {
    let mut command = crate::program::heddle();
    command
        .env("NO_COLOR", "1")
        .args(arguments)
        .output()
        .expect("it starts")
}

/// What a command that succeeds prints as JSON.
pub fn json(arguments: &[&str]) -> Value {
    let output = heddle(&[arguments, &["--json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("standard output is JSON")
}

/// Exit code, and standard error as one line without frames and breaks.
pub fn fails(arguments: &[&str]) -> (i32, String) {
    let output = heddle(arguments);
    let text = String::from_utf8_lossy(&output.stderr).replace('│', " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    (output.status.code().expect("it exits"), words.join(" "))
}

/// Checks that a value has these keys.
pub fn keys(value: &Value, expected: &[&str]) {
    for key in expected {
        assert!(value.get(key).is_some(), "`{key}` is missing in {value:#}");
    }
}

macro_rules! stems {
    ($($stem:ident $unit:ident,)*) => { [$(stringify!($stem)),*] };
}

#[test]
fn units_lists_names_parameters_and_ports() {
    let units = json(&["units", "--preset", "tiny"]);
    let units = units.as_array().unwrap();
    let names: Vec<_> = units
        .iter()
        .map(|unit| unit["unit"].as_str().unwrap())
        .collect();
    assert_eq!(names, heddle_contract::for_each_unit!(stems));
    for unit in units {
        keys(unit, &["unit", "system", "source", "params", "ports"]);
        keys(&unit["ports"][0], &["name", "dir", "width"]);
    }
    assert_eq!(units[0]["params"]["lanes"], 4);
}

#[test]
fn gen_writes_what_it_lists() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let listed = json(&["gen", "--all", "--preset", "tiny", "--out", out]);
    for file in listed["files"].as_array().unwrap() {
        let path = folder.path().join(file.as_str().unwrap());
        assert!(path.metadata().unwrap().len() > 0, "{}", path.display());
    }
    for module in listed["modules"].as_array().unwrap() {
        keys(
            module,
            &[
                "name",
                "file",
                "register_bits",
                "memory_bits",
                "overhead_bits",
            ],
        );
    }
    let sdc = std::fs::read_to_string(folder.path().join("unified_arbiter.sdc")).unwrap();
    assert!(
        sdc.contains("create_clock -name clk -period 10 [get_ports clk_i]"),
        "{sdc}"
    );
    assert!(
        !sdc.contains("{{"),
        "a place in the template was not filled: {sdc}"
    );
}

#[test]
fn gen_writes_verilog_in_the_style_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let unit = ["gen", "--unit", "stackless_front_end", "--out", out];
    let style = ["--reset", "async", "--reset-level", "low"];
    let memory = ["--memory", "live_value_table"];
    let listed = json(&[&unit[..], &style, &memory].concat());
    let text = std::fs::read_to_string(folder.path().join("stackless_front_end.v")).unwrap();
    for part in [
        "always @(posedge clk_i or negedge rst_ni) begin\n        if (!rst_ni) begin",
        ".rst_ni        (rst_ni),",
        "assign fetch_pc_o    = fetch_pc;",
        "wire [PC_BITS-1:0] fetch_pc =\n        pc_live_q[fetch_warp_i] ?",
    ] {
        assert!(text.contains(part), "`{part}` is missing in {text}");
    }
    let sdc = std::fs::read_to_string(folder.path().join("stackless_front_end.sdc")).unwrap();
    assert!(sdc.contains("rst_ni") && !sdc.contains("rst_i"), "{sdc}");
    let module = &listed["modules"][1];
    // 24 warps: a second bank of PCs, and a bit that says which bank is live. Lanes have one write port.
    assert_eq!(module["memory_bits"], 24 * (24 + 32));
    assert_eq!(module["overhead_bits"], 24 * (24 + 1));
}

#[test]
fn gen_writes_the_same_bytes_again() {
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    for folder in [&first, &second] {
        json(&["gen", "--all", "--out", folder.path().to_str().unwrap()]);
    }
    for entry in std::fs::read_dir(first.path()).unwrap() {
        let name = entry.unwrap().file_name();
        let bytes = |folder: &Path| std::fs::read(folder.join(&name)).unwrap();
        assert_eq!(bytes(first.path()), bytes(second.path()), "{name:?}");
    }
}

const SIM_KEYS: &[&str] = &[
    "cycles",
    "instructions",
    "thread_instructions",
    "ipc",
    "simd_efficiency",
    "active_lane_histogram",
    "cache",
    "dram",
    "stalls",
    "buffers",
    "wall_seconds",
];

#[test]
fn run_checks_its_result() {
    for mechanism in Mechanism::ALL {
        let report = json(&[
            "run",
            "matmul",
            "--preset",
            "tiny",
            "--mechanism",
            mechanism.name(),
        ]);
        keys(&report, SIM_KEYS);
        assert_eq!(
            (&report["workload"], &report["passed"]),
            (&"matmul".into(), &true.into())
        );
    }
}

#[test]
fn cosim_refuses_a_mechanism_without_the_unit() {
    let cosim = ["cosim", "--unit", "thread_pc_table", "--mode", "in-loop"];
    let kernel = ["--workload", "if_else", "--mechanism", "stack"];
    let (code, text) = fails(&[&cosim[..], &kernel].concat());
    assert_eq!(code, 2, "{text}");
    for words in [
        "under stack cores have no thread_pc_table",
        "--mechanism stackless",
    ] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn sim_writes_the_output_buffers() {
    let folder = tempfile::tempdir().unwrap();
    let elf = format!("{KERNELS}/if_else/if_else.elf");
    let launch = format!("{KERNELS}/if_else/if_else.toml");
    let out = folder.path().to_str().unwrap();
    let files = [
        "--kernel", &elf, "--launch", &launch, "--out", out, "--preset", "tiny",
    ];
    let report = json(&[&["sim"], &files[..]].concat());
    keys(&report, SIM_KEYS);
    let buffer = &report["buffers"][0];
    keys(buffer, &["name", "sha256", "file"]);
    let bytes = std::fs::read(buffer["file"].as_str().unwrap()).unwrap();
    let expected: Vec<u8> = [0o1011u32, 0o1011, 0o1101, 0o1101]
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    assert_eq!(bytes, expected);
}

const COSIM_KEYS: &[&str] = &[
    "unit",
    "mode",
    "cycles",
    "mismatches",
    "first_mismatch",
    "rtl_cycles_per_second",
    "wall_seconds",
    "seed",
];

#[test]
fn cosim_in_each_mode() {
    let unit = ["cosim", "--unit", "unified_arbiter", "--preset", "tiny"];
    let report = json(&[&unit[..], &["--cycles", "5000"]].concat());
    keys(&report, COSIM_KEYS);
    assert_eq!(
        (&report["cycles"], &report["mismatches"]),
        (&5000.into(), &0.into())
    );
    for mode in ["shadow", "in-loop"] {
        let report = json(&[&unit[..], &["--mode", mode, "--workload", "if_else"]].concat());
        keys(&report, COSIM_KEYS);
        assert_eq!(
            (&report["mode"], &report["mismatches"]),
            (&mode.into(), &0.into())
        );
        assert_eq!(report["equals_golden_run"], true);
    }
}

#[test]
fn mutate_lists_survivors() {
    // Shallow stacks, for speed: their memory makes proofs of equivalence long.
    let machine = ["--preset", "tiny", "--set", "stack.depth=8"];
    let few = [&machine[..], &["--mutants", "8", "--cycles", "2000"]].concat();
    let one = json(&[&["mutate", "unified_arbiter"], &few[..]].concat());
    let wanted = "unit seed cycles mutants killed equivalent score survived proven";
    keys(&one, &wanted.split(' ').collect::<Vec<_>>());
    assert_eq!(one["mutants"], 8);
    // Without proofs, the equivalent ones among 200 mutants survive.
    let unproven =
        "mutate unified_arbiter --mutants 200 --cycles 2000 --proof-seconds 0 --min-score 100";
    let unproven: Vec<&str> = unproven.split(' ').collect();
    let (code, error) = fails(&[&unproven, &machine[..]].concat());
    assert_eq!(code, 1);
    assert!(
        error.contains("score below 100 %: unified_arbiter"),
        "{error}"
    );
}

#[test]
fn prove_tells_of_each_guarantee() {
    let prove = ["prove", "bcc_sequencer", "--preset", "tiny", "--mutants"];
    let report = json(&[&prove[..], &["60"]].concat());
    keys(&report, &["unit", "properties"]);
    let properties = report["properties"].as_array().expect("a list");
    assert_eq!(properties.len(), 5);
    for proven in properties {
        keys(
            proven,
            &["kind", "property", "verdict", "violated_by", "seconds"],
        );
        assert_eq!(proven["verdict"], "proven");
        assert!(proven["violated_by"].is_string());
    }
    // A single mutant rarely violates all guarantees: one of these violates too few.
    let seeds = ["1", "2", "3"].into_iter();
    let mut runs = seeds.map(|seed| fails(&[&prove[..], &["1", "--seed", seed]].concat()));
    let few = runs.find(|(code, _)| *code == 1);
    let (_, error) = few.expect("a mutant that violates few guarantees");
    assert!(error.contains("bcc_sequencer: "), "{error}");
}

#[test]
#[ignore = "at night: netlists and models of all units take a minute"]
fn mutate_goes_through_all_units() {
    let few = [
        "--preset",
        "tiny",
        "--set",
        "stack.depth=8",
        "--mutants",
        "2",
    ];
    let all = json(&[&["mutate", "--all", "--min-score", "0"], &few[..]].concat());
    let names = all
        .as_array()
        .unwrap()
        .iter()
        .map(|report| report["unit"].as_str().unwrap());
    assert_eq!(
        names.collect::<Vec<_>>(),
        heddle_contract::for_each_unit!(stems)
    );
}

#[test]
fn what_the_user_supplied_wrong_is_named() {
    for (arguments, expected) in [
        (
            &["run", "mandelbort"][..],
            "a similar value exists: 'mandelbrot'",
        ),
        (
            &["run", "bfs", "--preset", "fermi"],
            "invalid value 'fermi'",
        ),
        (
            &["run", "bfs", "--set", "core.warps=1"],
            "core: warps = 1 is not in 2 to 64",
        ),
        (
            &["run", "bfs", "--mechanism", "magic"],
            "invalid value 'magic'",
        ),
        (&["run", "bfs", "--size", "huge"], "huge"),
        (
            &["units", "--config", "no/such.toml"],
            "no/such.toml: cannot be read",
        ),
        (
            &["gen", "--unit", "register_file", "--out", "x"],
            "invalid value 'register_file'",
        ),
        (&["gen", "--all", "--out", "x", "--period=-1"], "--period"),
        (
            &["gen", "--all", "--out", "x", "--prefix", "0_"],
            "no digit first",
        ),
        (
            &["gen", "--all", "--out", "x", "--timescale", "1ps/1ns"],
            "coarser",
        ),
        (&["cosim", "--unit", "heap"], "invalid value 'heap'"),
        (&["mutate", "heap"], "invalid value 'heap'"),
        (&["mutate"], "required arguments"),
        (
            &["mutate", "--all", "unified_arbiter"],
            "cannot be used with",
        ),
        (&["mutate", "--all", "--mutants", "0"], "invalid value '0'"),
        (
            &["cosim", "--unit", "unified_arbiter", "--mode", "shadow"],
            "--workload NAME",
        ),
        (
            &["sim", "--kernel", "no.elf", "--launch", "no.toml"],
            "no.elf: cannot be read",
        ),
    ] {
        let (code, text) = fails(arguments);
        assert_eq!(code, 2, "{arguments:?}: {text}");
        assert!(text.contains(expected), "{arguments:?}: {text}");
        assert!(!text.contains("panicked"), "{text}");
    }
}

#[test]
fn a_run_that_fails_exits_with_1() {
    let (code, text) = fails(&["run", "mandelbrot", "--max-cycles", "100"]);
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("cycle limit reached: kernel `mandelbrot`"),
        "{text}"
    );
}

#[test]
fn nothing_is_written_where_nothing_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let (code, text) = fails(&["gen", "--all", "--out", file.to_str().unwrap()]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("cannot be written"), "{text}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "in the way");
}

#[test]
fn policies_are_those_of_dynamic_warp_formation() {
    let run = ["run", "contrived", "--preset", "tiny", "--mechanism"];
    let instructions = |policy: &str| {
        let report = json(&[&run[..], &["dwf", "--policy", policy]].concat());
        keys(&report, SIM_KEYS);
        keys(
            &report["dwf"],
            &["merges", "creates", "conflicts", "stalls"],
        );
        report["instructions"].as_u64().unwrap()
    };
    assert_ne!(instructions("timestamp"), instructions("pdom-priority"));
    let (code, text) = fails(&[&run[..], &["pdom", "--policy", "pc"]].concat());
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("--policy with --mechanism pdom"), "{text}");
    let elf = format!("{KERNELS}/reduction/reduction.elf");
    let (code, text) = fails(&["sim", "--kernel", &elf, "--policy", "pc"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("--policy without a launch file"), "{text}");
}

#[test]
fn the_oracle_yields_cycles_of_three_schemes() {
    let run = [
        "run",
        "contrived",
        "--preset",
        "tiny",
        "--mechanism",
        "oracle",
    ];
    let report = json(&run);
    keys(&report, &["wall_seconds", "active_lane_histogram", "ipc"]);
    let workload = (&report["workload"], &report["passed"], &report["buffers"]);
    assert_eq!(
        workload,
        (&"contrived".into(), &Value::Null, &Value::Array(vec![]))
    );
    let study = &report["limit_study"];
    assert_eq!(
        (&study["threads"], &study["truncated"]),
        (&128.into(), &0.into())
    );
    assert_eq!(study["oracle"]["cycles"], report["cycles"]);
    let cycles = ["oracle", "pdom", "nrec"].map(|scheme| study[scheme]["cycles"].as_u64().unwrap());
    assert!(
        cycles.is_sorted_by(|fewer, more| fewer < more),
        "{cycles:?}"
    );
    let cut = json(&[&run[..], &["--set", "limit_study.trace=100"]].concat());
    assert_eq!(cut["limit_study"]["truncated"], 128);
    assert_eq!(cut["thread_instructions"], 128 * 100);
    let elf = format!("{KERNELS}/contrived/contrived.elf");
    let launch = format!("{KERNELS}/contrived/contrived.toml");
    let sim = [
        "sim", "--kernel", &elf, "--launch", &launch, "--preset", "tiny",
    ];
    let same = json(&[&sim[..], &["--mechanism", "oracle"]].concat());
    assert_eq!(same["limit_study"], *study);
    let table = heddle(&run).stdout;
    let table = String::from_utf8(table).unwrap();
    for word in ["scheme", "nrec", "pdom", "oracle", "threads: 128"] {
        assert!(table.contains(word), "{table}");
    }
}

#[test]
fn races_are_listed_and_fail_the_run() {
    let clean = json(&["run", "bitonic", "--preset", "tiny", "--check-races"]);
    let none = serde_json::json!({"accesses": 0, "pairs": 0, "first": []});
    assert_eq!(clean["races"], none);
    let unasked = json(&["run", "bitonic", "--preset", "tiny"]);
    assert_eq!(unasked["races"], Value::Null);

    let racy = ["run", "reduction", "--preset", "tiny", "--check-races"];
    let output = heddle(&[&racy[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["passed"], true);
    let race = &report["races"]["first"][0];
    keys(
        race,
        &[
            "kernel", "launch", "address", "region", "earlier", "later", "accesses",
        ],
    );
    keys(&race["earlier"], &["thread", "kind", "place"]);
    let (code, text) = fails(&racy);
    assert_eq!(code, 1);
    assert!(text.contains("accesses raced with earlier ones"), "{text}");
    let listed = String::from_utf8(heddle(&racy).stdout).unwrap();
    assert!(listed.contains("of shared memory (0x"), "{listed}");

    let elf = format!("{KERNELS}/reduction/reduction.elf");
    let launch = format!("{KERNELS}/reduction/reduction.toml");
    let sim = ["sim", "--preset", "tiny", "--check-races", "--kernel", &elf];
    let (code, text) = fails(&[&sim[..], &["--launch", &launch]].concat());
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("accesses raced with earlier ones"), "{text}");
    let (code, text) = fails(&sim);
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("--check-races without a launch file"),
        "{text}"
    );
}
