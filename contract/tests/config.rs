//! Machines: presets, files, overrides, and the errors for invalid ones.

use heddle_contract::config::{Nesting, Order, PRESETS, Source, Target};
use heddle_contract::{Config, units};
use std::io::Write;
use toml::Table;

fn file(text: &str) -> (tempfile::NamedTempFile, Source) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let source = Source::File(file.path().to_path_buf());
    (file, source)
}

fn error(source: &Source, overrides: &[&str]) -> String {
    let overrides: Vec<String> = overrides.iter().map(|text| text.to_string()).collect();
    Config::load(source, &overrides).unwrap_err().to_string()
}

fn tiny() -> Source {
    Source::Preset("tiny".into())
}

#[test]
fn every_preset_holds_every_unit() {
    for (name, _) in PRESETS {
        let config = Config::preset(name).unwrap();
        assert!(!units::all(&config).unwrap().is_empty(), "{name}");
    }
}

/// A target's latencies fit every machine and do not change its sizes.
#[test]
fn latencies_of_a_target_fit_every_preset() {
    for (name, _) in PRESETS {
        let source = Source::Preset((*name).into());
        let shipped = Config::preset(name).unwrap();
        for target in Target::ALL {
            let config = Config::load_for(&source, Some(target), &[]).unwrap();
            assert!(
                !units::all(&config).unwrap().is_empty(),
                "{name}, {target:?}"
            );
            assert_eq!(
                (&config.core, &config.memory),
                (&shipped.core, &shipped.memory)
            );
        }
    }
}

#[test]
fn overrides_are_laid_on_the_latencies_of_a_target() {
    let set = ["stackless.tree_latency=0".to_string()];
    let config = Config::load_for(&tiny(), Some(Target::Ecp5), &set).unwrap();
    assert_eq!(config.stackless.tree_latency, 0);
}

#[test]
fn targets_have_the_names_of_their_files() {
    for target in Target::ALL {
        assert_eq!(Target::named(target.name()), Some(target));
    }
    assert_eq!(Target::named("asic"), None);
}

#[test]
fn overrides_apply_in_order() {
    let set = [
        "stackless.tree_latency=0",
        "stackless.tree_latency=2",
        "stackless.nesting=none",
    ];
    let config = Config::load(&tiny(), &set.map(String::from)).unwrap();
    assert_eq!(config.stackless.tree_latency, 2);
    assert_eq!(config.stackless.nesting, Nesting::None);
}

#[test]
fn a_file_starts_from_a_preset() {
    let (_file, source) = file("preset = \"tiny\"\n[core]\nwarps = 7\n");
    let config = Config::load(&source, &[]).unwrap();
    assert_eq!((config.core.warps, config.core.warp_size), (7, 4));
}

#[test]
fn a_written_machine_reads_back() {
    for (name, _) in PRESETS {
        let config = Config::preset(name).unwrap();
        let (_file, source) = file(&toml::to_string(&config).unwrap());
        assert_eq!(Config::load(&source, &[]).unwrap(), config, "{name}");
    }
}

/// A preset repeats a default value only where its paper gives the value, and names the place in the paper.
#[test]
fn presets_say_what_is_not_the_default_or_their_paper() {
    let defaults: Table = include_str!("../presets/defaults.toml").parse().unwrap();
    for (name, text) in PRESETS {
        let mut section = None;
        for line in text.lines() {
            if let Some(header) = line.strip_prefix('[') {
                section = defaults.get(header.trim_end_matches(']'));
            }
            let Ok(entry) = line.parse::<Table>() else {
                continue;
            };
            let repeated = |(key, value)| section.and_then(|keys| keys.get(key)) == Some(value);
            assert!(
                !entry.iter().any(repeated) || line.contains('#'),
                "{name}: `{line}` is the default"
            );
        }
    }
}

#[test]
fn a_default_is_written_once() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/config");
    for file in std::fs::read_dir(source).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for other in ["impl Default", "#[serde(default", ", default)]"] {
            assert!(!text.contains(other), "{}: {other}", path.display());
        }
    }
}

