//! One module for each command.

mod annotate;
mod area;
mod barriers_at_risk;
mod built;
mod cfg;
mod checks;
mod compare;
mod compile;
mod completions;
mod config;
mod cosim;
mod csv;
mod exec;
mod explore;
mod r#gen;
pub mod job;
mod kernel_file;
mod limit_study;
mod man;
mod masks;
mod mechanisms;
mod mutate;
mod of_units;
pub mod outcome;
pub mod own_kernel;
mod own_verilog;
mod profile;
mod prove;
mod ran;
mod report;
mod run;
mod setup;
mod silicon;
mod sim;
mod size;
mod source;
mod source_kernel;
mod statistics;
mod synth;
mod synthesis;
mod units;
mod unknown_jumps;
mod view;
mod watched;
mod whole_program;
mod workloads;

use crate::cli::{self, Global};
use crate::failure::Failure;
use crate::help;
use clap::{Parser, Subcommand};

/// Hardware for SIMT branch divergence: Verilog, golden GPU, co-simulation, area.
#[derive(Debug, Parser)]
#[command(name = "heddle", version = env!("HEDDLE_VERSION"), max_term_width = 100, after_help = help::HEDDLE)]
pub struct Cli {
    /// What every command takes.
    #[command(flatten)]
    pub global: Global,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Declares the commands: for each its options, its module with `execute`, and the text below its help. A new command is its own
/// file, which may hold all three, and lines of this one.
macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $command:ident($options:path) in $module:ident, $help:expr;)+) => {
        /// The commands.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $(
                $(#[doc = $doc])+
                #[command(after_help = $help)]
                $command($options),
            )+
        }

        /// Executes the command line.
        pub fn execute(cli: &Cli) -> Result<(), Failure> {
            match &cli.command {
                $(Command::$command(options) => $module::execute(&cli.global, options),)+
            }
        }
    };
}

commands! {
    /// List the hardware units with source, timing, parameters and ports.
    Units(cli::Units) in units, help::UNITS;
    /// List the divergence mechanisms with source, needs and units.
    Mechanisms(cli::Mechanisms) in mechanisms, help::MECHANISMS;
    /// List the built-in workloads with source, size and shape.
    Workloads(cli::Workloads) in workloads, help::WORKLOADS;
    /// Write Verilog: one file per module, a file list, constraints, a manifest.
    Gen(cli::Gen) in r#gen, help::GEN;
    /// Run a launch on the golden GPU, or a whole program on one thread.
    Sim(cli::Sim) in sim, help::SIM;
    /// Run a built-in workload on the golden GPU and check its result.
    Run(cli::Run) in run, help::RUN;
    /// Run a host program with the golden GPU as its OpenCL device.
    Exec(cli::Exec) in exec, help::EXEC;
    /// Run workloads under several mechanisms and settings, side by side.
    Compare(cli::Compare) in compare, help::COMPARE;
    /// Search the front of cost and speed within a budget of bits.
    Explore(cli::Explore) in explore, help::EXPLORE;
    /// Say how large the structures of mechanisms must be for programs, and what half of them costs.
    Size(cli::Sizing) in size, help::SIZE;
    /// Write a page with the results of a paper beside those of the golden GPU.
    Report(cli::Report) in report, help::REPORT;
    /// Write a page that links source, lanes, time and mechanisms of recorded runs.
    View(cli::View) in view, help::VIEW;
    /// Compare RTL and golden model in lockstep.
    Cosim(cli::Cosim) in cosim, help::COSIM;
    /// Put small mistakes into the RTL of a unit and see how many of them co-simulation finds.
    Mutate(cli::Mutate) in mutate, help::MUTATE;
    /// Prove that the Verilog of a unit keeps what its contract guarantees, whatever legal inputs come.
    Prove(cli::Prove) in prove, help::PROVE;
    /// Compile OpenCL C, C or assembly to a kernel file.
    Compile(cli::Compile) in compile, help::COMPILE;
    /// Show the control flow of a kernel file: blocks, edges, reconvergence points.
    Cfg(cli::Cfg) in cfg, help::CFG;
    /// Show where SSY, SYNC, BRK, CAL and RET stand in a program for mechanism `stack`.
    Annotate(cli::Annotate) in annotate, help::ANNOTATE;
    /// Count the storage bits of every structure, and estimate what dynamic warp formation costs.
    Area(cli::Area) in area, help::AREA;
    /// Synthesise units for a target: LUTs or um2, memories, the clock and what limits it.
    Synth(cli::Synth) in synth, help::SYNTH;
    /// Count the cycles that compaction within warps would save on traces of Accel-Sim.
    Masks(cli::Masks) in masks, help::MASKS;
    /// Print the machine that the options describe, with every key, or explain its keys.
    Config(cli::MachineFile) in config, help::CONFIG;
    /// Install what commands need beside this file: synthesis tools, the OpenCL library.
    Setup(cli::Setup) in setup, help::SETUP;
    /// Print a script that completes Heddle's command line in a shell.
    Completions(cli::Completions) in completions, help::COMPLETIONS;
    /// Write manual pages: one for Heddle, and one for each command.
    Man(cli::Man) in man, help::MAN;
}
