//! Random calls: each has an answer, and the library neither panics nor grows.

use crate::desk::Desk;
use heddle_machines::count_and_seed;

/// Makes random calls, as many as `HEDDLE_CALLS=COUNT,SEED` says.
fn calls(otherwise: (usize, u64)) {
    let (count, seed) = count_and_seed("HEDDLE_CALLS", otherwise);
    let desk = Desk::new();
    desk.compile("random");
    let mut command = desk.command("random");
    command.args([count.to_string(), seed.to_string()]);
    // Some launches have no end.
    command.env("HEDDLE_MAX_CYCLES", "20000");
    let output = command.output().expect("a program");
    let errors = String::from_utf8_lossy(&output.stderr);
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}");
    assert!(
        output.status.success(),
        "seed {seed}: {}\n{text}{errors}",
        output.status
    );
    let panicked = errors.lines().find(|line| line.contains("panicked"));
    assert_eq!(panicked, None, "seed {seed}");
    assert!(text.ends_with("passed\n"), "seed {seed}: {text}");
}

#[test]
fn random_calls_are_answered() {
    calls((5000, 1));
}

#[test]
#[ignore = "takes minutes; HEDDLE_CALLS says how many"]
fn many_random_calls_are_answered() {
    calls((200_000, 1));
}
