//! Numbers that make no sense, and options of one mode in another mode: refused, not ignored.

use crate::bad_input::desk::Desk;

#[test]
fn numbers() {
    let mut desk = Desk::new();
    for arguments in [
        "mutate unified_arbiter --min-score nan",
        "mutate unified_arbiter --min-score 101",
        "mutate unified_arbiter --min-score=-1",
        "mutate unified_arbiter --min-score inf",
        "mutate unified_arbiter --cycles 0",
        "cosim --unit unified_arbiter --cycles 0",
        "cosim --unit unified_arbiter --mode shadow --workload bfs --max-cycles 0",
        "run bfs --max-cycles 0",
        "compare bfs --max-cycles 0",
        "compare bfs --jobs 0",
        "gen --all --out x --period 1e-9",
        "gen --all --out x --period 1e9",
        "gen --all --out x --io-delay nan",
        "gen --all --out x --testbench --cycles 15",
        "gen --all --out x --cycles 1000",
        "area --node 0",
    ] {
        desk.refused(arguments);
    }
    insta::assert_snapshot!(desk.transcript());
}

/// A named kernel is run, or its name is refused; random stimuli never replace it.
#[test]
fn modes() {
    let mut desk = Desk::new();
    let unit = "cosim --unit unified_arbiter --preset tiny";
    for options in [
        "--workload bfs",
        "--kernel k.elf --launch k.toml",
        "--mechanism pdom",
        "--mode unit --workload bfs",
        "--mode shadow --workload bfs --cycles 1000",
    ] {
        desk.refused(&format!("{unit} {options}"));
    }
    insta::assert_snapshot!(desk.transcript());
}
