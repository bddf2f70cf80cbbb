//! A mismatch of `heddle cosim` as text and as page: every port that differs, the instruction and its source line.

use crate::many::desk::{Desk, words};
use crate::watched::view::{recordings, report};
use heddle_timeline::recording::{Issue, Recording};
use serde_json::Value;
use std::fs;
use std::path::Path;

const UNIT: &str = "reconvergence_stack";

/// Threads of a warp that leave a loop one after the other, and go two ways in it.
const KERNEL: &str = "__kernel void part(__global uint *out) {
    uint i = get_global_id(0);
    uint x = 27 - i % 8;
    while (x != 1) {
        if (x & 1)
            x = 3 * x + 1;
        else
            x /= 2;
        out[i] += x;
    }
}
";

const LAUNCH: &str = "kernel = \"part\"
grid = [8, 1, 1]
block = [8, 1, 1]
args = [{buffer = \"out\"}]

[[buffer]]
name = \"out\"
bytes = 256
";

const FILES: &str = "--kernel part.elf --launch part.toml --preset tiny";

/// A desk with a kernel that has lines, and a stack that keeps an entry at its reconvergence point if lane 0 is in it.
fn desk() -> Desk {
    let desk = Desk::new();
    fs::write(desk.path("part.cl"), KERNEL).unwrap();
    fs::write(desk.path("part.toml"), LAUNCH).unwrap();
    desk.prints("compile part.cl -o part.elf -g");
    desk.prints(&format!("gen --unit {UNIT} --preset tiny --out rtl"));
    let right = fs::read_to_string(desk.path(&format!("rtl/{UNIT}.v"))).unwrap();
    let (before, after) = (
        "== row_reconverge[i]))",
        "== row_reconverge[i]) & ~row_lanes[i][0])",
    );
    assert_eq!(right.matches(before).count(), 1, "the text has changed");
    fs::write(desk.path("wrong.v"), right.replace(before, after)).unwrap();
    desk
}

/// What a comparison that differs leaves.
struct Found {
    json: Value,
    /// What it says on standard error.
    said: String,
    text: String,
    page: String,
    /// The data of the page's panel.
    data: Value,
}

fn compare(desk: &Desk, arguments: &str) -> Found {
    let arguments = format!("cosim --unit {UNIT} --verilog wrong.v --json {arguments}");
    let output = desk.heddle(&arguments);
    let said = words(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let file = |key: &str| json["artefacts"][key].as_str().unwrap();
    let [text, page] = ["report", "page"].map(|key| fs::read_to_string(desk.path(file(key))));
    let page = page.unwrap();
    let (_, data) = page.split_once("id=\"mismatch-data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    Found {
        data: serde_json::from_str(data).unwrap(),
        text: text.unwrap(),
        page,
        said,
        json,
    }
}

impl Found {
    /// Name, golden value and value of the RTL of each word that differs, as the JSON has them.
    fn differing(&self) -> Vec<[String; 3]> {
        let words = self.json["first_mismatch"]["differing"].as_array().unwrap();
        let word = |word: &Value| {
            let hex = |key: &str| format!("{:#x}", word[key].as_u64().unwrap());
            let element = word["element"].as_u64();
            let element = element.map_or(String::new(), |element| format!("[{element}]"));
            let port = word["port"].as_str().unwrap();
            [format!("{port}_o{element}"), hex("expected"), hex("found")]
        };
        words.iter().map(word).collect()
    }

    /// The same, as the page has them in the last of its cycles.
    fn shown(&self) -> Vec<[String; 3]> {
        let last = self.data["cycles"].as_array().unwrap().last().unwrap();
        assert_eq!(last["cycle"], self.data["cycle"]);
        let ports = self.data["outputs"].as_array().unwrap().iter();
        let cells = last["outputs"].as_array().unwrap();
        let words = ports.zip(cells).flat_map(|(port, cell)| {
            let differs = cell["differs"].as_array().unwrap();
            let places = (0..differs.len()).filter(|&place| differs[place] == true);
            places.map(|place| {
                let element = match differs.len() {
                    1 => String::new(),
                    _ => format!("[{place}]"),
                };
                let value = |side: &str| cell[side][place].as_str().unwrap().to_string();
                let name = port["name"].as_str().unwrap();
                [format!("{name}{element}"), value("golden"), value("rtl")]
            })
        });
        words.collect()
    }

    /// The text names every word, and each is marked.
    fn assert_text(&self, differing: &[[String; 3]]) {
        for [name, golden, rtl] in differing {
            let line = format!("  {name:16} golden {golden}  rtl {rtl}\n");
            assert!(self.text.contains(&line), "{line} in {}", self.text);
        }
        let marks = self.text.matches("<-- mismatch").count();
        let ports = differing.iter().map(|[name, ..]| name.split('[').next());
        let mut ports: Vec<_> = ports.collect();
        ports.dedup();
        assert_eq!(marks, ports.len(), "{}", self.text);
        for key in ["report", "page", "waveform"] {
            // A message is wrapped at the width of a terminal, also behind folders.
            let file = Path::new(self.json["artefacts"][key].as_str().unwrap());
            let name = file.file_name().unwrap().to_str().unwrap();
            assert!(self.said.contains(name), "{name} in {}", self.said);
        }
    }
}

#[test]
fn a_unit_alone_has_a_page_of_its_ports_and_its_state() {
    let desk = desk();
    let found = compare(&desk, "--preset tiny --cycles 20000 --out found");
    // The page shows the shrunk run, whose mismatch is in the text's first line.
    let shown = found.shown();
    assert!(!shown.is_empty());
    found.assert_text(&shown);
    assert!(recordings(&found.page).is_empty());
    assert_eq!(found.data["core"], Value::Null);
    let state = found.data["state"].as_str().unwrap();
    assert!(state.contains("ReconvergenceStack {") && state.contains("popping: "));
    assert!(!found.differing().is_empty());
}

/// The last issue of a core by a cycle.
fn last_issue(recording: &Recording, core: usize, cycle: u64) -> &Issue {
    let issues = recording.cores[core].issues.iter();
    issues.rev().find(|issue| issue.cycle <= cycle).unwrap()
}

#[test]
fn a_kernel_has_a_page_of_its_runs_with_instruction_and_line() {
    let desk = desk();
    let plain = report(desk.json(&format!("sim {FILES} --mechanism pdom --profile")));
    for (mode, runs) in [("shadow", 1), ("in-loop", 2)] {
        let found = compare(&desk, &format!("--mode {mode} {FILES} --out {mode}"));
        let differing = found.differing();
        assert_eq!(found.shown(), differing);
        found.assert_text(&differing);
        let recordings = recordings(&found.page);
        assert_eq!(recordings.len(), runs);
        let golden = &recordings[0];
        // The command adds keys of its own.
        for (key, value) in report(golden.report.clone()).as_object().unwrap() {
            assert_eq!(*value, plain[key], "{key}");
        }
        let source = golden.about.sources[0].text.as_deref();
        assert_eq!(source, Some(KERNEL));
        let cycle = found.data["gpu_cycle"].as_u64().unwrap();
        assert!((golden.about.window[0]..golden.about.window[1]).contains(&cycle));
        let core = found.data["core"].as_u64().unwrap() as usize;
        let step = found.data["steps"].as_array().unwrap().last().unwrap();
        let issue = last_issue(golden, core, cycle);
        let instruction = &golden.about.instructions[issue.instruction];
        assert_eq!(step["pc"], instruction.pc);
        assert_eq!(
            (&step["cycle"], &step["warp"]),
            (&issue.cycle.into(), &issue.warp.into())
        );
        let line = instruction.source.expect("it has a line").1;
        assert_eq!(step["source"]["line"], line);
        for words in [
            format!("PC {:#010x} ({})", instruction.pc, instruction.place),
            format!("`{}`", instruction.text),
            format!("part.cl:{line}\n"),
        ] {
            assert!(found.text.contains(&words), "{words} in {}", found.text);
        }
        // Four warps take turns, so none is left out.
        let mut warps: Vec<u64> = ["steps", "others"]
            .iter()
            .flat_map(|key| found.data[key].as_array().unwrap())
            .map(|step| step["warp"].as_u64().unwrap())
            .collect();
        warps.sort_unstable();
        warps.dedup();
        assert_eq!(warps, [0, 1, 2, 3]);
        assert!(found.data["state"].as_str().unwrap().contains("stacks: "));
    }
}

/// Text of the user's cannot end the element that holds the data.
#[test]
fn a_command_with_markup_is_data() {
    let desk = desk();
    let name = "</script><b>.v";
    fs::create_dir(desk.path("<")).unwrap();
    fs::copy(desk.path("wrong.v"), desk.path("<").join("script><b>.v")).unwrap();
    let arguments =
        "cosim --unit reconvergence_stack --preset tiny --cycles 20000 --json --out found";
    let mut command = desk.command(arguments);
    let output = command.arg("--verilog").arg(name).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", words(&output.stderr));
    let page = fs::read_to_string(desk.path(&format!("found/{UNIT}.mismatch.html"))).unwrap();
    assert!(!page.contains(name));
    let open = page.matches("<script").count();
    assert_eq!(open, page.matches("</script>").count());
}
