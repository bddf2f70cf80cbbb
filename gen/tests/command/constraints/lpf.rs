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

/// The unit in its harness, for nextpnr.
fn synthesise(unit: &Unit, folder: &Path) {
    std::fs::write(folder.join("harness.v"), harness(unit)).unwrap();
    let files = verilog_files(folder);
    let synthesis =
        format!("read_verilog harness.v {files}; synth_ecp5 -top harness -json harness.json");
    run("yosys", &["-q", "-p", &synthesis], folder);
}

/// What nextpnr says of the synthesised unit with an LPF.
fn log(lpf: &str, folder: &Path) -> String {
    let device = ["--12k", "--package", "CABGA381", "--pack-only"];
    let design = ["--json", "harness.json", "--lpf", lpf];
    let arguments = [&device[..], &design[..], &["--lpf-allow-unconstrained"]].concat();
    run(nextpnr(), &arguments, folder)
}

#[test]
fn nextpnr_takes_the_clock_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let units = generate(folder.path(), &[], &["--period", "8"]);
    // One unit in twelve every time, every one at night: place and route takes seconds for each.
    for unit in part(units, 1, 12) {
        synthesise(&unit, folder.path());
        let lpf = format!("{}.lpf", unit.name);
        let said = log(&lpf, folder.path());
        let clock = "constraining clock net 'clk_i' to 125.00 MHz";
        assert!(said.contains(clock), "{}: {said}", unit.name);
        // The same with another frequency: nextpnr does look.
        let right = std::fs::read_to_string(folder.path().join(lpf)).unwrap();
        let other = right.replace(" 125 MHZ", " 100 MHZ");
        assert_ne!(other, right);
        std::fs::write(folder.path().join("other.lpf"), other).unwrap();
        let said = log("other.lpf", folder.path());
        assert!(!said.contains(clock), "{}: {said}", unit.name);
        assert!(said.contains("to 100.00 MHz"), "{}: {said}", unit.name);
    }
}
