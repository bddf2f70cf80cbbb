//! Examples that follow the help of each command. A test parses every line of them.

/// Of `heddle` itself.
pub const HEDDLE: &str = "\
Examples:
  heddle run mandelbrot                               a built-in kernel, checked
  heddle gen --all --out verilog                      Verilog of every unit
  heddle cosim --unit unified_arbiter --mode unit     golden against RTL, random stimuli
  heddle cosim --unit stackless_front_end --mode in-loop --workload mandelbrot

`heddle COMMAND --help` says more. Exit codes: 0 done, 1 it ran and failed, 2 what you supplied
(arguments, files, environment) was wrong.";

/// Of `heddle units`.
pub const UNITS: &str = "\
Examples:
  heddle units                                        units of the default machine
  heddle units --preset tiny --set core.warps=8       of another machine
  heddle units --json                                 for programs";

/// Of `heddle mechanisms`.
pub const MECHANISMS: &str = "\
Presets are machines as shipped. With --json, the lanes that a mechanism schedules together are
those on the machine that the options describe.

Examples:
  heddle mechanisms                                   what each does, needs and has
  heddle mechanisms --preset fung2009 --json          for programs";

/// Of `heddle workloads`.
pub const WORKLOADS: &str = "\
Grid and block are those of the launch with the most threads. Blocks are as large as a core of the
machine has room for. Inputs and results do not depend on the machine.

Examples:
  heddle workloads                                    both sizes on the default machine
  heddle workloads --preset fung2009                  with blocks for another one
  heddle workloads --json                             for programs";

/// Of `heddle gen`.
pub const GEN: &str = "\
Examples:
  heddle gen --all --out verilog                      every unit
  heddle gen --unit unified_arbiter --out verilog     one unit with what it instantiates
  heddle gen --all --out verilog --preset tiny --set stackless.tree_latency=2 --period 5
  heddle gen --all --out verilog --reset async --reset-level low --memory live_value_table
  heddle gen --unit unified_arbiter --out blocks --rust-hdl       also a block for rust-hdl
  heddle gen --all --out verilog --testbench          then: make -C verilog/testbench icarus
  heddle gen --all --out verilog --checkers           assertions to be bound, in verilog/checker
  heddle gen --unit max_heap --out heap --prefix gpu_ --name-by-config --timescale 1ns/1ps
  heddle gen --from front/POINT --out verilog --check         a point of heddle explore, checked

The lists of Verilog files, children first, work from any folder:
  verilator --lint-only -F heap/files.f               -F looks beside the list, -f does not
  iverilog -y heap top.v                              a module is in the file of its name
  source heap/files.tcl                               Vivado, yosys -c: sets $heddle_files
  fusesoc --cores-root heap run --target lint heddle:rtl:MODULE       a core a module; also synth
  verilator --assert -F verilog/files.f -F verilog/checker/files.f top.v       with all assertions

manifest.json has machine, options, and all modules: ports, parameters, timing, instances, bits.
With --check, exit code 1 if a check fails; all others are made all the same.";

/// Of `heddle masks`.
pub const MASKS: &str = "\
Examples:
  heddle masks kernel-1.traceg                        16 lanes over an ALU of 4, as in vaidya2013
  heddle masks traces/kernelslist.g --json            every trace of a list, for programs
  heddle masks kernel-1.traceg.xz --simd 32 --alu 8   32 lanes over 8
  heddle masks kernel-1.traceg --skip-empty           without instructions that have no active lane

The savings of a mode are the part of the cycles that it does not take: against `none`, which always
takes all of them, and against `ivb`, which is what Ivy Bridge does.";

/// Of `heddle view`.
pub const VIEW: &str = "\
Examples:
  heddle run k.cl --global 1024 --args zero:1024 7 --mechanism pdom --view pdom.html
  heddle run k.cl --global 1024 --args zero:1024 7 --mechanism pdom --record pdom.rec
  heddle run k.cl --global 1024 --args zero:1024 7 --mechanism stackless --record stackless.rec
  heddle view pdom.rec stackless.rec --out both.html

The page is one file and needs no network. Recordings are read by programs, too: docs/recordings.md.";

