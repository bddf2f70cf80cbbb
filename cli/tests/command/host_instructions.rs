//! What the scripts count as instructions of the host.

use std::process::Command;

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts");

/// A profile of callgrind: a function that hashes in software, and one that calls it, twice.
const PROFILE: &str = "positions: line\nevents: Ir\n\nfl=(1) a.rs\nfn=(1) heddle::run\n10 100\n+1 20\n\
    cfn=(2) sha2::sha256::soft::compress\ncalls=1 5\n* 5000\n* 3\n\n\
    fn=(2)\n5 5000\n\nfn=(1)\n12 7\n";

/// Prints the sum over functions of a profile, and the environment of a counted run.
const SCRIPT: &str = "import sys, host_instructions as h\n\
    print(sum(h.by_function(sys.argv[1]).values()), h.environment()['GLIBC_TUNABLES'])";

#[test]
fn what_the_host_does_not_execute_is_not_counted() {
    let mut python = Command::new("python3");
    python
        .args(["-B", "-c", SCRIPT, PROFILE])
        .env("PYTHONPATH", SCRIPTS);
    let output = python.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let (sum, environment) = text.trim().split_once(' ').unwrap();
    assert_eq!(sum, "130");
    for block in ["x86_rep_movsb_threshold", "x86_rep_stosb_threshold"] {
        assert!(environment.contains(block), "{environment}");
    }
}
