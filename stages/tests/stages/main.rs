//! The `stages` command on plans of shell commands, in repositories made for each test.

mod interruption;
mod kept;
mod outcomes;
mod plans;
mod sandbox;
mod tables;
