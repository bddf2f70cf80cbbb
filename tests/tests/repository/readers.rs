//! Files of users are read by `heddle_system::input`, which bounds them. What else reads files reads those that Heddle or a tool has
//! written, or that belong to an installed tool.

use crate::rust_sources::sources;
use std::collections::BTreeSet;

/// Ways to read a file whole, or to open one.
const READS: [&str; 4] = [
    "fs::read(",
    "read_to_string(",
    "File::open(",
    "read_to_end(",
];

/// Files of the sources that read files which no user has supplied, or that bound what they read themselves.
const OWN: [&str; 28] = [
    // The one place.
    "system/src/input/mod.rs",
    // Locks, entries and seals of caches, claims of folders, files that are put back.
    "system/src/files/claim.rs",
    "system/src/files/moves.rs",
    "system/src/kept/cache.rs",
    "system/src/kept/digest.rs",
    "system/src/kept/seal.rs",
    "opencl-c/src/cached.rs",
    // Drafts, and what tools write into them.
    "compiler/src/work.rs",
    "opencl-c/src/build.rs",
    "cosim/src/mutation/netlist.rs",
    "cosim/src/prove/netlist.rs",
    "cosim/src/prove/synthesised.rs",
    "cosim/src/simulate.rs",
    "cosim/src/verilated/one_clock.rs",
    "synth/src/lab.rs",
    "synth/src/netlist.rs",
    "synth/src/place.rs",
    "synth/src/sta.rs",
    "system/src/program/run.rs",
    // Files of installed tools and of the system.
    "opencl-c/src/library.rs",
    "stages/src/host.rs",
    "system/src/ending.rs",
    "system/src/files/owner.rs",
    "synth/src/models.rs",
    // Files of the repository, and logs of its stages.
    "stages/src/console.rs",
    "stages/src/key.rs",
    "stages/src/stage.rs",
    // Lines of traces, each of bounded length.
    "sim/traces/src/lines.rs",
];

#[test]
fn files_of_users_are_read_in_one_place() {
    let reads = sources().into_iter().filter(|file| file.has(&READS));
    let found: BTreeSet<String> = reads.map(|file| file.name).collect();
    let own: BTreeSet<String> = OWN.map(String::from).into();
    let added: Vec<&String> = found.difference(&own).collect();
    assert!(
        added.is_empty(),
        "use heddle_system::input for files of users: {added:?}"
    );
    let gone: Vec<&String> = own.difference(&found).collect();
    assert!(gone.is_empty(), "these read no file any more: {gone:?}");
}
