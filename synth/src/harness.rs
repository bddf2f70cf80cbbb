//! Registers around a unit, with few pins.
//!
//! All inputs except the clock come from a shift register, and the reset has its own register. All outputs go into
//! registers, and from there through a chain of exclusive ors and registers to one pin. So every path of the unit begins
//! and ends in a register, no output can be optimised away, and every wire of the harness is short: the harness never limits
//! the clock.
//!
//! SYN-5: where the contract says that the environment must answer an output within the cycle, the input does not come from a
//! register alone. Each of its bits is the exclusive or of a register and of some bits of the outputs that it answers: the
//! path from the output through the environment to the input counts. It is as short as an environment can be, one LUT.

mod closed;

use crate::netlist::Netlist;
use heddle_contract::{Answer, Direction};
use heddle_hdl::Style;
use std::fmt::Write;

/// Name of the harness module, and of the unit's instance in it.
pub(crate) const TOP: &str = "harness";
pub(crate) const INSTANCE: &str = "u";

/// The wires of inputs that answer outputs; a bit has the index of its register in `in_q`.
pub(crate) const ANSWER: &str = "answer";

/// A port of the unit.
#[derive(Clone, Debug)]
struct Port {
    name: String,
    is_input: bool,
    width: usize,
}

/// The harness of a unit.
#[derive(Clone, Debug)]
pub(crate) struct Harness {
    unit: String,
    ports: Vec<Port>,
    reset: &'static str,
    answers: Vec<Answer>,
}

impl Harness {
    /// A harness around a netlist, whose environment gives `answers` within the cycle. `also` lists more ports of its top
    /// module: the pins of memories that are macros.
    pub fn around(
        unit: &str,
        netlist: &Netlist,
        reset: &'static str,
        answers: &[Answer],
        also: &[(String, bool, usize)],
    ) -> Self {
        let own = netlist
            .ports()
            .map(|(name, direction, width)| (name.to_owned(), direction == "input", width));
        let ports = own
            .chain(also.iter().cloned())
            .map(|(name, is_input, width)| Port {
                name,
                is_input,
                width,
            });
        let ports = ports.filter(|port| port.width > 0).collect();
        Self {
            unit: unit.into(),
            ports,
            reset,
            answers: answers.to_vec(),
        }
    }

    fn data(&self, is_input: bool) -> impl Iterator<Item = &Port> {
        let fixed = [Style::CLOCK, self.reset];
        let ports = self
            .ports
            .iter()
            .filter(move |port| port.is_input == is_input);
        ports.filter(move |port| !fixed.contains(&port.name.as_str()))
    }

    fn bits(&self, is_input: bool) -> usize {
        self.data(is_input).map(|port| port.width).sum()
    }

    /// The ports of one direction, each with the index of its lowest bit in the registers of the harness.
    fn placed(&self, is_input: bool) -> impl Iterator<Item = (usize, &Port)> {
        self.data(is_input).scan(0, |next, port| {
            let first = *next;
            *next += port.width;
            Some((first, port))
        })
    }

    /// The unit's port that a bit of the harness's input or output registers belongs to.
    pub fn port_of(&self, is_input: bool, bit: usize) -> Option<String> {
        let mut ports = self.placed(is_input);
        let (first, port) = ports.find(|(first, port)| bit < first + port.width)?;
        Some(match port.width {
            1 => port.name.clone(),
            _ => format!("{}[{}]", port.name, bit - first),
        })
    }

    /// The unit as a black box, which is later replaced by the netlist.
    pub fn stub(&self) -> String {
        let port = |port: &Port| {
            let direction = if port.is_input { "input" } else { "output" };
            format!("    {direction} [{}:0] \\{} ", port.width - 1, port.name)
        };
        let ports: Vec<String> = self.ports.iter().map(port).collect();
        format!(
            "(* blackbox *)\nmodule {} (\n{}\n);\nendmodule\n",
            self.unit,
            ports.join(",\n")
        )
    }

    /// The Verilog of the harness.
    pub fn verilog(&self) -> String {
        let (inputs, outputs) = (self.bits(true).max(1), self.bits(false).max(1));
        format!(
            "module {TOP} (input clk, input rst, input in, output out);
    (* keep *) reg rst_q;
    (* keep *) reg [{0}:0] in_q;
    (* keep *) reg [{1}:0] out_q;
    (* keep *) reg [{1}:0] fold_q;
    wire [{1}:0] result;
    wire [{0}:0] in_d;
    wire [{1}:0] fold_d;
{4}    assign in_d = {{in_q, in}};
    assign fold_d = {{fold_q, 1'b0}};
    always @(posedge clk) begin
        rst_q <= rst;
        in_q <= in_d;
        out_q <= result;
        fold_q <= out_q ^ fold_d;
    end
    assign out = fold_q[{1}];
    {2} {INSTANCE} (
{3}
    );
endmodule
",
            inputs - 1,
            outputs - 1,
            self.unit,
            self.connections(),
            self.closed(),
        )
    }

    fn connections(&self) -> String {
        let mut lines = Vec::new();
        for is_input in [true, false] {
            for (first, port) in self.placed(is_input) {
                let last = first + port.width - 1;
                let wire = match is_input {
                    true if self.answered(port).is_some() => ANSWER,
                    true => "in_q",
                    false => "result",
                };
                lines.push(format!("        .\\{} ({wire}[{last}:{first}])", port.name));
            }
        }
        let mut text = lines.join(",\n");
        for (port, wire) in [(Style::CLOCK, "clk"), (self.reset, "rst_q")] {
            if self.ports.iter().any(|own| own.name == port) {
                write!(text, ",\n        .{port} ({wire})").expect("strings can be written to");
            }
        }
        text
    }
}