/// Of `heddle sim`.
pub const SIM: &str = "\
Examples:
  heddle sim --kernel k.elf --launch k.toml           run a launch file
  heddle sim --kernel k.elf:second --launch k.toml --out results
  heddle sim --kernel k.elf --launch k.toml --mechanism nrec --max-cycles 1000000
  heddle sim --kernel suite.elf                       a whole program on one thread

A launch file:
  kernel = \"saxpy\"              # or FILE.elf:NAME on the command line
  grid = [4, 1, 1]
  block = [64, 1, 1]
  shared_bytes = 0
  args = [{buffer = \"x\"}, {u32 = 256}, {f32 = 1.5}, {local = 1024}]

  [[buffer]]
  name = \"x\"
  bytes = 1024
  init = {random = 7}           # or \"zero\", or {file = \"x.bin\"}, beside the launch file
  out = true                    # written to DIR/x.bin

  [[buffer]]
  name = \"row\"
  part = {buffer = \"x\", offset = 256}     # a region of another buffer
  bytes = 256

  [[launch]]                    # optional, several: keys left out are those at the top
  kernel = \"second\"
  args = [{part = {buffer = \"x\", offset = 64}}]     # an address inside of a buffer

  [[loop]]                      # optional, several, among the launches in their order
  until_zero = {buffer = \"changed\", offset = 0}     # repeated until this word is 0
  before = [{buffer = \"changed\", u32 = 0}]          # what the host writes before each round
  most_rounds = 1000            # a run fails beyond them; 10,000 without it

  [[loop.launch]]               # at least one, with the keys of [[launch]]
  kernel = \"visit\"
  args = [{round = 1}]          # the number of the round, counted from 1

docs/launch-files.md says all of it.";

/// Of `heddle run`.
pub const RUN: &str = "\
Examples:
  heddle run mandelbrot                               the stack-less machine
  heddle run bfs --mechanism nrec --size full         another mechanism, a larger input
  heddle run matmul --set core.warps=8 --brief        one line
  heddle run bfs --preset fung2009 --threads 2        on two host threads, with the same result
  heddle run bfs --profile                            the PCs that lose most lanes
  heddle run hmmer --size full --functional           the result without time, and sooner
  heddle run bfs --trace bfs.json --trace-cycles 0..5000          open in ui.perfetto.dev
  heddle run loops --preset tiny --draw loops.svg     which threads issue in each cycle
  heddle run loops:for_break --mechanism pdom --log-stack loops.log       stacks in one function
  heddle run contrived --mechanism oracle             how much better reconvergence could be
  heddle run k.cl --kernel saxpy --global 1024 --local 64 --args zero:1024 random:1024 2.5 1024
  heddle run k.cl --global 64,64 -D N=64 --args file:a.bin zero:4096 --expect out=right.bin
  heddle run k.c --global 1024 --args zero:1024 random:1024 2.5 1024        members of its structure

Of OpenCL C every option of a machine can be asked for, too; `heddle exec` runs whole programs.";

/// Of `heddle exec`.
pub const EXEC: &str = "\
Examples:
  heddle exec -- ./bfs graph.txt                      an OpenCL program, as it is
  heddle exec --preset fung2009 --mechanism dwf --out reports -- ./bfs graph.txt
  heddle exec --compare pdom,dwf,stackless -- ./bfs graph.txt
  heddle exec --cosim dwf_scheduler --preset fung2009 -- ./bfs graph.txt
  heddle exec --functional --report launches.txt -- ./bfs graph.txt    results without time
  heddle exec --trace timelines --launch 2..4 -- ./bfs graph.txt       of two launches only
  heddle exec --capture launches -- ./bfs graph.txt   then, for the first of them:
  heddle sim --kernel launches/0000-bfs/kernel.elf --launch launches/0000-bfs/launch.toml

The program finds our libOpenCL.so.1 before any other. OpenCL 1.2, buffers only; docs/opencl.md says
more. Standard output is the program's: the table of its launches, or with --json the JSON, goes to
standard error or to --report FILE. Exit code 1 if the program fails, or if RTL and golden GPU
differ.";

/// Of `heddle compare`.
pub const COMPARE: &str = "\
Examples:
  heddle compare --preset fung2009 --size full        the workloads of fung2009
  heddle compare bfs loops --mechanism nrec,pdom,dwf --baseline pdom
  heddle compare hmmer --vary core.warps=4,8,16,24 --vary memory.cache_banks=8,16 --jobs 2
  heddle compare lu fft --mechanism pdom,dwf --vary dwf.pool=16,32,64 --csv pool.csv
  heddle compare lu --mechanism dwf --vary dwf.policy=majority,pdom-priority --json
  heddle compare --kernel k.elf --launch k.toml --mechanism stackless,pdom,dwf       your own
  heddle compare k.cl:saxpy --global 1024 --args zero:1024 random:1024 2.5 1024
  heddle compare ./launches       each launch of: heddle exec --capture launches -- ./program

Results of workloads are checked. Of a kernel of your own, the memory that it leaves is compared
with that under the first mechanism: buffers that the launch file marks as out, or all if it marks
none. Exit code 1 if a run failed or memory differs. A mean is harmonic, as in fung2009, over the
programs that completed. DIR/compare.html has charts and all runs; it needs no other file. Several
commands on one folder share their runs.";

/// Of `heddle explore`.
pub const EXPLORE: &str = "\
Examples:
  heddle explore --preset fung2009 --budget-bits 60000 --out front        fung2009's programs
  heddle explore bfs lu --preset fung2009 --budget-bits 30000 --space mine.toml --jobs 2
  heddle explore k.cl --global 64 --args zero:256 random:256 --budget-bits 30000 --aim cycles-bits
  heddle explore bfs --budget-bits 30000 --synth ecp5 --budget-luts 20000     LUTs and clock, too
  heddle explore ./launches --budget-bits 30000 --mean harmonic --check 20 --json
  heddle gen --from front/POINT --out verilog --check          a point of the front, checked

Bits are those that `heddle area --mechanism` counts, of a core; they are known before a run. Points
are screened by the first cycles of the programs, and the best are run in full until the front no
longer changes. A search that was interrupted goes on where it was. docs/explore.md says how a space
is written, and what the columns mean. Exit code 1 if the baseline or every point fails, or if no
point of the front is within --budget-luts.";

/// Of `heddle size`.
pub const SIZE: &str = "\
Examples:
  heddle size bfs loops --preset fung2009             every mechanism with hardware
  heddle size lu --mechanism pdom,dwf --size full --json
  heddle size k.cl:saxpy --global 1024 --args zero:1024 random:1024 2.5 1024
  heddle size --kernel k.elf --launch k.toml --mechanism dwf
  heddle size ./launches      each launch of: heddle exec --capture launches -- ./program

A size is the smallest in which none of the programs faults, stalls or loses an entry for want of
room; peak is the most that was held at once. Half is run with all other structures as large as they
need to be. `heddle run --json` has peaks and shortages of a single run.";

/// Of `heddle report`.
pub const REPORT: &str = "\
Examples:
  heddle report --out fung2009.html                   full inputs; the runs are kept and reused
  heddle report --out small.html --size small --only figure-13 --only figure-20
  heddle report --out other.html --set memory.cache_banks=32
  heddle report --paper vaidya2013 --out vaidya2013.html          compaction within warps
  heddle report --out mine.html --only figure-13 --kernel k.elf --launch k.toml
  heddle report ./launches --out mine.html --only figure-15       each captured launch

The machine is the paper's preset unless another one is named. Kernels of your own stand beside the
paper's programs and enter no mean; the memory that they leave is compared between runs on cores of
the same size. Exit code 1 if a run failed or memory differs.";

/// Of `heddle cosim`.
pub const COSIM: &str = "\
Examples:
  heddle cosim --unit unified_arbiter --cycles 1000000 --seed 7
  heddle cosim --unit stackless_front_end --mode shadow --workload bfs
  heddle cosim --unit stackless_front_end --mode in-loop --kernel k.elf --launch k.toml
  heddle cosim --unit max_heap --preset fung2009 --verilog my_heap.v         your RTL, same contract

A mismatch leaves a page for a browser, a text and a waveform in the folder of --out. Compiled
models are kept in the folder that HEDDLE_CACHE names, else in heddle/ of the user's cache.";

/// Of `heddle mutate`.
pub const MUTATE: &str = "\
Examples:
  heddle mutate unified_arbiter --preset tiny         200 mutants, survivors listed
  heddle mutate stackless_front_end --mutants 50 --cycles 20000 --seed 3
  heddle mutate --all --preset tiny --json            every unit, for programs

A mutant is one bit of the netlist inverted or stuck. It is killed when co-simulation in mode unit
finds it, and does not count when it is proven equivalent. Exit code 1 if a score is too low.";

/// Of `heddle prove`.
pub const PROVE: &str = "\
Examples:
  heddle prove warp_allocator --preset tiny           what contract and RTL say of it
  heddle prove --all --preset tiny --json             every unit, for programs
  heddle prove max_heap --out violated                then: make -C violated/max_heap/PROPERTY
  heddle prove partner_sync_table --equal --preset tiny     golden unit and Verilog are the same
  heddle prove partner_sync_table --equal --preset tiny --mutants 100     mistakes would be found

Guarantees are the contract's, invariants say what is so of registers. Proven means in every cycle,
from any state before reset, with any legal inputs. Bounded means that nothing was found in so many
cycles; a longer --proof-seconds may settle it. A property also has to say something of a cycle that
is reached, and some small mistake in the Verilog has to violate it.
With --out DIR, a violated property has a waveform and a testbench in DIR/UNIT/PROPERTY: its inputs
from a reset on, simulated in Icarus Verilog before they are written. Where an induction fails and
no violation is reached from a reset, nothing is written, and the output says why.
With --equal, the golden unit, compiled and made into gates, is compared with the Verilog: equal
means in every cycle, or in every one before a counter of the golden unit has counted 2^63 events.
A difference is replayed in lockstep; with --out DIR its waveform is in DIR.
With --equal --mutants N, each of N mutants of either side is asked about, and simulated under the
stimuli of unit mode. Those of the Verilog that differ are run in Icarus Verilog; with --out DIR
waveforms and testbenches are in DIR/UNIT/mutantM.
Exit code 1 if one is violated, vacuous, or violated by no mistake; with --equal, if two sides
differ or a corner of the contract is not reached; with --mutants, if one is called equal that
simulation tells apart, or a difference does not show.";

/// Of `heddle compile`.
pub const COMPILE: &str = "\
Examples:
  heddle compile k.cl -o k.elf                        for: heddle sim --kernel k.elf:NAME
  heddle compile k.c -o k.elf -D N=16 -I include      C for the kernel ABI, with simt.h
  heddle compile k.c -o k.elf -O s --block-order clang
  heddle compile k.cl -o k.elf -D N=16 -I include -cl-std=CL1.1
  heddle compile k.cl -o k.elf -cl-fast-relaxed-math -Werror -g
  heddle compile k.cl -o k.elf --json                 kernels with parameters, for programs

It needs clang 19, LLVM, lld and, for OpenCL C, libclc: scripts/setup --opencl. OpenCL C that was
compiled once is kept in the folder that HEDDLE_CACHE names, else in heddle/ of the user's cache.
docs/opencl.md says what of OpenCL C there is. A barrier that the threads of a warp may not reach
together is a warning.";

/// Of `heddle cfg`.
pub const CFG: &str = "\
Examples:
  heddle cfg k.elf                                    every function
  heddle cfg k.elf --function saxpy                   one kernel or function
  heddle cfg k.elf --dot > k.dot                      for Graphviz";

/// Of `heddle annotate`.
pub const ANNOTATE: &str = "\
Examples:
  heddle annotate loops:for_break                     one function of a workload
  heddle annotate k.elf --out k.json                  every function of a file
  heddle annotate k.elf --set stack.predicated=0      without predicates";

/// Of `heddle area`.
pub const AREA: &str = "\
Examples:
  heddle area                                         storage of the default machine
  heddle area --preset fung2009                       table V, 8 % of the die
  heddle area --preset fung2009 --mechanism pdom,dwf,dwr+scc      what each costs
  heddle area --mechanism pdom,stackless --csv        the same, a row for each structure
  heddle area --mechanism stackless --synth ecp5      LUTs, memories and the clock of its units
  heddle area --preset vaidya2013                     register files for compaction
  heddle area --preset fung2009 --set dwf.pool=64 --node 65       estimates scaled from it
  heddle area --set core.warps=48 --json              of a larger one, for programs";

/// Of `heddle synth`.
pub const SYNTH: &str = "\
Examples:
  heddle synth unified_arbiter --target ecp5          LUTs, flip-flops, the clock of three seeds
  heddle synth max_heap mheap_lut --preset fung2009 --target osu018 --clock-ns 6.7
  heddle synth --all --preset tiny --target ice40 --seeds 1
  heddle synth pc_warp_lut --target xilinx7 --area --json         synthesis only, for programs
  heddle synth max_heap --target ecp5 --latencies ecp5            as the target recommends

Area is of the unit alone, the clock of its netlist between registers. Results are kept in the
folder that HEDDLE_CACHE names, else in heddle/ of the user's cache: what was made once is not made
again.";

/// Of `heddle config`.
pub const CONFIG: &str = "\
Examples:
  heddle config --preset tiny > machine.toml          a file to change
  heddle config --set core.warps=8                    what an override leads to
  heddle config --explain dwf.pool                    meaning, limits, presets, who reads it
  heddle config --schema > machine.schema.json        for an editor that completes TOML
  heddle units --config machine.toml                  use the file

A file needs only the keys that differ, after a line such as: preset = \"tiny\"";

/// Of `heddle setup`.
pub const SETUP: &str = "\
Examples:
  heddle setup                       all parts, and what the system's package manager has to install
  heddle setup synthesis             Yosys and nextpnr only
  heddle setup --remove              leaves nothing of it, nor of the cache

Everything goes into the folder that HEDDLE_DATA names, else into heddle/ of the user's data
folder (~/.local/share). No other file changes, and nothing needs root. Programs are found in the
folder that HEDDLE_TOOLS names, in the checkout that the command was built in, here, and in PATH.";

/// Of `heddle completions`.
pub const COMPLETIONS: &str = "\
Examples:
  heddle completions bash > ~/.local/share/bash-completion/completions/heddle
  heddle completions zsh > ~/.zfunc/_heddle           with ~/.zfunc in fpath
  heddle completions fish > ~/.config/fish/completions/heddle.fish";

/// Of `heddle man`.
pub const MAN: &str = "\
Examples:
  heddle man --out ~/.local/share/man/man1            then: man heddle-run
  heddle man --out man1 --json                        names of the pages, for programs";

#[cfg(test)]
mod tests {
    use crate::command::Cli;
    use clap::{Command, CommandFactory, Parser};

    /// The command lines in a help text, without comments and redirections.
    fn examples(help: &str) -> impl Iterator<Item = Vec<&str>> {
        let lines = help
            .lines()
            .filter_map(|line| line.strip_prefix("  heddle "));
        lines.map(|line| {
            let command = line.split("   ").next().unwrap_or_default();
            let command = command.split(" > ").next().unwrap_or_default();
            command.split_whitespace().collect()
        })
    }

    fn check(command: &mut Command) {
        let name = command.get_name().to_owned();
        let help = command.get_after_help().map(|help| help.to_string());
        let help = help.unwrap_or_else(|| panic!("{name}: no examples in its help"));
        let shows_itself = |words: Vec<&str>| name == "heddle" || words[0] == name;
        assert!(examples(&help).any(shows_itself), "{name}: no examples");
        for words in examples(&help) {
            let line = std::iter::once("heddle").chain(words.iter().copied());
            if let Err(error) = Cli::try_parse_from(line) {
                panic!("{name}: {words:?}: {error}");
            }
        }
        let long = help.lines().find(|line| line.chars().count() > 100);
        assert_eq!(long, None, "{name}: too long for the help's width");
    }

    #[test]
    fn every_command_has_examples_that_parse() {
        let mut heddle = Cli::command();
        heddle.build();
        check(&mut heddle);
        let commands = heddle.get_subcommands_mut();
        commands.filter(|c| c.get_name() != "help").for_each(check);
    }
}
