//! Verilator, Icarus Verilog and Yosys accept every generated file without a word.

use crate::common::lint::lint;
use crate::common::machines::machines;
use crate::common::printed::printed;
use crate::common::{Size, styles, unit};
use heddle_hdl::{Design, ReadDuringWrite, units};
use heddle_machines::{part, shipped};

/// Half of the units, each on one of the machines; at night all units on every machine.
#[test]
fn every_unit_is_clean() {
    let machines: Vec<_> = machines().collect();
    for (turn, (_, config)) in machines.iter().enumerate() {
        for unit in part(units::NAMES, turn, 2 * machines.len()) {
            lint(&units::design(unit, config).expect("a unit of the machine"));
        }
    }
}

/// One expected file in six; at night every one.
#[test]
fn expected_verilog_is_clean() {
    for printed in part(&printed(), 0, 6) {
        let design = units::design(printed.unit, &printed.machine);
        lint(&design.expect("a unit of the machine"));
    }
}

/// A deliberate error: a signal that nothing reads.
#[test]
#[should_panic(expected = "%Warning-UNUSED")]
fn a_unit_that_is_not_clean_is_found() {
    let (_, config) = machines().next().expect("a machine");
    let mut design = units::design("spill_queue", &config).expect("a unit of the machine");
    let top = design.modules.last_mut().expect("the unit itself");
    let end = top.verilog.rfind("endmodule").expect("a module");
    top.verilog.insert_str(end, "wire forgotten = clk_i;\n");
    lint(&design);
}

#[test]
#[ignore = "at night: a minute"]
fn every_unit_of_every_preset_as_shipped_is_clean() {
    for (preset, _) in heddle_contract::config::PRESETS {
        let config = shipped(preset);
        for unit in units::NAMES {
            lint(&units::design(unit, &config).expect("a unit of the preset"));
        }
    }
}

#[test]
fn the_smallest_and_oddest_configurations_are_clean() {
    use heddle_contract::units::{stackless_front_end, unified_arbiter};
    for (lanes, pc, key, address, line, latency, warps) in [
        (2, 4, 1, 8, 128, 0, 2),
        (2, 4, 1, 8, 4, 2, 3),
        (4, 32, 32, 40, 1024, 1, 5),
        (4, 16, 1, 9, 64, 2, 33),
    ] {
        let arbiter = unified_arbiter::Params::new(lanes, pc, key, address, line, latency);
        let arbiter = arbiter.expect("parameters within their limits");
        lint(&units::unified_arbiter(&arbiter).expect("a clean description"));
        for (grant, operands) in [(0, 0), (1, 0), (0, 1), (1, 2)] {
            let front_end = stackless_front_end::Params::new(warps, arbiter, grant, operands);
            let front_end = front_end.expect("as above");
            lint(&units::stackless_front_end(&front_end).expect("a clean description"));
        }
    }
}

#[test]
#[ignore = "at night: three tools read many sizes"]
fn stacks_and_tables_of_all_sizes_are_clean() {
    use heddle_contract::config::First;
    use heddle_contract::units::{reconvergence_stack, thread_pc_table};
    for (warps, lanes, pc, depth, pops, first) in [
        (2, 2, 4, 3, 1, First::Taken),
        (3, 2, 4, 3, 8, First::FallThrough),
        (5, 3, 32, 64, 3, First::Taken),
        (33, 64, 7, 65, 8, First::FallThrough),
        (2, 2, 4, 7, 8, First::Taken),
    ] {
        for latency in 0..=2 {
            let table = thread_pc_table::Params::new(warps, lanes, pc, latency);
            let table = table.expect("parameters within their limits");
            lint(&units::thread_pc_table(&table).expect("a clean description"));
        }
        for latency in 0..=5 {
            let stack =
                reconvergence_stack::Params::new(warps, lanes, pc, depth, pops, first, latency);
            let stack = stack.expect("as above");
            lint(&units::reconvergence_stack(&stack).expect("a clean description"));
        }
    }
}

unit! {
    Inner = inner(p);
    in { a: bits(p.0 as u32); }
    out { y: bit; }
    paths { y <- [a]; }
    |m, i, o| {
        o.y.set(i.a.parity());
    }
}

unit! {
    Everything = everything(p);
    in { at: bits(3); on: bit; value: bits(8); rows: array(8, 8); one: bits(1); }
    out { y: array(8, 8); pick: bits(8); count: bits(4); hits: bits(8); odd: bits(8); low: bits(4); }
    paths { y <- [rows, one]; pick <- [rows, at]; count <- [rows]; hits <- [at]; odd <- [rows]; low <- [at]; }
    |m, i, o| {
        m.section("Rows of registers, written by index, and one by one.");
        let memory = m.memory("memory", 8, 8);
        memory.write(i.at, i.on, i.value);
        memory.write(i.at, !i.on, i.value + 1);
        let ports = m.memory("port", 8, 8);
        for port in 0..3u32 {
            ports.write(i.one.cat(i.at.bits(2, 1)), i.at.bit(port), i.value + u64::from(port));
        }
        let late = ports.read_registered("late", i.on, i.at, ReadDuringWrite::Old);
        m.unused(late & ports.read(i.at) & ports.read(i.value.bits(2, 0)));
        let kept = m.registers("kept", 8, 8);
        m.each("row", 8, |n| {
            let number = m.number(n, 3).named("number");
            let chosen = (i.at.eq(number) & i.on).named("chosen");
            kept.register(n).reset(3).next_when(chosen, i.value ^ memory.entries().at(n));
            o.hits.bit(n).set(i.at.eq(m.number(7 - n, 3).named("mirrored")));
            let (inner, parity) = m.instance::<Inner>("inner", &Size(8));
            inner.a.set(i.rows.at(n));
            o.odd.bit(n).set(parity.y);
            o.y.at(n).set(i.rows.at(7 - n).shift_left(n) & i.one.repeat(8));
        });
        m.section("A triangle.");
        let pairs = m.array("pairs", 8, 8);
        m.each("upper", 8, |a| {
            m.each("lower", a, |b| {
                let both = m.register("both", 1).reset(1);
                both.next(kept.at(a).bit(0) & kept.at(b).bit(7));
                pairs.place(a).bit(b).set(both);
                pairs.place(b).bit(a).set(!both);
            });
            pairs.place(a).bit(a).set(0);
            m.unused(pairs.at(a).bits(7, 4));
        });
        let row = kept.index(i.at);
        o.low.set(pairs.index(row.bits(2, 0)).bits(3, 0));
        m.unused(row.bits(7, 3));
        m.unused(memory.read(i.at));
        m.section("Folds.");
        let first_row = i.rows.at(0);
        let zero = m.constant(0, 4);
        let count = m.fold("ones", zero, 8, |n, ones| ones + first_row.bit(n).zero_extend(4));
        o.count.set(count);
        o.pick.set(i.rows.index(i.at) | first_row.bits(3, 0).sign_extend(8));
    }
}

#[test]
fn every_construct_is_clean_in_every_style() {
    for style in styles() {
        let design = Design::styled::<Everything>(&Size(8), style);
        lint(&design.unwrap_or_else(|errors| panic!("{errors}")));
    }
}
