//! LPF: nextpnr constrains the clock as the file says.

use crate::constraints::tools::{Port, Unit, generate, nextpnr, run, verilog_files};
use heddle_machines::part;
use std::path::Path;

/// The unit between registers, so that four pins are enough: inputs are shifted in, and outputs
/// are folded into one bit.
fn harness(unit: &Unit) -> String {
    let width = |inputs: bool| -> u64 {
        let ports = unit.ports.iter().filter(|port| port.is_input == inputs);
        ports.map(|port| port.width).sum()
    };
    let (inputs, outputs) = (width(true), width(false));
    let connections: String = connections(&unit.ports, true) + &connections(&unit.ports, false);
    format!(
        "module harness (input clk_i, input rst_i, input scan_i, output scan_o);
    reg  [{inputs}:0] in_q;
    wire [{outputs}:0] out;
    reg  [{outputs}:0] out_q;
    always @(posedge clk_i) begin
        in_q  <= {{in_q, scan_i}};
        out_q <= out;
    end
    assign out[{outputs}] = 1'b0;
    assign scan_o = ^out_q;
    {} u_unit (.clk_i(clk_i), .rst_i(rst_i){connections});
endmodule\n",
        unit.name
    )
}

fn connections(ports: &[Port], inputs: bool) -> String {
    let signal = if inputs { "in_q" } else { "out" };
    let mut at = 0;
    let ports = ports.iter().filter(|port| port.is_input == inputs);
    let connection = |port: &Port| {
        let from = at;
        at += port.width;
        format!(", .{}({signal}[{from} +: {}])", port.name, port.width)
    };
    ports.map(connection).collect()
}

/// What nextpnr says of the unit with its LPF.
fn log(unit: &Unit, folder: &Path) -> String {
    std::fs::write(folder.join("harness.v"), harness(unit)).unwrap();
    let files = verilog_files(folder);
    let synthesis =
        format!("read_verilog harness.v {files}; synth_ecp5 -top harness -json harness.json");
    run("yosys", &["-q", "-p", &synthesis], folder);
    let lpf = format!("{}.lpf", unit.name);
    let device = ["--12k", "--package", "CABGA381", "--pack-only"];
    let design = ["--json", "harness.json", "--lpf", &lpf];
    let arguments = [&device[..], &design[..], &["--lpf-allow-unconstrained"]].concat();
    run(nextpnr(), &arguments, folder)
}

#[test]
fn nextpnr_takes_the_clock_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let units = generate(folder.path(), &[], &["--period", "8"]);
    // One unit in twelve every time, every one at night: place and route takes seconds for each.
    for unit in part(units, 1, 12) {
        let log = log(&unit, folder.path());
        let clock = "constraining clock net 'clk_i' to 125.00 MHz";
        assert!(log.contains(clock), "{}: {log}", unit.name);
    }
}
