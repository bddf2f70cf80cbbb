//! A unit as a box: inputs at its left, outputs at its right, the units inside in it.

use heddle_contract::{Direction, Port, UnitInfo};
use heddle_hdl::Design;

/// The box as lines of text.
pub(super) fn diagram(info: &UnitInfo, design: &Design) -> String {
    let inputs = side(&info.inputs, Direction::In);
    let outputs = side(&info.outputs, Direction::Out);
    let inside = inside(info.name, design);
    let widest = |lines: &[String]| lines.iter().map(String::len).max().unwrap_or_default();
    let (left, middle) = (widest(&inputs), widest(&inside));
    let edge = format!("{:left$}     +-{}-+\n", "", "-".repeat(middle));
    let mut text = edge.clone();
    for at in 0..inputs.len().max(outputs.len()).max(inside.len()) {
        let [input, of, output] =
            [&inputs, &inside, &outputs].map(|lines| lines.get(at).map_or("", String::as_str));
        let [to, from] = [input, output].map(|port| if port.is_empty() { "    " } else { "--->" });
        text += format!("{input:>left$} {to}| {of:middle$} |{from} {output}").trim_end();
        text += "\n";
    }
    text + &edge
}

/// The ports of a direction with their widths.
fn side(ports: &[Port], direction: Direction) -> Vec<String> {
    let port = |port: &Port| {
        let (name, bits) = (port.name, port.kind.total_bits());
        format!("{name}{} [{bits}]", direction.suffix())
    };
    ports.iter().map(port).collect()
}

/// The name of the unit, then the units in it.
fn inside(name: &str, design: &Design) -> Vec<String> {
    let mut lines = vec![name.to_owned(), String::new()];
    let modules: Vec<&str> = design
        .modules
        .iter()
        .filter(|of| of.contract.is_some())
        .map(|of| of.name.as_str())
        .collect();
    let instances = &design.top().instances;
    let units = instances
        .iter()
        .filter(|instance| modules.contains(&instance.as_str()));
    lines.extend(units.map(|unit| format!("[ {unit} ]")));
    lines
}
