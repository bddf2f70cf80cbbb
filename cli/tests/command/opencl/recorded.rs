//! `--record` and `--view` of `heddle exec`: launches of an unchanged program, which they do not change.

use super::Desk;
use super::exec::{PROGRAM, exec};
use crate::watched::view::recordings;
use heddle_timeline::recording::Recording;

fn desk() -> Desk {
    let desk = Desk::new(&[("twice.c", PROGRAM)]);
    desk.compile("twice.c", "twice");
    desk
}

#[test]
fn each_launch_is_recorded_under_each_mechanism() {
    let desk = desk();
    let compare = ["--compare", "pdom,dwf"];
    let (plain, _) = exec(&desk, &compare, &["./twice"]);
    let shown = ["--record", "recordings", "--view", "page.html"];
    let options = [&compare[..], &shown].concat();
    let (watched, output) = exec(&desk, &options, &["./twice"]);
    assert_eq!(plain["launches"], watched["launches"]);
    for (number, launch) in watched["launches"].as_array().unwrap().iter().enumerate() {
        for run in launch["compared"].as_array().unwrap() {
            let mechanism = run["mechanism"].as_str().unwrap();
            let name = format!("recordings/{number:04}-add-{mechanism}.rec");
            let bytes = std::fs::read(desk.folder().join(name)).unwrap();
            let recording = Recording::read(&bytes).unwrap();
            assert_eq!(recording.report["cycles"], run["cycles"]);
            let profile = recording.report["profile"].as_array().unwrap();
            assert!(
                profile
                    .iter()
                    .any(|row| row["source"]["file"] == "program.cl")
            );
            let source = &recording.about.sources[0];
            assert!(source.text.as_ref().unwrap().contains("void add("));
        }
    }
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("--launch chooses"), "{said}");
    let page = std::fs::read_to_string(desk.folder().join("page.html")).unwrap();
    let shown = recordings(&page);
    let mechanisms: Vec<&str> = shown.iter().map(|it| it.about.mechanism.as_str()).collect();
    assert_eq!(mechanisms, ["pdom", "dwf"]);
    let cycles = watched["launches"].as_array().unwrap().iter();
    let longest = cycles.map(|launch| launch["cycles"].as_u64()).max();
    assert_eq!(shown[0].report["cycles"].as_u64(), longest.unwrap());
}

/// One mechanism, one launch of two, beside a timeline.
#[test]
fn the_page_is_of_a_launch_that_is_named() {
    let desk = desk();
    let plain = ["--mechanism", "dwr", "--launch", "1..2"];
    let (without, _) = exec(&desk, &plain, &["./twice"]);
    let shown = ["--view", "page.html", "--trace", "traces"];
    let (watched, output) = exec(&desk, &[&plain[..], &shown].concat(), &["./twice"]);
    assert_eq!(without["launches"], watched["launches"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("--launch chooses"));
    let page = std::fs::read_to_string(desk.folder().join("page.html")).unwrap();
    let shown = recordings(&page);
    assert_eq!(shown.len(), 1);
    assert_eq!(shown[0].about.mechanism, "dwr");
    assert_eq!(shown[0].report["cycles"], watched["launches"][0]["cycles"]);
    assert!(desk.folder().join("traces/0001-add.json").exists());
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let desk = desk();
    let view = ["exec", "--preset", "tiny", "--view", "page.html"];
    let refused =
        |options: &[&str]| desk.failure(2, &[&view, options, &["--", "./twice"]].concat());
    let text = refused(&["--launch", "7..8"]);
    assert!(text.contains("no launch was recorded"), "{text}");
    assert!(!desk.folder().join("page.html").exists());
    let text = refused(&["--cosim", "dwf_scheduler"]);
    assert!(
        text.contains("--view") && text.contains("--cosim"),
        "{text}"
    );
    let text = refused(&["--functional"]);
    assert!(
        text.contains("--view") && text.contains("--functional"),
        "{text}"
    );
}
