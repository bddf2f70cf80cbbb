//! Kernel files.

use crate::config;
use crate::edits::{byte_edits, edited};
use crate::memory::Watched;
use heddle_isa::Program;
use proptest::prelude::*;

/// The name of any built-in workload.
pub fn workload() -> impl Strategy<Value = &'static str> {
    let names: Vec<&str> = heddle_kernels::all().iter().map(|w| w.name()).collect();
    prop::sample::select(names)
}

/// A file with source lines.
const WITH_LINES: &[u8] = include_bytes!("../../../sim/isa/tests/data/branches.elf");

/// Reading may use the memory of a predecoded program of 16 MiB, whatever the file says, and of copies of the file.
const MOST: u64 = 256 << 20;

fn read(file: &[u8]) {
    let watched = Watched::begin();
    if let Ok(program) = Program::parse("fuzz.elf", file) {
        let held: usize = program
            .segments
            .iter()
            .map(|segment| segment.data.len())
            .sum();
        assert!(
            held <= 4 * file.len(),
            "{held} bytes from a file of {}",
            file.len()
        );
        for name in program.kernels() {
            assert!(program.kernel(name).is_ok(), "{name}");
        }
        for (pc, _) in program.code.instructions() {
            program.line_at(pc);
            program.calls_at(pc);
        }
    }
    watched.assert_at_most(MOST);
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn edited_files_are_read_or_refused(name in workload(), edits in byte_edits()) {
        let file = heddle_kernels::by_name(name).unwrap().elf();
        read(&edited(file, &edits));
    }

    #[test]
    fn edited_lines_are_read_or_not(edits in byte_edits()) {
        read(&edited(WITH_LINES, &edits));
    }

    #[test]
    fn noise_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read(&bytes);
        read(&[b"\x7fELF\x01\x01\x01".as_slice(), &bytes].concat());
    }
}
