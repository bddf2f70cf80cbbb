//! Runs a design on stimuli and returns every output of every cycle.

use super::icarus::simulate_with;
use heddle_contract::Direction;
use heddle_hdl::{Design, Level, ModulePort, Style};

/// Outputs of a cycle in order of declaration; `None` if a bit is unknown.
pub type Outputs = Vec<Option<u64>>;

/// The top module's outputs, one row per row of inputs (in order of declaration): inputs change
/// after the clock edge, outputs are sampled before the next edge. Two cycles of reset come first.
pub fn clocked(design: &Design, inputs: &[Vec<u64>]) -> Vec<Outputs> {
    let ports = &design.top().ports[2..];
    let of = |direction| ports.iter().filter(move |port| port.direction == direction);
    let ins: Vec<&ModulePort> = of(Direction::In).collect();
    let outs: Vec<&ModulePort> = of(Direction::Out).collect();
    let stimuli: String = inputs.iter().map(|row| packed(&ins, row) + "\n").collect();
    let said = simulate_with(design, &bench(design, &ins, &outs, inputs.len()), &stimuli);
    let word = |word: &str| u64::from_str_radix(word, 16).ok();
    said.lines()
        .map(|line| line.split_whitespace().map(word).collect())
        .collect()
}

/// A row of inputs as one hexadecimal number, the last port lowest.
fn packed(ports: &[&ModulePort], row: &[u64]) -> String {
    assert_eq!(ports.len(), row.len(), "one value for each input");
    let bits = |(port, value): (&&ModulePort, &u64)| format!("{value:0w$b}", w = port.width);
    let bits: String = ports.iter().zip(row).map(bits).collect();
    let padded = format!("{bits:0>w$}", w = bits.len().next_multiple_of(4));
    let digit = |at: usize| u8::from_str_radix(&padded[at..at + 4], 2).expect("binary digits");
    let digits = (0..padded.len()).step_by(4).map(digit);
    digits.map(|digit| format!("{digit:x}")).collect()
}

fn bench(design: &Design, ins: &[&ModulePort], outs: &[&ModulePort], cycles: usize) -> String {
    let names = |ports: &[&ModulePort]| -> Vec<String> {
        ports.iter().map(|port| port.name.clone()).collect()
    };
    let declare = |kind: &str, ports: &[&ModulePort]| -> String {
        let line = |port: &&ModulePort| format!("{kind} [{}:0] {};\n", port.width - 1, port.name);
        ports.iter().map(line).collect()
    };
    let all: Vec<String> = [names(ins), names(outs)].concat();
    let connect: String = all
        .iter()
        .map(|name| format!(", .{name}({name})"))
        .collect();
    let bits: usize = ins.iter().map(|port| port.width).sum();
    let (top, clock, reset) = (&design.top().name, Style::CLOCK, design.style.reset_port());
    let resets = u8::from(design.style.level == Level::High);
    format!(
        "module bench;
        reg clk = 1'b0; reg rst = 1'b{resets}; integer t;
        reg [{}:0] stimuli [0:{}];
        {}{}
        {top} dut (.{clock}(clk), .{reset}(rst){connect});
        initial begin
            $readmemh(\"stimuli.hex\", stimuli);
            {{{ins}}} = 0;
            #1 clk = 1; #1 clk = 0; #1 clk = 1; #1 clk = 0; #1 rst = ~rst;
            for (t = 0; t < {cycles}; t = t + 1) begin
                {{{ins}}} = stimuli[t];
                #1 $display(\"{}\", {});
                clk = 1; #1 clk = 0; #1;
            end
        end
        endmodule",
        bits - 1,
        cycles - 1,
        declare("reg", ins),
        declare("wire", outs),
        vec!["%h"; outs.len()].join(" "),
        names(outs).join(", "),
        ins = names(ins).join(", "),
    )
}

/// Numbers that are random enough, and the same every time (xorshift64*).
pub struct Random(u64);

impl Random {
    /// A generator; different seeds give different numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// The next number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % limit
    }
}
