//! The order of blocks in the files that the compiler writes: topological, and those of a loop side by side.
//!
//! CPL-6: of functions with loops of several entries (in the sources: computed `goto`, `goto` into a loop) no order is asked.
//! Random programs of indirect jumps are not looked at either: where targets are not known, the graph of `heddle_flow` has more
//! edges than the code generator, which determines the order.

mod layout;

use crate::barriers;
use crate::compile::Compiled;
use crate::generator::Program;
use crate::host_comparison::{BATCH, Kind, batches};
use heddle_flow::Flow;
use heddle_isa::Program as Elf;
use heddle_machines::on_all_threads;
use layout::Layout;
use std::fs;
use std::path::{Path, PathBuf};

/// Functions of libraries (picolibc, libgcc), in `black_scholes`: they were compiled elsewhere, and their blocks stay in the order
/// that the libraries have.
const OF_LIBRARIES: [&str; 9] = [
    "__math_divzerof",
    "__math_invalidf",
    "__math_oflowf",
    "__math_set_invalidf",
    "__math_uflowf",
    "__truncdfsf2",
    "expf",
    "logf",
    "sqrtf",
];

/// What was found in functions.
#[derive(Debug, Default)]
struct Found {
    /// Functions whose order was looked at.
    checked: usize,
    /// Those of them with a jump table.
    with_tables: usize,
    /// One text for each function that is out of order.
    wrong: Vec<String>,
    /// Functions with a loop of several entries.
    irreducible: usize,
}

impl Found {
    /// Looks at the functions of a file that were compiled here.
    fn add(&mut self, name: &str, elf: &Elf) {
        let flow = Flow::new(elf);
        for function in flow.functions() {
            let (label, layout) = (function.label(), Layout::new(elf, &flow, function));
            if OF_LIBRARIES.contains(&&*label) {
                continue;
            }
            if !layout.is_reducible() {
                self.irreducible += 1;
                continue;
            }
            self.checked += 1;
            self.with_tables += usize::from(layout.has_table());
            let places = layout.violations();
            let places: Vec<String> = places.iter().map(ToString::to_string).collect();
            if !places.is_empty() {
                self.wrong
                    .push(format!("{name}, {label}: {}", places.join("; ")));
            }
        }
    }

    fn in_files(files: &[PathBuf]) -> Self {
        let mut found = Self::default();
        for file in files {
            let name = file.display().to_string();
            let bytes = fs::read(file).expect("a file");
            found.add(&name, &Elf::parse(&name, &bytes).expect("a kernel file"));
        }
        found
    }
}

/// The kernel files of a folder, or of its folders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "elf"))
        .collect()
}

/// The committed kernel files, those in clang's order apart.
fn committed() -> (Vec<PathBuf>, Vec<PathBuf>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["kernels", "sim/flow/tests"].map(|folder| files(&root.join(folder)));
    let is_in_order = |path: &PathBuf| !path.to_string_lossy().ends_with("-clang-order.elf");
    folders.concat().into_iter().partition(is_in_order)
}

#[test]
fn blocks_of_the_kernels_are_in_topological_order() {
    let found = Found::in_files(&committed().0);
    assert_eq!(found.wrong, [""; 0]);
    assert_eq!(found.irreducible, 0);
    assert!(found.checked > 100 && found.with_tables > 20, "{found:?}");
}

/// The deliberate error: the order that LLVM expects to need the fewest jumps.
#[test]
fn blocks_in_the_order_of_clang_are_not() {
    let found = Found::in_files(&committed().1);
    assert!(found.wrong.len() > 10, "{found:?}");
}

/// Compiles a file of random programs, and looks at it.
fn look(batch: &[Program]) -> Found {
    let folder = tempfile::tempdir().expect("a folder for a batch");
    let programs: Vec<&Program> = batch.iter().collect();
    let compiled = Compiled::write(&programs, folder.path()).expect("a folder for a batch");
    let built = compiled.build_as_shipped(&programs);
    let (elf, _) = built.unwrap_or_else(|said| panic!("{said}"));
    let mut found = Found::default();
    found.add(batch[0].level, &elf);
    found
}

/// Branches, loops and `switch`es in each other, and barriers at every level of optimisation, in C and in OpenCL C.
#[test]
fn blocks_of_random_programs_are_in_topological_order() {
    for program in [Program::new, barriers::program] {
        let kind = Kind {
            asked: "",
            program,
            batch: BATCH,
            named: 0,
        };
        let batches = batches(kind, 16, 1);
        for found in on_all_threads(&batches, |batch| vec![look(batch)]) {
            assert_eq!(found.wrong, [""; 0]);
            assert_eq!(found.irreducible, 0);
        }
    }
}
