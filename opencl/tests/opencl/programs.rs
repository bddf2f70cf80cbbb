//! Host programs: each prints `passed`, or the failure.

use crate::desk::{Desk, text_of};
use heddle_machines::shipped;

/// The output of a program.
fn run(name: &str) -> String {
    let desk = Desk::new();
    desk.compile(name);
    text_of(desk.command(name).output().expect("a program"))
}

fn passes(name: &str) {
    assert_eq!(run(name), "passed\n");
}

#[test]
fn buffers() {
    passes("buffers");
}

#[test]
fn events() {
    passes("events");
}

#[test]
fn calls() {
    passes("calls");
}

#[test]
fn infos() {
    passes("infos");
}

#[test]
fn kernels() {
    passes("kernels");
}

#[test]
fn launches() {
    passes("launches");
}

#[test]
fn refusals() {
    passes("refusals");
}

/// The machines have different links, lines and cores.
#[test]
fn transfers_take_time() {
    let desk = Desk::new();
    desk.compile("transfers");
    for preset in ["tiny", "fung2009", "vaidya2013"] {
        let machine = shipped(preset);
        let (host, memory) = (machine.host, machine.memory);
        let keys = [host.latency, host.bytes_per_cycle, memory.line_bytes];
        let mut command = desk.command("transfers");
        command
            .env("HEDDLE_PRESET", preset)
            .args(keys.map(|key| key.to_string()));
        let output = command.output().expect("a program");
        assert_eq!(text_of(output), "passed\n", "{preset}");
    }
}

#[test]
fn queues_and_groups() {
    let desk = Desk::new();
    desk.compile("queues");
    for (preset, most, reported) in [
        ("tiny", "16", "16"),
        ("fung2009", "768", "512"),
        ("vaidya2013", "96", "64"),
    ] {
        let mut command = desk.command("queues");
        command.env("HEDDLE_PRESET", preset).args([most, reported]);
        let output = command.output().expect("a program");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(text_of(output), "passed\n", "{preset}");
        // A group of twice as many items is refused, with the remedy.
        assert!(
            errors.contains(&format!("has {most} threads; ")),
            "{errors}"
        );
    }
}

#[test]
fn wrong_programs_fail_where_the_standard_says() {
    let desk = Desk::new();
    desk.compile("wrong_programs");
    let mut command = desk.command("wrong_programs");
    // One of them has no end.
    let output = command.env("HEDDLE_MAX_CYCLES", "20000").output();
    let output = output.expect("a program");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text_of(output), "passed\n");
    assert!(!errors.contains("panicked"), "{errors}");
}

#[test]
fn stored() {
    passes("stored");
}

#[test]
fn options() {
    let desk = Desk::new();
    desk.compile("options");
    let output = desk.command("options").arg(desk.folder()).output();
    assert_eq!(text_of(output.expect("a program")), "passed\n");
}

#[test]
fn prints() {
    let text = run("prints");
    let item = |number: u32| format!("item {number}: 1.0,2.0,3.0,4.0 text\n");
    let items: String = (0..3).map(item).collect();
    assert_eq!(text, format!("before\n{items}behind\npassed\n"));
}

/// The print buffer is in the order of execution. The comparison of mechanisms ignores it.
#[test]
fn prints_are_not_compared() {
    let desk = Desk::new();
    desk.compile("prints");
    let mut command = desk.command("prints");
    let output = command.env("HEDDLE_COMPARE", "mimd,pdom,dwf").output();
    let output = output.expect("a program");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(text_of(output).ends_with("passed\n"));
}

#[test]
fn threads() {
    passes("threads");
}

#[test]
fn a_launch_leaves_a_report() {
    let desk = Desk::new();
    desk.compile("launches");
    let reports = desk.path("reports");
    let mut command = desk.command("launches");
    command.arg("2").env("HEDDLE_REPORT", &reports);
    command.env("HEDDLE_MECHANISM", "pdom");
    text_of(command.output().expect("a program"));
    for number in 0..2 {
        let file = reports.join(format!("000{number}-more.json"));
        let text = std::fs::read_to_string(&file).expect("a report");
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(report["launch"]["number"], number);
        assert_eq!(report["launch"]["mechanism"], "pdom");
        assert_eq!(report["outcome"]["kind"], "completed");
        assert!(report["cycles"].as_u64() > Some(0));
    }
}

#[test]
fn a_machine_that_is_none_is_no_device() {
    let desk = Desk::new();
    desk.compile("buffers");
    let mut command = desk.command("buffers");
    let output = command.env("HEDDLE_SET", "cores=0").output();
    let output = output.expect("a program");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert_eq!(errors.matches("--set cores=0").count(), 1, "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("-1001, not CL_SUCCESS"), "{text}");
}

/// Ten thousand launches under valgrind: no memory leaks, and no invalid access.
#[test]
#[ignore = "takes two minutes"]
fn launches_under_valgrind() {
    let desk = Desk::new();
    desk.compile("launches");
    let mut valgrind = std::process::Command::new("valgrind");
    valgrind.args(["-q", "--error-exitcode=9", "--leak-check=full"]);
    // Valgrind counts tables and thread handles that live as long as the process as "possibly lost": no pointer refers to
    // their first bytes.
    valgrind.arg("--errors-for-leak-kinds=definite,indirect");
    valgrind.arg(desk.path("launches")).arg("10000");
    valgrind.env("LD_LIBRARY_PATH", desk.folder());
    valgrind.env("HEDDLE_PRESET", "tiny");
    let output = valgrind.output().expect("valgrind is installed");
    assert_eq!(text_of(output), "passed\n");
}
