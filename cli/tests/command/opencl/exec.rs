//! `heddle exec`: an unchanged OpenCL program, linked with the system's loader.

use super::Desk;
use serde_json::Value;
use std::path::Path;

/// Adds numbers twice; ends with 3 if a sum is wrong, with its argument if it has one.
pub const PROGRAM: &str = include_str!("../../data/opencl/twice.c");

fn desk() -> Desk {
    let desk = Desk::new(&[("twice.c", PROGRAM)]);
    desk.compile("twice.c", "twice");
    desk
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn launches_are_reported_and_run_again() {
    let desk = desk();
    let arguments = ["exec", "--preset", "tiny", "--mechanism", "pdom"];
    let kept = [
        "--out",
        "reports",
        "--capture",
        "launches",
        "--json",
        "--",
        "./twice",
    ];
    let whole = parsed(&desk.text(&[&arguments[..], &kept].concat()));
    assert_eq!(whole["exit_code"], 0);
    let launches = whole["launches"].as_array().unwrap();
    assert_eq!(launches.len(), 2);
    for (number, launch) in launches.iter().enumerate() {
        let name = format!("{number:04}-add");
        assert_eq!(launch["kernel"], "add");
        let report = std::fs::read(desk.folder().join(format!("reports/{name}.json"))).unwrap();
        let report: Value = serde_json::from_slice(&report).unwrap();
        assert_eq!(report["cycles"], launch["cycles"]);
        let file = |file: &str| format!("launches/{name}/{file}");
        let (kernel, launch_file) = (file("kernel.elf"), file("launch.toml"));
        let again = [
            "sim",
            "--kernel",
            &kernel,
            "--launch",
            &launch_file,
            "--json",
        ];
        let again = parsed(&desk.text(&[&again[..], &arguments[1..]].concat()));
        assert_eq!(again["cycles"], launch["cycles"]);
    }
    let compare = [
        "compare",
        "launches",
        "--preset",
        "tiny",
        "--mechanism",
        "pdom,dwf",
        "--json",
    ];
    let compared = parsed(&desk.text(&compare));
    for (number, launch) in launches.iter().enumerate() {
        let cell = &compared["cells"][2 * number];
        assert_eq!(cell["workload"], format!("{number:04}-add"));
        assert_eq!(cell["cycles"], launch["cycles"]);
        assert_eq!(
            compared["cells"][2 * number + 1]["differs"],
            serde_json::json!([])
        );
    }
    let whole_again: Value =
        serde_json::from_slice(&std::fs::read(desk.folder().join("reports/whole.json")).unwrap())
            .unwrap();
    assert_eq!(whole_again["launches"], whole["launches"]);

    let text = desk.failure(2, &["exec", "--out", "reports", "--", "./twice"]);
    assert!(
        text.contains("--out reports: the folder is not empty"),
        "{text}"
    );
}

#[test]
fn mechanisms_are_compared() {
    let text = desk().text(&[
        "exec",
        "--preset",
        "tiny",
        "--compare",
        "stackless,dwf",
        "--json",
        "--",
        "./twice",
    ]);
    let whole = parsed(&text);
    for launch in whole["launches"].as_array().unwrap() {
        let compared = launch["compared"].as_array().unwrap();
        let names: Vec<&str> = compared
            .iter()
            .map(|run| run["mechanism"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["stackless", "dwf"]);
        assert_eq!(compared[1]["differs"], serde_json::json!([]));
        assert_eq!(compared[0]["cycles"], launch["cycles"]);
    }
}

#[test]
fn rtl_takes_part_in_every_launch() {
    let arguments = [
        "exec",
        "--preset",
        "tiny",
        "--cosim",
        "stackless_front_end",
        "--json",
        "--",
        "./twice",
    ];
    let whole = parsed(&desk().text(&arguments));
    for launch in whole["launches"].as_array().unwrap() {
        assert_eq!(launch["cosim"]["passed"], true);
        assert_eq!(launch["cosim"]["cycles"], launch["cycles"]);
    }
}

/// Where the kernel of [`PROGRAM`] begins, and the same with a barrier in a branch that may diverge, in lines 3 and 4. All threads
/// take the branch, because the first of the numbers is 0.
const BEGIN: &str = "    \"    int i = get_global_id(0);\\n\"\n";
const BARRIER: &str =
    "    \"    if (i % 3 || more[0] == 0)\\n\"\n    \"        barrier(CLK_LOCAL_MEM_FENCE);\\n\"\n";

#[test]
fn barriers_at_risk_are_named_with_their_lines() {
    let source = PROGRAM.replace(BEGIN, &[BEGIN, BARRIER].concat());
    let desk = Desk::new(&[("risky.c", &source)]);
    desk.compile("risky.c", "risky");
    let output = desk.heddle(&["exec", "--preset", "tiny", "--json", "--", "./risky"]);
    assert!(output.status.success(), "{output:?}");
    let whole = parsed(&String::from_utf8_lossy(&output.stdout));
    let launches = whole["launches"].as_array().unwrap();
    assert_eq!(launches.len(), 2);
    for launch in launches {
        let risks = launch["barriers_at_risk"].as_array().unwrap();
        let line = |place: &str| risks[0][place]["source"]["line"].as_u64();
        assert_eq!((line("barrier"), line("branch")), (Some(4), Some(3)));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let warnings = said.lines().filter(|line| line.contains("warning:"));
    let warnings: Vec<&str> = warnings.filter(|line| line.contains(":4,")).collect();
    assert!(!warnings.is_empty(), "{said}");
}

/// The first item of each group waits at a barrier of its own.
const PARTED: &str = "    \"    if (get_local_id(0) == 0) barrier(CLK_LOCAL_MEM_FENCE);\\n\"\n";

#[test]
fn barrier_divergence_is_reported_for_each_launch() {
    let source = PROGRAM.replace(BEGIN, &[BEGIN, PARTED].concat());
    let desk = Desk::new(&[("parted.c", &source)]);
    desk.compile("parted.c", "parted");
    let options = ["--preset", "tiny", "--mechanism", "mimd", "--check-races"];
    let run = [&["exec"], &options[..], &["--json", "--", "./parted"]].concat();
    let output = desk.heddle(&run);
    assert!(output.status.success(), "{output:?}");
    let whole = parsed(&String::from_utf8_lossy(&output.stdout));
    let launches = whole["launches"].as_array().unwrap();
    assert_eq!(launches.len(), 2);
    for launch in launches {
        let first = &launch["barrier_divergence"]["first"][0];
        assert_eq!(first["thread"], 0, "{launch}");
        assert_eq!(first["other"]["kind"], "ended", "{launch}");
        assert_eq!(first["barrier"]["source"]["line"], 3, "{launch}");
    }
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("barrier divergence: 1 found"), "{said}");
}

#[test]
fn programs_without_barriers_at_risk_are_not_warned_about() {
    let output = desk().heddle(&["exec", "--preset", "tiny", "--json", "--", "./twice"]);
    let whole = parsed(&String::from_utf8_lossy(&output.stdout));
    for launch in whole["launches"].as_array().unwrap() {
        assert_eq!(launch["barriers_at_risk"], serde_json::json!([]));
    }
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("warning:"), "{said}");
}

#[test]
fn what_fails_is_said() {
    let desk = desk();
    let text = desk.failure(1, &["exec", "--preset", "tiny", "--", "./twice", "7"]);
    assert!(text.contains("./twice ended with exit status: 7"), "{text}");
    let text = desk.failure(2, &["exec", "--", "./thrice"]);
    assert!(text.contains("./thrice: cannot be run"), "{text}");
    let text = desk.failure(2, &["exec", "--cosim", "max_heap", "--", "./twice"]);
    assert!(text.contains("dwf_scheduler"), "{text}");
    let nobody = [
        "exec",
        "--cosim",
        "dwf_scheduler",
        "--mechanism",
        "pdom",
        "--",
        "./twice",
    ];
    let text = desk.failure(2, &nobody);
    assert!(
        text.contains("under pdom cores have no dwf_scheduler"),
        "{text}"
    );
    let text = desk.failure(2, &["exec", "--set", "cores=0", "--", "./twice"]);
    assert!(text.contains("cores"), "{text}");
    assert!(!Path::new("heddle-cosim").exists());
}
