//! `heddle explore --synth`: the points of the front on a target, and a budget of LUTs.

use crate::many::desk::Desk;
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Stacks, and stack-less reconvergence, which has half the bits and is slower. Compaction wins nothing here.
const SPACE: &str = r#"
[[block]]
mechanisms = ["pdom"]
stack.depth = [8]
compaction.mode = ["none", "scc"]

[[block]]
mechanisms = ["stackless"]
"#;

const SEARCH: &str = "explore if_else loops --preset tiny --size small --space space.toml --windows 100 --no-bounds \
                      --budget-bits 100000 --out found";
const SYNTH: &str = "--synth ice40 --no-clock";

fn desk() -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("space.toml"), SPACE).unwrap();
    desk
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().expect(key)
}

fn luts(point: &Value) -> u64 {
    point["synthesis"]["luts"].as_u64().expect("LUTs")
}

fn speed(point: &Value) -> f64 {
    point["speed"].as_f64().expect("a speed")
}

/// The units of a point, one by one, on the machine of its folder.
fn one_by_one(desk: &Desk, point: &Value) -> [u64; 2] {
    let units = match point["mechanism"].as_str().unwrap() {
        "stackless" => "stackless_subsystem",
        _ => "reconvergence_stack",
    };
    let name = point["name"].as_str().unwrap();
    let synth = desk.json(&format!(
        "synth {units} --target ice40 --area --config found/{name}/machine.toml"
    ));
    let sum = |key: &str| {
        let units = list(&synth, "units").iter();
        units.map(|unit| unit["area"][key].as_u64().unwrap()).sum()
    };
    [sum("luts"), sum("flip_flops")]
}

#[test]
fn points_of_the_front_have_luts_and_a_budget_chooses_among_them() {
    let desk = desk();
    let all = desk.json(&format!("{SEARCH} {SYNTH}"));
    let front = list(&all, "front");
    assert_eq!(front.len(), 2, "a choice: {front:#?}");
    for point in front {
        let flip_flops = point["synthesis"]["flip_flops"].as_u64().unwrap();
        assert_eq!([luts(point), flip_flops], one_by_one(&desk, point));
        assert!(point["synthesis"]["mhz"].is_null());
    }
    assert_eq!(all["synthesis"]["target"], "ice40");
    assert!(list(&all, "over_budget_luts").is_empty());

    // As much as the second largest needs.
    let mut sizes: Vec<u64> = front.iter().map(luts).collect();
    sizes.sort_unstable();
    let budget = sizes[sizes.len() - 2];
    let some = desk.json(&format!("{SEARCH} {SYNTH} --budget-luts {budget}"));
    let (within, over): (Vec<&Value>, Vec<&Value>) =
        front.iter().partition(|point| luts(point) <= budget);
    assert!(!over.is_empty() && !within.is_empty());
    assert_eq!(list(&some, "front").iter().collect::<Vec<_>>(), within);
    let left_out = list(&some, "over_budget_luts").iter();
    assert_eq!(left_out.collect::<Vec<_>>(), over);
    let best = within
        .iter()
        .max_by(|one, other| speed(one).total_cmp(&speed(other)));
    let winner = &best.unwrap()["name"];
    assert_eq!(&some["winner"], winner);
    let command = list(&some, "commands")[0].as_str().unwrap();
    assert!(command.contains(winner.as_str().unwrap()), "{command}");
    shown_to_people(&desk, budget, over[0], within.len());

    let (code, said) = desk.fails(&format!("{SEARCH} {SYNTH} --budget-luts {}", sizes[0] - 1));
    assert_eq!(code, 1, "{said}");
    let least = front.iter().min_by_key(|point| luts(point)).unwrap();
    let mechanism = least["mechanism"].as_str().unwrap();
    let least = format!("the least is {}, of {mechanism}-", sizes[0]);
    assert!(said.contains(&least), "{said}");
    let output = desk.heddle(&format!("{SEARCH} {SYNTH} --budget-luts 1 --json"));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let none: Value = serde_json::from_slice(&output.stdout).expect("an answer all the same");
    assert!(none["winner"].is_null() && list(&none, "front").is_empty());
    assert_eq!(list(&none, "over_budget_luts").len(), front.len());
}

/// Table, page and CSV have the columns, and points over the budget stand apart.
fn shown_to_people(desk: &Desk, budget: u64, over: &Value, within: usize) {
    let printed = desk.prints(&format!("{SEARCH} {SYNTH} --budget-luts {budget}"));
    let apart = format!("over {budget} LUTs:");
    let (front, left_out) = printed.split_once(&apart).expect("points apart");
    let name = over["name"].as_str().unwrap();
    assert!(
        front.contains("flip-flops") && !front.contains(name),
        "{front}"
    );
    assert!(left_out.contains(name), "{left_out}");
    let page = fs::read_to_string(desk.path("found/front.html")).unwrap();
    for words in [
        "<th>LUTs</th>",
        &format!("Over {budget} LUTs"),
        &format!("<td>{}</td>", luts(over)),
    ] {
        assert!(page.contains(words), "{words}");
    }
    let csv = fs::read_to_string(desk.path("found/points.csv")).unwrap();
    let heading = "on_front,failure,luts,um2,flip_flops,memories,memory_bits,mhz,";
    assert!(csv.contains(heading), "{csv}");
    assert_eq!(csv.matches(",true,").count(), within, "{csv}");
    assert!(csv.contains(&format!(",false,,{},", luts(over))), "{csv}");
}

/// A command that has no installation around it, and no programs.
fn without_tools(desk: &Desk, arguments: &str) -> (Option<i32>, String) {
    let own = desk.path("heddle");
    fs::copy(env!("CARGO_BIN_EXE_heddle"), &own).unwrap();
    let mut command = Command::new(own);
    command
        .args(arguments.split_whitespace())
        .current_dir(desk.path(""));
    command.env("HEDDLE_TOOLS", "").env("PATH", "/nowhere");
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

#[test]
fn tools_that_are_missing_are_told_before_the_first_run() {
    let desk = desk();
    let (code, said) = without_tools(&desk, &format!("{SEARCH} {SYNTH}"));
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("yosys") && said.contains("heddle setup"),
        "{said}"
    );
    assert!(!desk.path("found").exists(), "nothing ran");
    let (code, said) = without_tools(&desk, SEARCH);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn options_of_synthesis_belong_to_it() {
    let desk = desk();
    for (options, said) in [
        ("--budget-luts 100", "--synth <TARGET>"),
        ("--no-clock", "--synth <TARGET>"),
        ("--synth ecp6", "expected one of ecp5"),
        (
            "--synth osu018 --budget-luts 100",
            "has standard cells, and no LUTs",
        ),
    ] {
        let (code, errors) = desk.fails(&format!("{SEARCH} {options}"));
        assert_eq!(code, 2, "{options}: {errors}");
        assert!(errors.contains(said), "{options}: {errors}");
    }
    assert!(!desk.path("found").exists());
}
