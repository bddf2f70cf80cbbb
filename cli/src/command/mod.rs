//! One module for each command.

mod annotate;
mod area;
mod barriers_at_risk;
mod cfg;
mod compare;
mod compile;
mod completions;
mod config;
mod cosim;
mod exec;
mod r#gen;
pub mod job;
mod kernel_file;
mod limit_study;
mod masks;
mod mechanisms;
mod mutate;
mod of_units;
pub mod outcome;
pub mod own_kernel;
mod own_verilog;
mod profile;
mod prove;
mod report;
mod run;
mod sim;
mod source;
mod source_kernel;
mod statistics;
mod synth;
mod synthesis;
mod units;
mod unknown_jumps;
mod whole_program;
mod workloads;

use crate::cli::{Cli, Command};
use crate::failure::Failure;

/// Executes the command line.
pub fn execute(cli: &Cli) -> Result<(), Failure> {
    let global = &cli.global;
    match &cli.command {
        Command::Units(options) => units::execute(global, options),
        Command::Mechanisms(options) => mechanisms::execute(global, options),
        Command::Workloads(options) => workloads::execute(global, options),
        Command::Gen(options) => r#gen::execute(global, options),
        Command::Sim(options) => sim::execute(global, options),
        Command::Run(options) => run::execute(global, options),
        Command::Exec(options) => exec::execute(global, options),
        Command::Compare(options) => compare::execute(global, options),
        Command::Report(options) => report::execute(global, options),
        Command::Cosim(options) => cosim::execute(global, options),
        Command::Mutate(options) => mutate::execute(global, options),
        Command::Prove(options) => prove::execute(global, options),
        Command::Compile(options) => compile::execute(global, options),
        Command::Cfg(options) => cfg::execute(global, options),
        Command::Annotate(options) => annotate::execute(global, options),
        Command::Area(options) => area::execute(global, options),
        Command::Synth(options) => synth::execute(global, options),
        Command::Masks(options) => masks::execute(global, options),
        Command::Config => config::execute(global),
        Command::Completions(options) => completions::execute(options),
    }
}
