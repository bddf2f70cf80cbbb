//! The machines of command lines.
//!
//! A command line is what these tests are about, so that they run on `tiny`, where an answer takes moments.
//! Where `--set` makes a larger machine smaller or quicker, a comment says so; everywhere else the change is the
//! subject of the test.

use heddle_machines::{Why, because};

/// Why they are small; its twin has the same commands on every preset as it is shipped.
const _: Why = because("the command line is the subject, and answers take moments")
    .twin("nightly: command-shipped");
