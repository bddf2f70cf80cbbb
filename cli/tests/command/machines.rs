//! The machines of command lines.
//!
//! The subject of these tests is the command line, so they run on `tiny`, where answers take moments.
//! Where `--set` makes a larger machine smaller or quicker, a comment says so; everywhere else the change is the
//! subject of the test.

use heddle_machines::{Why, because};

/// Why the machines are small; the twin runs the same commands on every preset as it is shipped.
const _: Why = because("the command line is the subject, and answers take moments")
    .twin("nightly: command-shipped");
