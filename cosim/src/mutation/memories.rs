//! Memories outside of a netlist: the requests that both sides must make alike.
//!
//! As long as both sides write the same, their memories have the same contents. If they also read at the same
//! address, the data is the same, whatever it is. An address or a datum counts only while a write
//! is enabled.

use super::miter::Observed;
use crate::gates::{Blif, Table};
use std::collections::{BTreeMap, BTreeSet};

/// Bits of a memory's ports, by Yosys' name of the port.
type Ports<'a> = BTreeMap<&'a str, Vec<&'a String>>;

/// All outputs of the netlist that are not the unit's. Adds their qualifiers to the netlist.
pub(super) fn observed(gates: &mut Blif, unit: &[Observed]) -> Vec<Observed> {
    let mut all = Vec::new();
    let mut tables = Vec::new();
    for (memory, ports) in ports(&gates.outputs, unit) {
        memory_ports(memory, ports, &mut all, &mut tables);
    }
    gates.tables.extend(tables);
    all
}

/// The memories and their ports. A bit is called `MEMORY.PORT` or `MEMORY.PORT[BIT]`.
fn ports<'a>(outputs: &'a [String], unit: &[Observed]) -> BTreeMap<&'a str, Ports<'a>> {
    let own: BTreeSet<&String> = unit.iter().map(|observed| &observed.signal).collect();
    let mut memories: BTreeMap<&str, Ports> = BTreeMap::new();
    for bit in outputs.iter().filter(|bit| !own.contains(bit)) {
        let (memory, port) = bit.rsplit_once('.').unwrap_or((bit, ""));
        let port = port.split('[').next().unwrap_or(port);
        let bits = memories.entry(memory).or_default().entry(port).or_default();
        bits.push(bit);
    }
    memories
}

fn memory_ports(memory: &str, mut ports: Ports, all: &mut Vec<Observed>, tables: &mut Vec<Table>) {
    let mut take = |port| ports.remove(port).unwrap_or_default();
    let [clocks, enables] = [take("WR_CLK"), take("WR_EN")];
    let [addresses, data] = [take("WR_ADDR"), take("WR_DATA")];
    for write in 0..clocks.len() {
        let (enables, data) = (part(&enables, write, &clocks), part(&data, write, &clocks));
        let any = format!("{memory}.write{write}");
        tables.push(or(enables, &any));
        let addresses = part(&addresses, write, &clocks).iter();
        all.extend(addresses.map(|bit| when(bit, Some(&any))));
        let pairs = data.iter().zip(enables);
        all.extend(pairs.map(|(bit, enable)| when(bit, Some(enable))));
    }
    let always = ports.into_values().flatten().chain(enables);
    all.extend(always.map(|bit| when(bit, None)));
}

/// The bits of one write port among the bits of all write ports; each write port has one clock.
fn part<'a>(bits: &'a [&'a String], write: usize, clocks: &[&String]) -> &'a [&'a String] {
    let width = bits.len() / clocks.len();
    &bits[write * width..(write + 1) * width]
}

fn when(bit: &str, condition: Option<&str>) -> Observed {
    Observed {
        signal: bit.into(),
        conditions: condition.map(String::from).into_iter().collect(),
    }
}

fn or(signals: &[&String], output: &str) -> Table {
    let row = |high| {
        let columns = (0..signals.len()).map(|at| if at == high { '1' } else { '-' });
        columns.chain(" 1".chars()).collect()
    };
    let inputs = signals.iter().map(|signal| signal.to_string());
    Table {
        signals: inputs.chain([output.into()]).collect(),
        rows: (0..signals.len()).map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_data_count_where_a_write_is_enabled() {
        let outputs = "x_o u.m.RD_ADDR u.m.WR_CLK[0] u.m.WR_CLK[1] u.m.WR_ADDR[0] u.m.WR_ADDR[1] \
                       u.m.WR_DATA[0] u.m.WR_DATA[1] u.m.WR_DATA[2] u.m.WR_DATA[3] \
                       u.m.WR_EN[0] u.m.WR_EN[1] u.m.WR_EN[2] u.m.WR_EN[3]";
        let mut gates = Blif {
            outputs: outputs.split_whitespace().map(String::from).collect(),
            ..Blif::default()
        };
        let all = observed(&mut gates, &[when("x_o", None)]);
        let reported = all.iter().map(|observed| {
            let conditions = observed.conditions.join(" ");
            format!("{} {conditions}", observed.signal)
                .trim()
                .to_string()
        });
        let reported: Vec<String> = reported.collect();
        assert_eq!(
            reported,
            [
                "u.m.WR_ADDR[0] u.m.write0",
                "u.m.WR_DATA[0] u.m.WR_EN[0]",
                "u.m.WR_DATA[1] u.m.WR_EN[1]",
                "u.m.WR_ADDR[1] u.m.write1",
                "u.m.WR_DATA[2] u.m.WR_EN[2]",
                "u.m.WR_DATA[3] u.m.WR_EN[3]",
                "u.m.RD_ADDR",
                "u.m.WR_EN[0]",
                "u.m.WR_EN[1]",
                "u.m.WR_EN[2]",
                "u.m.WR_EN[3]",
            ]
        );
        assert_eq!(gates.tables.len(), 2);
        assert_eq!(
            gates.tables[1].signals,
            ["u.m.WR_EN[2]", "u.m.WR_EN[3]", "u.m.write1"]
        );
        assert_eq!(gates.tables[1].rows, ["1- 1", "-1 1"]);
    }
}
