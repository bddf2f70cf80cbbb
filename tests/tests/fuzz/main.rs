//! The readers of user-supplied files, on inputs that are valid except for a few edits: kernel files, launch files, machines, and
//! whole launches of damaged programs. No input makes them panic, hang, or use memory out of proportion to the input; every
//! failure is a typed error.
//!
//! The cases are the same in every run. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` request more and different ones; `scripts/soak`
//! sets them.

mod edits;
mod elf;
mod memory;
mod program;
mod text;

use heddle_machines::asked_cases as config;
