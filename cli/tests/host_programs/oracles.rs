//! The same programs on other implementations of OpenCL: `pocl`, whose device is the host, and Oclgrind, an
//! interpreter that checks for faults. Both are Debian's packages. Only at night.

use crate::exec::exec;
use crate::programs::{self, text_of};
use std::process::{Command, Output};

/// Where Debian's ICD loader finds Debian's implementations.
const VENDORS: &str = "/etc/OpenCL/vendors";

/// Runs a host program whose ICD loader finds Debian's implementations.
pub fn through_the_loader(command: &mut Command) -> Output {
    // Debian's current loader reads the first variable, the Khronos loader the second.
    command.env("OCL_ICD_VENDORS", VENDORS);
    command.env("OPENCL_VENDOR_PATH", VENDORS);
    let output = command.output();
    output.unwrap_or_else(|error| panic!("{command:?}: {error}; scripts/setup --oracles"))
}

#[test]
#[ignore = "at night: pocl takes seconds to compile each program"]
fn pocl_prints_what_the_golden_gpu_prints() {
    for program in programs::ALL {
        let output = through_the_loader(&mut Command::new(programs::path(program)));
        let golden = exec(&["--preset", "fung2009", "--mechanism", "pdom"], program);
        assert_eq!(text_of(&output), golden.printed, "{program}");
    }
}

#[test]
#[ignore = "at night: Oclgrind interprets"]
fn oclgrind_finds_no_fault() {
    for program in programs::ALL {
        let mut command = Command::new("oclgrind");
        command.args(["--check-api", "--data-races"]);
        let output = through_the_loader(command.arg(programs::path(program)));
        let printed = text_of(&output);
        assert!(!printed.is_empty(), "{program} prints nothing");
        let found = String::from_utf8_lossy(&output.stderr);
        assert_eq!(found, "", "{program}");
    }
}
