//! Compiled kernels.

use heddle_flow::dot::Dot;
use heddle_flow::{End, Flow, Reconvergence};
use heddle_isa::{Class, Program};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn program(path: &str) -> Program {
    let bytes = fs::read(file(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    Program::parse(path, &bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// All built-in kernels.
pub fn kernels() -> Vec<Program> {
    let folders = fs::read_dir(file("../../kernels")).unwrap();
    let names = folders.map(|f| f.unwrap().file_name().into_string().unwrap());
    let elfs = names.map(|name| format!("../../kernels/{name}/{name}.elf"));
    let programs: Vec<_> = elfs
        .filter(|elf| file(elf).exists())
        .map(|elf| program(&elf))
        .collect();
    assert!(programs.len() >= 6);
    programs
}

/// The small kernels of many kinds, in both orders of blocks.
pub fn regimes() -> Vec<Program> {
    let files = fs::read_dir(file("../../kernels/regimes")).unwrap();
    let names = files.map(|f| f.unwrap().file_name().into_string().unwrap());
    let elfs = names.filter(|name| name.ends_with(".elf"));
    let programs: Vec<_> = elfs
        .map(|name| program(&format!("../../kernels/regimes/{name}")))
        .collect();
    assert!(programs.len() >= 6);
    programs
}

#[test]
fn every_kernel_is_understood() {
    for program in kernels() {
        let flow = Flow::new(&program);
        for kernel in program.kernels() {
            let entry = program.kernel(kernel).unwrap();
            assert_eq!(flow.function(kernel).unwrap().entry, entry);
        }
        for (pc, instruction) in program.code.instructions() {
            let parts = instruction.class() == Class::Branch || instruction.is_return();
            if let Some(node) = flow.node_at(pc).filter(|_| parts) {
                assert_eq!(flow.block(node).unwrap().last(), pc, "branches end blocks");
                assert!(flow.reconvergence(pc).is_some());
            }
        }
    }
}

#[test]
fn an_early_return_of_a_kernel_ends_in_its_only_return() {
    let flow = Flow::new(&program("../../kernels/bfs/bfs.elf"));
    let expand = flow.function("bfs_expand").unwrap();
    let nodes = flow.nodes_of(expand);
    let last = flow.block(*nodes.last().unwrap()).unwrap();
    assert_eq!(last.leaves, End::Return);
    let first = flow.block(nodes[0]).unwrap();
    assert_eq!(
        flow.reconvergence(first.last()),
        Some(Reconvergence::At(last.start))
    );
}

#[test]
fn a_compiled_switch_is_a_jump_table() {
    let flow = Flow::new(&program("tests/data/switch.elf"));
    let tables = flow
        .blocks()
        .filter(|b| matches!(b.leaves, End::Table { .. }));
    let sizes: Vec<usize> = tables.map(|b| b.leaves.targets().len()).collect();
    assert_eq!(sizes, [6, 6], "both are known");
    assert!(flow.blocks().all(|b| b.leaves != End::Unknown));
    // One switch has a common end; in the other every case returns.
    let table = |name: &str| {
        let nodes = flow.nodes_of(flow.function(name).unwrap());
        let mut blocks = nodes.iter().filter_map(|&node| flow.block(node));
        let jump = blocks.find(|b| matches!(b.leaves, End::Table { .. }));
        flow.reconvergence(jump.unwrap().last()).unwrap()
    };
    assert_eq!(table("returns"), Reconvergence::FunctionExit);
    assert!(matches!(table("joins"), Reconvergence::At(_)));
}

/// The same `switch`es at each level of optimisation.
const LEVELS: [&str; 4] = ["-O1", "-O2", "-O3", "-Os"];

fn repeated(level: &str) -> Program {
    program(&format!("tests/repeated/repeated{level}.elf"))
}

/// How many targets the tables of a function have.
fn tables(flow: &Flow, name: &str) -> Vec<usize> {
    let nodes = flow.nodes_of(flow.function(name).unwrap());
    let blocks = nodes.iter().filter_map(|&node| flow.block(node));
    let tables = blocks.filter(|block| matches!(block.leaves, End::Table { .. }));
    tables.map(|block| block.leaves.targets().len()).collect()
}

/// Addresses of tables that are kept over loops, in registers and on the stack; indices that are masked, truncated, or limited to
/// values that the compiler knows; values that have branched elsewhere before; an index that is incremented behind the jump.
#[test]
fn tables_in_loops_are_found() {
    for level in LEVELS {
        let flow = Flow::new(&repeated(level));
        let unknown = flow.blocks().filter(|block| block.leaves == End::Unknown);
        let unknown: Vec<String> = unknown
            .map(|block| format!("{:#x}", block.last()))
            .collect();
        assert_eq!(unknown, [""; 0], "{level}");
        for (kernel, most) in [
            ("plain", 7),
            ("masked", 8),
            ("bytes", 8),
            ("unchecked", 7),
            ("kept", 8),
            ("gap", 7),
            ("counted", 7),
        ] {
            let tables = tables(&flow, kernel);
            assert!(!tables.is_empty(), "{kernel}, {level}");
            assert!(
                tables.iter().all(|&targets| (5..=most).contains(&targets)),
                "{kernel}, {level}: {tables:?}"
            );
        }
        assert_eq!(tables(&flow, "crowded").len(), 12, "{level}");
        assert_eq!(tables(&flow, "gone"), [7, 8], "{level}");
    }
}

/// `scripts/build-kernels` notes the SHA-256 of what `sha256sum` prints for the sources.
#[test]
fn the_switches_are_built_from_their_sources() {
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|b| format!("{b:02x}")).collect() };
    let line = |source: &str| {
        let bytes = fs::read(file("../../kernels").join(source)).expect("a source");
        format!("{}  {source}\n", hex(&Sha256::digest(bytes)))
    };
    let hash = |own: &str| {
        let sources = [own, "include/simt.h"];
        Sha256::digest(sources.map(line).concat())
    };
    let [switch, repeats] =
        ["data/switch.c", "repeated/repeated.c"].map(|c| hash(&format!("../sim/flow/tests/{c}")));
    let levels = LEVELS.map(|level| (repeated(level), repeats));
    for (program, hash) in levels
        .into_iter()
        .chain([(program("tests/data/switch.elf"), switch)])
    {
        let note = program.note(".note.heddle").expect("section .note.heddle");
        assert!(note.ends_with(&hash), "run scripts/build-kernels");
    }
}

/// `HEDDLE_BLESS=1 cargo test -p heddle-flow` writes the file anew.
#[test]
fn the_graph_for_graphviz() {
    let program = program("../../kernels/if_else/if_else.elf");
    let flow = Flow::new(&program);
    let dot = Dot {
        program: &program,
        flow: &flow,
        functions: flow.functions(),
    }
    .to_string();
    let path = file("tests/expected/if_else.dot");
    if std::env::var_os("HEDDLE_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, &dot).expect("a writable file");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        dot, expected,
        "accept with HEDDLE_BLESS=1 cargo test -p heddle-flow"
    );
}
