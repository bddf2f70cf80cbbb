//! Wrong input from outside. Each case is a command line with its output to the user; the transcripts
//! in `snapshots/` serve to review these texts. Whatever goes wrong, the exit code is right, file,
//! place, fault and remedy are named, and no file appears or changes.
//!
//! `INSTA_UPDATE=always cargo test -p heddle-command --test command bad_input` rewrites the transcripts.

mod desk;
mod elf;
mod environment;
mod launch;
mod limit_study;
mod machine;
mod numbers;
mod outputs;
mod program;
pub mod support;
