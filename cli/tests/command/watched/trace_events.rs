//! The rules of the trace-event format (Google, "Trace Event Format", 2016), as far as a timeline
//! of slices, counters and names goes.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A file of events.
pub struct Events(Vec<Value>);

/// A value of a counter, which holds until the next sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub ts: f64,
    pub value: f64,
}

/// A track of slices: process and thread.
type Track = (u64, u64);

/// The first cycle of a slice, and the first after it.
type Slice = (u64, u64);

impl Events {
    /// Reads the object form of a file: `traceEvents` beside values for all events.
    pub fn read(path: &Path) -> Events {
        let bytes = std::fs::read(path).unwrap();
        let mut file: Value = serde_json::from_slice(&bytes).expect("JSON");
        assert!(
            ["ms", "ns"]
                .map(Value::from)
                .contains(&file["displayTimeUnit"])
        );
        let Value::Array(events) = file["traceEvents"].take() else {
            panic!("traceEvents is no array");
        };
        Events(events)
    }

    pub fn check(&self) {
        for event in &self.0 {
            assert!(event["name"].is_string(), "{event}");
            above_zero(event, "pid");
            match phase(event) {
                "X" => complete(event),
                "C" => counted(event),
                "M" => named(event),
                other => panic!("phase `{other}` of {event}"),
            }
        }
        self.tracks_are_named();
        self.slices_are_apart();
        self.counters_have_one_value_at_a_time();
    }

    fn of(&self, wanted: &str) -> impl Iterator<Item = &Value> {
        let wanted = wanted.to_owned();
        self.0.iter().filter(move |event| phase(event) == wanted)
    }

    /// The names that metadata of a kind gives, by process and thread.
    fn names(&self, kind: &str) -> BTreeMap<Track, &str> {
        let mut names = BTreeMap::new();
        for event in self.of("M").filter(|event| event["name"] == kind) {
            let name = event["args"]["name"].as_str().unwrap();
            let before = names.insert(track(event), name);
            assert_eq!(before, None, "named twice: {event}");
        }
        names
    }

    /// Names of processes in the order of their numbers.
    pub fn processes(&self) -> Vec<&str> {
        self.names("process_name").into_values().collect()
    }

    /// Checks that tracks have names, without which viewers show numbers.
    fn tracks_are_named(&self) {
        let (processes, threads) = (self.names("process_name"), self.names("thread_name"));
        let distinct: BTreeSet<&str> = processes.values().copied().collect();
        assert_eq!(distinct.len(), processes.len());
        let known: BTreeSet<u64> = processes.keys().map(|(process, _)| *process).collect();
        for event in self.of("X").chain(self.of("C")) {
            assert!(known.contains(&number(event, "pid")), "{event}");
        }
        for event in self.of("X") {
            assert!(threads.contains_key(&track(event)), "{event}");
        }
    }

    /// Checks that slices of a track are disjoint. Viewers drop those that overlap in part, and take one that lies within another
    /// for a part of it, which no instruction is.
    fn slices_are_apart(&self) {
        let mut tracks: BTreeMap<Track, Vec<Slice>> = BTreeMap::new();
        for event in self.of("X") {
            tracks.entry(track(event)).or_default().push(slice(event));
        }
        for (track, mut slices) in tracks {
            slices.sort_unstable();
            for pair in slices.windows(2) {
                assert!(pair[0].1 <= pair[1].0, "{pair:?} of {track:?}");
            }
        }
    }

    /// Checks that instructions of a core that issued in different cycles hold its only pipe one after the other.
    pub fn check_only_pipe(&self) {
        let mut cores: BTreeMap<u64, Vec<Slice>> = BTreeMap::new();
        for event in self.of("X").filter(|event| event["cat"] == "issue") {
            let core = cores.entry(number(event, "pid")).or_default();
            core.push(slice(event));
        }
        for (core, mut slices) in cores {
            slices.sort_unstable();
            for pair in slices.windows(2).filter(|pair| pair[0].0 < pair[1].0) {
                assert!(pair[0].1 <= pair[1].0, "{pair:?} of process {core}");
            }
        }
    }

    fn counters_have_one_value_at_a_time(&self) {
        let mut seen = BTreeSet::new();
        for event in self.of("C") {
            let name = event["name"].as_str().unwrap();
            let new = seen.insert((number(event, "pid"), name, number(event, "ts")));
            assert!(new, "{event}");
        }
    }

    /// The values of a counter of a process, in order.
    pub fn counter(&self, process: &str, name: &str, part: &str) -> Vec<Sample> {
        let processes = self.names("process_name");
        let mut found = processes.iter().filter(|(_, known)| **known == process);
        let ((process, _), _) = found.next().expect("a process of this name");
        let counters = self.of("C");
        let own =
            counters.filter(|event| event["name"] == name && number(event, "pid") == *process);
        let sample = |event: &Value| Sample {
            ts: event["ts"].as_f64().unwrap(),
            value: event["args"][part].as_f64().unwrap(),
        };
        let samples: Vec<Sample> = own.map(sample).collect();
        assert!(samples.is_sorted_by_key(|sample| sample.ts));
        samples
    }
}

fn phase(event: &Value) -> &str {
    event["ph"].as_str().expect("every event has a phase")
}

/// A non-negative integer, as all of Heddle's numbers are.
fn number(event: &Value, key: &str) -> u64 {
    let number = event[key].as_u64();
    number.unwrap_or_else(|| panic!("`{key}` of {event}"))
}

/// Checks that a number is above 0, because Perfetto takes all threads with number 0 for one, that of an idle computer.
fn above_zero(event: &Value, key: &str) -> u64 {
    let number = number(event, key);
    assert!(number > 0, "`{key}` of {event}");
    number
}

fn track(event: &Value) -> Track {
    (above_zero(event, "pid"), above_zero(event, "tid"))
}

fn slice(event: &Value) -> Slice {
    let start = number(event, "ts");
    (start, start + number(event, "dur"))
}

fn complete(event: &Value) {
    track(event);
    number(event, "ts");
    above_zero(event, "dur");
    let arguments = &event["args"];
    assert!(arguments.is_null() || arguments.is_object(), "{event}");
}

fn counted(event: &Value) {
    number(event, "ts");
    let series = event["args"].as_object().expect("the values of a counter");
    assert!(!series.is_empty(), "{event}");
    assert!(series.values().all(Value::is_number), "{event}");
}

fn named(event: &Value) {
    track(event);
    let kind = event["name"].as_str().unwrap();
    assert!(["process_name", "thread_name"].contains(&kind), "{event}");
    assert!(event["args"]["name"].is_string(), "{event}");
}
