//! `--trace`: a timeline that keeps the rules of its format, the same on any number of host
//! threads.

use crate::many::charts::check_charts;
use crate::many::desk::Desk;
use crate::watched::trace_events::{Events, Sample};
use heddle_machines::part;
use heddle_sim::Mechanism;

/// A small machine with the memory of the paper: fewer cores and modules, so that every event of a run can be
/// checked.
const MACHINE: &str = "--preset fung2009 --set cores=2 --set dram.modules=4";

#[test]
fn every_event_keeps_the_rules_of_the_format() {
    let desk = Desk::new();
    let runs = [
        ("pdom", "0..20000"),
        ("dwf", "1000..3001"),
        ("mimd", "0..5000"),
    ];
    for (mechanism, window) in runs {
        let options = format!("--mechanism {mechanism} --trace-cycles {window}");
        desk.prints(&format!("run bfs --trace t.json {options} {MACHINE}"));
        let events = Events::read(&desk.path("t.json"));
        events.check();
        let expected = ["core 0", "core 1", "memory"];
        assert_eq!(events.processes(), expected, "{options}");
    }
}

/// Presets as shipped, and whether their cores have one pipe.
const PRESETS: [(&str, bool); 5] = [
    ("tiny", true),
    ("fung2009", true),
    ("lashgar2012", true),
    ("collange2011", true),
    ("vaidya2013", false),
];

/// Viewers show every slice, and each as long as the instruction holds its pipe. By day each preset has a third of the mechanisms.
#[test]
fn no_slices_of_a_track_overlap_under_any_mechanism() {
    let desk = Desk::new();
    for (turn, (preset, one_pipe)) in PRESETS.into_iter().enumerate() {
        for mechanism in part(Mechanism::ALL, turn % 3, 3) {
            let name = mechanism.name();
            let machine = format!("--preset {preset} --mechanism {name}");
            desk.prints(&format!(
                "run reduction_partial {machine} --trace t.json --trace-cycles 1000..2000"
            ));
            let events = Events::read(&desk.path("t.json"));
            events.check();
            if one_pipe && mechanism != Mechanism::Mimd {
                events.check_only_pipe();
            }
        }
    }
}

#[test]
fn a_memory_without_modules_has_no_buses() {
    let desk = Desk::new();
    desk.prints("run bfs --preset tiny --trace t.json");
    let events = Events::read(&desk.path("t.json"));
    events.check();
    assert_eq!(events.processes(), ["core 0"]);
}

/// The counters of the buses, summed over time, are the cycles that the report counts.
#[test]
fn the_buses_carry_what_the_report_counts() {
    let desk = Desk::new();
    let run = format!("run bfs --trace t.json --trace-cycles 0.. {MACHINE}");
    let report = desk.json(&run);
    let events = Events::read(&desk.path("t.json"));
    let modules = report["dram"]["modules"].as_array().unwrap();
    assert_eq!(modules.len(), 4);
    for (number, module) in modules.iter().enumerate() {
        let samples = events.counter("memory", &format!("data bus {number}"), "busy %");
        assert!(samples.len() > 2);
        assert_eq!(samples.last().unwrap().value, 0.0);
        let carried = samples.windows(2).map(|pair| {
            let [Sample { ts, value }, next] = pair else {
                unreachable!()
            };
            value / 100.0 * (next.ts - ts)
        });
        let carried = carried.sum::<f64>();
        let counted = module["bus_cycles"].as_f64().unwrap();
        assert!((carried - counted).abs() < 1e-6, "{carried} of {counted}");
    }
}

#[test]
fn the_same_bytes_on_any_number_of_host_threads() {
    let desk = Desk::new();
    let files = ["1", "2", "5"].map(|threads| {
        desk.prints(&format!(
            "run bfs --mechanism dwf --trace t.json --draw t.svg --trace-cycles 0..20000 --threads {threads} {MACHINE}"
        ));
        ["t.json", "t.svg"].map(|file| std::fs::read(desk.path(file)).unwrap())
    });
    assert!(files.iter().all(|both| *both == files[0]));
    assert_eq!(check_charts(str::from_utf8(&files[0][1]).unwrap()), 1);
}
