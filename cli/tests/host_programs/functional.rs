//! The functional device runs every program of the repository: each checks its own results, and prints what it prints under `pdom`.

use crate::exec::exec;
use crate::programs::chosen;
use serde_json::{Value, json};

const MACHINE: [&str; 2] = ["--preset", "fung2009"];

fn counted(launches: &[Value]) -> Vec<[Value; 2]> {
    let keys = ["kernel", "thread_instructions"];
    let of_launch = |launch: &Value| keys.map(|key| launch[key].clone());
    launches.iter().map(of_launch).collect()
}

#[test]
fn programs_print_and_count_the_same_as_under_pdom() {
    for program in chosen() {
        let found = exec(&[&MACHINE[..], &["--functional"]].concat(), program);
        let pdom = exec(&[&MACHINE[..], &["--mechanism", "pdom"]].concat(), program);
        assert_eq!(found.printed, pdom.printed, "{program}");
        assert_eq!(
            counted(&found.launches),
            counted(&pdom.launches),
            "{program}"
        );
        for launch in &found.launches {
            assert_eq!(launch["mechanism"], json!("functional"));
        }
    }
}
