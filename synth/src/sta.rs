//! Static timing analysis of standard cells with OpenSTA.
//!
//! There is no layout, so wires have no delay. The clock is ideal. The reset is not timed, because it gets its own tree at
//! layout.

use crate::clock::{Names, Run, WorstPath};
use crate::error::Error;
use heddle_system::ProgramError;
use std::path::Path;

/// File with OpenSTA's output.
pub(crate) const SAID: &str = "sta.log";

/// File with the netlist that OpenSTA reads.
pub(crate) const NETLIST: &str = "harness.v";

/// The script for OpenSTA. `reset` is the cell of the harness's reset register.
pub(crate) fn script(clock_ns: f64, reset: Option<&str>) -> String {
    let untimed = reset.map(|cell| format!("set_false_path -from [get_cells {{{cell}}}]\n"));
    format!(
        "read_liberty cells.lib
read_verilog harness.v
link_design harness
create_clock -name clk -period {clock_ns} [get_ports clk]
{}report_checks -path_delay max -format full -digits 4
",
        untimed.unwrap_or_default()
    )
}

/// Reads the report of the worst path.
pub(crate) fn run(
    folder: &Path,
    clock_ns: f64,
    names: &Names<'_>,
    unit: &str,
) -> Result<Run, Error> {
    let text = std::fs::read_to_string(folder.join(SAID)).unwrap_or_default();
    let read = || {
        let end = |kind: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(kind))?;
            let cell = line.trim().split(" (").next()?;
            Some(names.end(cell))
        };
        let slack = text.lines().find(|line| line.contains("slack ("))?;
        let slack: f64 = slack.split_whitespace().next()?.parse().ok()?;
        let ns = clock_ns - slack;
        Some(Run {
            seed: None,
            mhz: 1000.0 / ns,
            path: WorstPath {
                from: end("Startpoint: ")?,
                to: end("Endpoint: ")?,
                answers: names.answers(pins(&text).map(cell)),
                ns,
                logic_ns: ns,
                routing_ns: 0.0,
                levels: cells(&text),
            },
        })
    };
    // OpenSTA continues after errors with what it has read.
    if let Some(error) = text.lines().find(|line| line.starts_with("Error: ")) {
        return Err(ProgramError::Failed {
            program: "sta".into(),
            on: unit.into(),
            said: error.into(),
        }
        .into());
    }
    read().ok_or_else(|| Error::Unreadable {
        tool: "sta",
        unit: unit.into(),
        what: "it names no path".into(),
    })
}

/// Number of cells between the flip-flops of the path: lines such as `0.1200    0.5531 ^ _0123_/Y (NAND2X1)`, except the
/// clock pin and the output of the first flip-flop and the data pin of the last.
fn cells(text: &str) -> usize {
    pins(text).count().saturating_sub(3)
}

/// Lines of the pins on the path.
fn pins(text: &str) -> impl Iterator<Item = &str> {
    let data = text.split("data arrival time").next().unwrap_or_default();
    let is_pin = |line: &&str| (line.contains(" ^ ") || line.contains(" v ")) && line.contains('/');
    data.lines().filter(is_pin)
}

/// The cell of a pin's line.
fn cell(line: &str) -> &str {
    let pin = line.split_whitespace().find(|word| word.contains('/'));
    pin.and_then(|pin| pin.split('/').next())
        .unwrap_or_default()
}
