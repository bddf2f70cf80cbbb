//! The descriptions in designs agree with the contracts.

use crate::common::machines::machines;
use heddle_contract::{Config, Direction, Port, Values, port_list};
use heddle_hdl::{Design, Hardware, ModulePort, StorageKind, units};
use heddle_machines::shipped;

fn contract_ports(direction: Direction, ports: &[Port]) -> impl Iterator<Item = ModulePort> {
    ports.iter().map(move |port| ModulePort {
        name: format!("{}{}", port.name, direction.suffix()),
        direction,
        width: port.kind.total_bits(),
        group: port.group,
        doc: port.doc,
    })
}

fn assert_ports<U: Hardware>(config: &Config) {
    let params = U::params(config).expect("a unit of the machine");
    let design = Design::of::<U>(&params).expect("a clean description");
    let module = design.top();
    let clocks = [
        ("clk_i", "state commits at its rising edge"),
        ("rst_i", "1: reset at the clock edge"),
    ];
    let clocks = clocks.map(|(name, doc)| ModulePort {
        name: name.into(),
        direction: Direction::In,
        width: 1,
        group: "clock and reset",
        doc,
    });
    let inputs = port_list::<U::In<Values>>(&params);
    let outputs = port_list::<U::Out<Values>>(&params);
    let expected: Vec<ModulePort> = clocks
        .into_iter()
        .chain(contract_ports(Direction::In, &inputs))
        .chain(contract_ports(Direction::Out, &outputs))
        .collect();
    assert_eq!(module.ports, expected);
    for ModulePort { name, width, .. } in &module.ports {
        let range = if *width == 1 {
            String::new()
        } else {
            format!("[{}:0]", width - 1)
        };
        let declares = |line: &str| {
            let words: Vec<&str> = line.split([' ', ',']).filter(|w| !w.is_empty()).collect();
            words.contains(&name.as_str()) && (width == &1 || words.contains(&range.as_str()))
        };
        assert!(module.verilog.lines().any(declares), "{name}");
    }
}

macro_rules! check {
    ($config:ident; $($stem:ident $unit:ident,)*) => {
        $(assert_ports::<heddle_contract::units::$unit>(&$config);)*
    };
}

#[test]
fn ports_are_those_of_the_contract() {
    for (_, config) in machines() {
        heddle_contract::for_each_unit!(check config;);
    }
}

#[test]
fn storage_is_counted_by_structure() {
    let config = shipped("collange2011");
    let design = units::design("stackless_front_end", &config).expect("a unit of the machine");
    let storage = &design.top().storage;
    let found = |name: &str| {
        storage
            .iter()
            .find(|s| s.name == name)
            .expect("this structure")
    };
    let age = found("older_q");
    assert_eq!(
        (age.kind, age.entries, age.width),
        (StorageKind::Register, 24, 24)
    );
    let pc = found("pc_q");
    assert_eq!(
        (pc.kind, pc.entries, pc.width),
        (StorageKind::Memory, 24, 24)
    );
    // pending, memory, replay, fetchable, busy, waiting; the age matrix with its constant half; the tag.
    assert_eq!(design.top().register_bits(), 6 * 24 + 24 * 24 + (1 + 5 + 1));
    assert_eq!(design.top().memory_bits(), 24 * 24 + 24 * 32);
    // any, target, match_lanes
    assert_eq!(design.modules[0].register_bits(), 1 + 25 + 32);
    assert_eq!(design.top().instances, ["unified_arbiter"]);
}

#[test]
fn an_unknown_unit_is_refused_with_what_there_is() {
    let config = shipped("tiny");
    let error = units::design("arbiter", &config).expect_err("no such unit");
    let known = units::NAMES.join(", ");
    let text = format!("no unit is called `arbiter`; there are: {known}");
    assert_eq!(error.to_string(), text);
}
