//! After reset no output that has a meaning is unknown, although data registers have no reset.

use crate::common::icarus::simulate;
use crate::common::machines::machines;
use heddle_contract::{Config, Direction, Port, port_list};
use heddle_hdl::{Hardware, units};

/// A test bench that resets for two cycles, then runs idle and reports unknown outputs without a qualifier.
fn bench(unit: &str, inputs: &[Port], outputs: &[Port]) -> String {
    let name = |port: &Port, direction: Direction| format!("{}{}", port.name, direction.suffix());
    let zero = |port: &Port| {
        let (name, bits) = (name(port, Direction::In), port.kind.total_bits());
        format!(", .{name}({{{bits}{{1'b0}}}})")
    };
    let wire = |port: &Port| {
        let (name, bits) = (name(port, Direction::Out), port.kind.total_bits());
        format!("wire [{}:0] {name};\n", bits - 1)
    };
    let connect = |port: &Port| {
        let name = name(port, Direction::Out);
        format!(", .{name}({name})")
    };
    let check = |port: &Port| {
        let name = name(port, Direction::Out);
        format!("if (^{name} === 1'bx) $display(\"{name} is unknown\");\n")
    };
    let always_meant = outputs.iter().filter(|port| port.qualifier.is_none());
    format!(
        "module bench;
        reg clk = 1'b0; reg rst = 1'b1;
        {}
        {unit} dut (.clk_i(clk), .rst_i(rst){}{});
        always #1 clk = ~clk;
        always @(negedge clk) if (!rst) begin
            {}
        end
        initial begin #4 rst = 1'b0; #40 $display(\"done\"); $finish; end
        endmodule",
        outputs.iter().map(wire).collect::<String>(),
        inputs.iter().map(zero).collect::<String>(),
        outputs.iter().map(connect).collect::<String>(),
        always_meant.map(check).collect::<String>(),
    )
}

fn assert_known<U: Hardware>(config: &Config) {
    let params = U::params(config).expect("a unit of the machine");
    let inputs = port_list::<U::In<heddle_contract::Values>>(&params);
    let outputs = port_list::<U::Out<heddle_contract::Values>>(&params);
    let design = units::design(U::NAME, config).expect("a unit of the machine");
    let said = simulate(&design, &bench(U::NAME, &inputs, &outputs));
    assert_eq!(said, "done\n", "{}", U::NAME);
}

macro_rules! check {
    ($config:ident; $($stem:ident $unit:ident,)*) => {
        $(assert_known::<heddle_contract::units::$unit>(&$config);)*
    };
}

#[test]
fn reset_leaves_nothing_unknown_that_means_something() {
    for (_, config) in machines() {
        heddle_contract::for_each_unit!(check config;);
    }
}
