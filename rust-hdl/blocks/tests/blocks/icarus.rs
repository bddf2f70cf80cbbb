//! The Verilog that rust-hdl writes for a block behaves like the block in rust-hdl's simulation.

use crate::design::Converge;
use crate::stimuli::{Cycle, cycles};
use crate::unified_arbiter::UnifiedArbiter;
use heddle_rust_hdl::rust_hdl_core::prelude::*;
use std::path::Path;
use std::process::Command;

/// The output of a testbench around a design.
fn simulate(mut design: impl Block, bench: &str) -> String {
    design.connect_all();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let verilog = generate_verilog(&design);
    std::fs::write(folder.path().join("top.v"), verilog).unwrap();
    std::fs::write(folder.path().join("bench.v"), bench).unwrap();
    let files = ["-g2005", "-o", "bench.vvp", "bench.v", "top.v"];
    run("iverilog", &files, folder.path());
    run("vvp", &["-n", "bench.vvp"], folder.path())
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; run scripts/setup"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// A bench that applies the cycles and prints the outputs before each clock edge.
fn bench(cycles: &[Cycle]) -> String {
    let steps: String = cycles.iter().map(step).collect();
    format!(
        "module bench;
    reg clock = 0, reset, memory;
    reg [3:0] lanes;
    reg [31:0] a0, a1, a2, a3;
    reg [7:0] k0, k1, k2, k3;
    wire any_o;
    wire [27:0] target_o;
    wire [3:0] match_lanes_o;
    top top (.clock(clock), .reset(reset), .memory_i(memory), .lanes_i(lanes),
        .address_i$0(a0), .address_i$1(a1), .address_i$2(a2), .address_i$3(a3),
        .key_i$0(k0), .key_i$1(k1), .key_i$2(k2), .key_i$3(k3),
        .any_o(any_o), .target_o(target_o), .match_lanes_o(match_lanes_o));
    initial begin\n{steps}    end\nendmodule\n"
    )
}

fn step(cycle: &Cycle) -> String {
    let Cycle { reset, input, .. } = cycle;
    let words = |width: u32, values: &[u64]| -> String {
        let words = values.iter().map(|value| format!("{width}'d{value}"));
        words.collect::<Vec<_>>().join(", ")
    };
    format!(
        "        {{reset, memory, lanes}} = {{1'd{}, 1'd{}, 4'd{}}};
        {{a0, a1, a2, a3}} = {{{}}};
        {{k0, k1, k2, k3}} = {{{}}};
        #1 $display(\"%b %0d %0d\", any_o, target_o, match_lanes_o);
        #4 clock = 1;
        #5 clock = 0;\n",
        u8::from(*reset),
        u8::from(input.memory),
        input.lanes,
        words(32, &input.address),
        words(8, &input.key),
    )
}

#[test]
fn the_arbiter_answers_as_the_golden_unit() {
    let cycles = cycles(500, 2);
    let printed = simulate(UnifiedArbiter::default(), &bench(&cycles));
    assert_eq!(printed.lines().count(), cycles.len());
    // Before the reset in the first cycle the outputs are unknown.
    for (at, (cycle, line)) in cycles.iter().zip(printed.lines()).enumerate().skip(1) {
        let output = &cycle.output;
        match output.any {
            true => {
                let expected = format!("1 {} {}", output.target, output.match_lanes);
                assert_eq!(line, expected, "cycle {at}");
            }
            false => assert!(line.starts_with("0 "), "cycle {at}: {line}"),
        }
    }
}

#[test]
fn threads_that_lag_behind_catch_up() {
    let bench = "module bench;
    reg clock = 0, reset = 1;
    wire done;
    wire [15:0] steps;
    top top (.clock(clock), .reset(reset), .limit(32'd12), .done(done), .steps(steps));
    always #5 clock = ~clock;
    initial begin
        #12 reset = 0;
        wait (done === 1'b1);
        $display(\"%0d\", steps);
        $finish;
    end
    initial #10000 $finish;
endmodule\n";
    assert_eq!(simulate(Converge::new([0, 3, 6, 9]), bench).trim(), "12");
}
