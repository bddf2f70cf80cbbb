//! A unit and its checker in one module.

use super::probes::is_golden;
use crate::mutation::SELECT;
use crate::verilated::{CLOCK, Pin, RESET};
use heddle_contract::{Direction, Kind, Unit, Values, port_list};
use heddle_hdl::{Checker, Probe};
use std::fmt::Write;

/// The name of the module.
pub(super) const TOP: &str = "heddle_proof";

/// The unit and its checker, side by side. A port of `select` bits chooses a mutant.
pub(super) fn top<U: Unit>(params: &U::Params, checker: &Checker, select: Option<u32>) -> String {
    let inputs = Pin::all(&port_list::<U::In<Values>>(params), Direction::In);
    let outputs = Pin::all(&port_list::<U::Out<Values>>(params), Direction::Out);
    let inputs = inputs.iter().map(|pin| (pin.name.clone(), width(pin.kind)));
    let outputs = outputs
        .iter()
        .map(|pin| (pin.name.clone(), width(pin.kind)));
    let clock = [CLOCK, RESET].map(|name| (name.to_owned(), 1));
    let inputs: Vec<_> = clock.into_iter().chain(inputs).collect();
    let outputs: Vec<_> = outputs.collect();
    let probes = checker.probes().iter();
    // Words of a golden unit are inputs, until its gates are linked.
    let (golden, probes): (Vec<&Probe>, Vec<&Probe>) = probes.partition(|p| is_golden(p));
    let [golden, probes] = [golden, probes]
        .map(|of| -> Nets { of.iter().map(|p| (p.name.clone(), p.width)).collect() });
    let unknown = [checker.unknowns(), &golden].concat();
    let said = checker.outputs().into_iter();
    let said: Vec<_> = said.map(|(name, count)| (name, count as u32)).collect();
    let select: Vec<_> = select
        .map(|bits| (SELECT.to_owned(), bits))
        .into_iter()
        .collect();

    let head = declared("input", [&inputs, &unknown, &select]);
    let head = [head, declared("output", [&said])].concat();
    let mut text = format!("module {TOP} ({});\n", head.join(", "));
    for wire in declared("wire", [&outputs, &probes]) {
        let _ = writeln!(text, "{wire};");
    }
    instance(
        &mut text,
        U::NAME,
        "unit",
        [&inputs, &outputs, &probes, &select],
    );
    let name = checker.name();
    let seen = [&inputs[..], &outputs, &probes, &unknown, &said].concat();
    instance(&mut text, &name, "checker", [&seen]);
    text + "endmodule\n"
}

/// Names and widths of nets.
type Nets = Vec<(String, u32)>;

fn declared<const N: usize>(word: &str, nets: [&Nets; N]) -> Vec<String> {
    let declare = |(name, width): &(String, u32)| format!("{word} [{}:0] {name}", width - 1);
    nets.into_iter().flatten().map(declare).collect()
}

fn instance<const N: usize>(text: &mut String, module: &str, name: &str, nets: [&Nets; N]) {
    let port = |(name, _): &(String, u32)| format!(".{name}({name})");
    let ports: Vec<String> = nets.into_iter().flatten().map(port).collect();
    let _ = writeln!(text, "{module} {name} ({});", ports.join(", "));
}

fn width(kind: Kind) -> u32 {
    kind.total_bits() as u32
}
