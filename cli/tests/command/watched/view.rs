//! `--record`, `--view` and `heddle view`: what a page holds is what the run reports, and what cannot be shown is refused.

use crate::many::desk::Desk;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use heddle_sim::Mechanism;
use heddle_timeline::recording::Recording;
use serde_json::Value;
use std::fs;

const KERNEL: &str = "__kernel void part(__global uint *out, uint n) {
    uint i = get_global_id(0);
    for (uint k = 0; k < i % 5; k++)
        out[i] += k;
    if (i & 1)
        out[i] *= n;
}
";
const RUN: &str = "run part.cl --global 64 --args zero:64 7 --preset tiny --mechanism";

fn desk() -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("part.cl"), KERNEL).unwrap();
    desk
}

/// The recordings that a page holds.
pub fn recordings(page: &str) -> Vec<Recording> {
    let mut parts = page.split("class=\"recording\">");
    parts.next();
    let recording = |part: &str| {
        let (text, _) = part.split_once("</script>").unwrap();
        Recording::read(&STANDARD.decode(text).unwrap()).unwrap()
    };
    parts.map(recording).collect()
}

/// The report without what depends on the time of day, and on the command.
pub fn report(mut json: Value) -> Value {
    let known = json.as_object_mut().unwrap();
    for key in [
        "wall_seconds",
        "printed",
        "printed_lost",
        "differences",
        "barriers_at_risk",
    ] {
        known.remove(key);
    }
    for buffer in json["buffers"].as_array_mut().unwrap() {
        buffer.as_object_mut().unwrap().remove("file");
    }
    json
}

#[test]
fn a_page_holds_what_the_run_reports() {
    let desk = desk();
    for mechanism in Mechanism::ALL {
        let plain = desk.json(&format!("{RUN} {mechanism} --profile"));
        let watched = desk.json(&format!(
            "{RUN} {mechanism} --view page.html --record a.rec"
        ));
        assert_eq!(report(plain), report(watched.clone()), "{mechanism}");
        let page = fs::read_to_string(desk.path("page.html")).unwrap();
        let shown = recordings(&page);
        let kept = Recording::read(&fs::read(desk.path("a.rec")).unwrap()).unwrap();
        assert_eq!(shown, [kept], "{mechanism}");
        assert_eq!(shown[0].report, report(watched), "{mechanism}");
        assert_eq!(shown[0].about.sources[0].text.as_deref(), Some(KERNEL));
        assert!(!page.contains("http://") && !page.contains("https://"));
    }
}

#[test]
fn recordings_are_shown_in_their_order() {
    let desk = desk();
    for mechanism in ["stackless", "pdom"] {
        desk.json(&format!("{RUN} {mechanism} --record {mechanism}.rec"));
    }
    let said = desk.json("view stackless.rec pdom.rec --out both.html");
    let titles = said["recordings"].as_array().unwrap().iter();
    let titles: Vec<&Value> = titles.map(|one| &one["title"]).collect();
    assert_eq!(titles, ["part under stackless", "part under pdom"]);
    let page = fs::read_to_string(desk.path("both.html")).unwrap();
    let shown = recordings(&page);
    let mechanisms: Vec<&str> = shown
        .iter()
        .map(|one| one.about.mechanism.as_str())
        .collect();
    assert_eq!(mechanisms, ["stackless", "pdom"]);
    assert!(page.contains("part under stackless"));
}

#[test]
fn what_is_no_recording_is_refused() {
    let desk = desk();
    desk.json(&format!("{RUN} pdom --record whole.rec"));
    let whole = fs::read(desk.path("whole.rec")).unwrap();
    fs::write(desk.path("cut.rec"), &whole[..whole.len() - 40]).unwrap();
    for (name, fault) in [
        ("cut.rec", "is damaged, or all frames"),
        ("part.cl", "no recording of this version"),
        ("none.rec", "No such file"),
    ] {
        let (code, said) = desk.fails(&format!("view {name} --out page.html"));
        assert_eq!(code, 2, "{name}");
        assert!(said.contains(name) && said.contains(fault), "{said}");
        assert!(!desk.path("page.html").exists());
    }
}
