//! The head of a module: what the contract says about it, and its ports.

use super::rows::{Kind as RowKind, Page, Row, Value, wrap};
use crate::builder::Graph;
use crate::builder::graph::{Kind, Signal, SignalId};
use crate::layout::LINE;
use crate::style::Style;
use heddle_contract::sources::cited;
use heddle_contract::{Kind as PortKind, Port};

/// The comment above the module.
pub(super) fn comment(page: &mut Page, graph: &Graph, name: &str) {
    let contract = &graph.contract;
    let params: Vec<String> = contract
        .params
        .iter()
        .map(|param| format!("{} {}", param.name, param.value))
        .collect();
    page.comment(&format!("{name}: {}.", contract.summary));
    if name != contract.name {
        labelled(page, "Unit:", contract.name);
    }
    labelled(page, "Source:", contract.source);
    papers(page, contract.source);
    labelled(page, "Config:", &params.join(", "));
    labelled(page, "Timing:", &contract.timing);
}

/// Resolves the short names in a source line, because whoever reads the Verilog may not have the book.
fn papers(page: &mut Page, source: &str) {
    let papers = cited(source).map(|paper| format!("{}: {}", paper.key, paper.citation));
    let papers: Vec<String> = papers.collect();
    if !papers.is_empty() {
        let papers = papers.join("; ");
        labelled(
            page,
            "Papers:",
            &format!("{papers} (docs/sources.md of Heddle)"),
        );
    }
}

fn labelled(page: &mut Page, label: &str, text: &str) {
    let indent = "// Source:  ".len();
    for (at, line) in wrap(&format!("{text}."), LINE - indent).iter().enumerate() {
        let label = if at == 0 { label } else { "" };
        page.text(format!("// {label:<8} {line}"));
    }
}

/// The port list: clock and reset, then the contract's ports in groups.
pub(super) fn ports(page: &mut Page, graph: &Graph, style: Style) {
    for name in [Style::CLOCK, style.reset_port()] {
        page.row(port_row("input  wire", None, &format!("{name},"), ""));
    }
    let ports: Vec<(&Signal, &Port)> = graph.signals.iter().filter_map(port).collect();
    let mut group = None;
    for (at, (signal, port)) in ports.iter().enumerate() {
        let (direction, suffix) = match signal.kind {
            Kind::Input(_) => ("input  wire", "_i"),
            _ => ("output wire", "_o"),
        };
        let heading = (direction, port.group);
        if group.replace(heading) != Some(heading) {
            page.blank();
            page.comment(port.group);
        }
        let comma = if at + 1 < ports.len() { "," } else { "" };
        let name = format!("{}{suffix}{comma}", port.name);
        page.row(port_row(direction, vector(port.kind), &name, &doc(port)));
    }
}

fn port((_, signal): (SignalId, &Signal)) -> Option<(&Signal, &Port)> {
    match &signal.kind {
        Kind::Input(port) | Kind::Output(port) => Some((signal, port)),
        _ => None,
    }
}

/// Width of a port that is declared as a vector.
fn vector(kind: PortKind) -> Option<usize> {
    let bits = kind.total_bits();
    (bits > 1).then_some(bits)
}

fn doc(port: &Port) -> String {
    match port.kind {
        PortKind::Array { width, length } => format!("{length} x {width}: {}", port.doc),
        _ => port.doc.to_owned(),
    }
}

fn port_row(direction: &str, bits: Option<usize>, name: &str, doc: &str) -> Row {
    let range = bits.map_or(String::new(), |bits| format!("[{}:0]", bits - 1));
    Row {
        kind: RowKind::Port,
        cells: vec![direction.to_owned(), range, name.to_owned()],
        value: Value::default(),
        comment: doc.to_owned(),
    }
}