#[test]
fn errors_name_the_place_and_the_limits() {
    let missing = Source::Preset("fermi".into());
    assert_eq!(
        error(&missing, &[]),
        "--preset: no preset is called `fermi`; there are: collange2011, fung2009, lashgar2012, tiny, vaidya2013"
    );
    assert_eq!(
        error(&tiny(), &["core.warps=99"]),
        "--set core.warps=99: core: warps = 99 is not in 2 to 64"
    );
    assert_eq!(
        error(&tiny(), &["core.warp_size=12"]),
        "--set core.warp_size=12: core: warp_size = 12 is not a power of two"
    );
    let unknown = error(&tiny(), &["core.warp=4"]);
    assert!(
        unknown.starts_with("--set core.warp=4: `core.warp`: unknown field"),
        "{unknown}"
    );
    assert_eq!(
        error(&tiny(), &["memory.beyond=network"]),
        "--set memory.beyond=network: `memory.beyond`: this key is now called `memory.backend`"
    );
    let wrong_type = error(&tiny(), &["core.warps=many"]);
    assert!(
        wrong_type.starts_with("--set core.warps=many: `core.warps`: invalid type"),
        "{wrong_type}"
    );
    let no_value = error(&tiny(), &["core.warps"]);
    assert!(
        no_value.contains("not of the form section.key=value"),
        "{no_value}"
    );
    let defaults = include_str!("../presets/defaults.toml");
    let default = defaults
        .lines()
        .position(|line| line.starts_with("key_bits"));
    assert_eq!(
        error(&tiny(), &["stackless.nesting=sp"]),
        format!(
            "defaults:{}:1: stackless: key_bits = 8 is not 32, as nesting = \"sp\" needs",
            1 + default.unwrap()
        )
    );
}

#[test]
fn shared_caches_are_those_of_the_paper_unless_told() {
    let config = Config::preset("tiny").unwrap();
    let (l3, llc) = (&config.l3, &config.llc);
    assert_eq!(
        (l3.bytes, l3.ways, l3.banks, l3.cycles),
        (131_072, 64, 4, 7)
    );
    assert_eq!(
        (llc.bytes, llc.ways, llc.banks, llc.cycles),
        (2_097_152, 16, 8, 10)
    );
    assert_eq!((l3.lines_per_cycle, l3.perfect), (1, false));
    assert_eq!((config.l3, config.llc), {
        let paper = Config::preset("vaidya2013").unwrap();
        (paper.l3, paper.llc)
    });
    let shared = "memory.backend=shared_caches";
    for (set, wrong) in [
        (
            "l3.lines_per_cycle=0",
            "lines_per_cycle = 0 is not in 1 to 64",
        ),
        ("l3.cycles=1", "cycles = 1 is not in 2 to 1000"),
        ("llc.banks=3", "banks = 3 is not a power of two"),
        (
            "llc.bytes=1000",
            "bytes = 1000 is not a positive multiple of 256",
        ),
    ] {
        let expected = format!("--set {set}: {}: {wrong}", &set[..set.find('.').unwrap()]);
        assert_eq!(error(&tiny(), &[shared, set]), expected);
    }
}

#[test]
fn a_core_may_have_no_cache() {
    let none = ["memory.cache_bytes=0", "memory.shared_cycles=5"].map(String::from);
    let memory = Config::load(&tiny(), &none).unwrap().memory;
    assert_eq!((memory.cache_bytes, memory.shared_latency()), (0, 5));
    let memory = Config::preset("fung2009").unwrap().memory;
    assert_eq!(memory.shared_latency(), memory.hit_cycles);
}

#[test]
fn threads_issue_in_turn_unless_told() {
    assert_eq!(
        Config::preset("fung2009").unwrap().mimd.order,
        Order::RoundRobin
    );
    let first = Config::load(&tiny(), &["mimd.order=first_first".into()]).unwrap();
    assert_eq!(first.mimd.order, Order::FirstFirst);
}

#[test]
fn the_limit_study_is_that_of_the_paper_unless_told() {
    let config = Config::preset("fung2009").unwrap();
    let study = &config.limit_study;
    assert_eq!((study.launch, study.threads, study.warp_size), (0, 128, 4));
    let changed = Config::load(&tiny(), &["limit_study.threads=64".into()]).unwrap();
    assert_eq!(
        (changed.limit_study.threads, changed.limit_study.trace),
        (64, config.limit_study.trace)
    );
    for (set, wrong) in [
        ("threads=0", "threads = 0 is not in 1 to 1024"),
        ("warp_size=1", "warp_size = 1 is not in 2 to 64"),
        ("warp_size=3", "warp_size = 3 is not a power of two"),
        ("trace=0", "trace = 0 is not in 1 to 200000"),
    ] {
        let set = format!("limit_study.{set}");
        let expected = format!("--set {set}: limit_study: {wrong}");
        assert_eq!(error(&tiny(), &[&set]), expected);
    }
}

#[test]
fn a_file_that_is_not_toml_is_named_with_its_line() {
    let (file, source) = file("cores = 1\nwarps == 3\n");
    let text = error(&source, &[]);
    assert!(text.contains(&file.path().display().to_string()), "{text}");
    assert!(text.contains(":2:8: "), "{text}");
}

/// A value out of its limits that the file does not give is shown in the layer that gives it.
#[test]
fn what_a_file_inherits_is_shown_where_it_stands() {
    let (_file, source) = file("preset = \"tiny\"\n");
    for (set, (place, value)) in [
        (
            "core.warp_size=2",
            ("preset tiny:", "core: simd_width = 4 "),
        ),
        ("stackless.nesting=sp", ("defaults:", "key_bits = 8 ")),
    ] {
        let error = error(&source, &[set]);
        assert!(error.starts_with(place) && error.contains(value), "{error}");
    }
}

#[test]
fn what_is_wrong_in_a_file_is_shown_there() {
    for (text, shown) in [
        (
            "preset = \"tiny\"\n[core]\nwarps = 99\n",
            ":3:1: core: warps = 99 is not in 2 to 64",
        ),
        (
            "preset = \"tiny\"\n[core]\nwarp_size = 2\n",
            ":2:2: core: simd_width = 4 is not in 1 to 2",
        ),
        (
            "preset = \"tiny\"\ncores = \"two\"\n",
            ":2:1: `cores`: invalid type",
        ),
        (
            "preset = \"tiny\"\ncores = -1\n",
            ":2:1: `cores`: invalid value",
        ),
        ("preset = \"fermi\"\n", ":1:1: no preset is called `fermi`"),
        ("preset = 3\n", ":1:1: `preset`: expected the name"),
        ("cores = 1\n", ": `core`: missing field `warp_size`"),
    ] {
        let (file, source) = file(text);
        let error = error(&source, &[]);
        let expected = format!("{}{shown}", file.path().display());
        assert!(error.starts_with(&expected), "{error}");
    }
}

/// A machine too large for the host's memory is refused before it is allocated.
#[test]
fn caches_larger_than_a_host_can_hold_are_refused() {
    for (changes, limits) in [
        (
            vec!["memory.cache_bytes=2147483648".to_owned()],
            "0 to 16777216",
        ),
        (
            vec![
                "cores=64".to_owned(),
                "memory.line_bytes=64".to_owned(),
                "memory.cache_bytes=8388608".to_owned(),
            ],
            "0 to 4194304: the caches of 64 cores have 268435456 bytes together, so give fewer cores or bytes",
        ),
        // Of shorter lines there would be more, and the host holds a tag for each.
        (
            vec![
                "cores=64".to_owned(),
                "memory.cache_bytes=8388608".to_owned(),
            ],
            "0 to 1048576: the caches of 64 cores have 67108864 bytes together, so give fewer cores or bytes",
        ),
        (
            vec![
                "memory.backend=shared_caches".to_owned(),
                "memory.line_bytes=64".to_owned(),
                "llc.bytes=2147483648".to_owned(),
            ],
            "1 to 268435456",
        ),
        (
            vec![
                "memory.backend=shared_caches".to_owned(),
                "l3.bytes=2147483648".to_owned(),
            ],
            "1 to 67108864",
        ),
    ] {
        let error = Config::load(&tiny(), &changes).unwrap_err().to_string();
        assert!(error.ends_with(&format!("is not in {limits}")), "{error}");
    }
}

/// An unknown section is the fault of the override that has a key in it; an unknown key of a known section stands there.
#[test]
fn unknown_keys_of_overrides_are_named() {
    for set in [
        "gpu.cores=1",
        "memory.cache.ways=2",
        "core . foo.bar=2",
        "gpu=1",
    ] {
        let text = error(&tiny(), &["core.warps=4", set, "cores=2"]);
        assert!(text.starts_with(&format!("--set {set}: ")), "{text}");
    }
    let (file, source) = file("preset = \"tiny\"\n[gpu]\ncores = 1\n");
    let text = error(&source, &["gpu.cores=2"]);
    let place = format!("{}:2:2: `gpu`", file.path().display());
    assert!(text.starts_with(&place), "{text}");
}

#[test]
fn a_machine_of_too_many_cores_is_told_so() {
    let fung2009 = Source::Preset("fung2009".into());
    let text = error(&fung2009, &["cores=1024"]);
    let told = "memory: cache_bytes = 524288 is not in 0 to 262144: the caches of 1024 cores have 268435456 bytes together";
    assert!(text.contains(told), "{text}");
}

/// Keys of the queues of the memory system, and the most places that a request of any machine takes at once.
const QUEUES: [(&str, usize); 6] = [
    ("memory.mshrs", 1),
    ("memory.mshr_merges", 1),
    ("memory.outgoing", 2),
    ("memory.port_queue", 1),
    ("network.queue", 1),
    ("dram.queue", 1),
];

/// With write-back, an atomic on a dirty line sends the line and itself at once.
#[test]
fn a_queue_holds_the_largest_request() {
    let with = |sets: &[&str]| {
        let sets: Vec<String> = sets.iter().map(|set| (*set).into()).collect();
        let loaded = Config::load(&Source::Preset("fung2009".into()), &sets);
        loaded.map_err(|error| error.to_string())
    };
    for (key, places) in QUEUES {
        let [few, enough] = [places - 1, places].map(|entries| format!("{key}={entries}"));
        assert_eq!(with(&[&enough]).map(drop), Ok(()));
        let text = with(&[&few]).unwrap_err();
        let least = format!(" = {} is not in {places} to ", places - 1);
        assert!(text.contains(&least), "{text}");
    }
    let text = with(&["memory.outgoing=1"]).unwrap_err();
    let why = "with write = \"back\" an atomic on a dirty line sends the line and itself at once";
    assert!(text.ends_with(why), "{text}");
    // No line is dirty on these machines.
    for clean in [
        "memory.write=through",
        "memory.cache_bytes=0",
        "memory.all_hits=true",
    ] {
        let one = with(&["memory.outgoing=1", clean]);
        assert_eq!(one.map(|config| config.memory.outgoing), Ok(1), "{clean}");
    }
}

/// Units count the lanes of a warp in as many bits as a thread number has.
#[test]
fn thread_numbers_are_as_wide_as_numbers_of_lanes() {
    for (preset, least) in [("tiny", 3), ("collange2011", 6), ("fung2009", 6)] {
        let source = Source::Preset(preset.into());
        let with = |bits: u32| Config::load(&source, &[format!("dwf.tid_bits={bits}")]);
        assert!(with(least).is_ok(), "{preset}");
        let error = with(least - 1).unwrap_err().to_string();
        assert!(
            error.ends_with(&format!("is not in {least} to 16")),
            "{error}"
        );
    }
}

/// DWF-54: no unit of the heap has hardware whose updates are owed, and a heap of two cycles a level has other ports.
#[test]
fn updates_of_the_heap_are_owed_in_the_golden_model_only() {
    let with = |sets: &[&str]| {
        let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
        Config::load(&tiny(), &sets).unwrap()
    };
    let of_units = |config: &Config| {
        [
            "dwf_scheduler",
            "majority_scheduler",
            "max_heap",
            "mheap_lut",
        ]
        .map(|unit| units::named(unit, config).expect("a unit").err())
    };
    assert_eq!(
        of_units(&with(&["dwf.heap_updates=queued"])),
        [const { None }; 4]
    );
    for structure in ["dwf.structure=heap", "dwf.structure=tournament"] {
        for refused in of_units(&with(&["dwf.heap_updates=owed", structure])) {
            let text = refused.expect("no hardware").to_string();
            let (_, fault) = text.split_once(": ").unwrap();
            assert_eq!(
                fault,
                "heap_updates = owed is not queued, as in hardware; it exists in the golden GPU only"
            );
        }
    }
    assert_eq!(
        error(&tiny(), &["dwf.heap_latency=2", "dwf.heap_updates=owed"]),
        "--set dwf.heap_updates=owed: dwf: heap_updates = owed is not queued, as heap_latency = 2 needs; \
         owed counts ports with heap_latency = 1"
    );
    let near = error(&tiny(), &["dwf.heap_updates=owing"]);
    assert!(near.contains("expected `queued` or `owed`"), "{near}");
}
