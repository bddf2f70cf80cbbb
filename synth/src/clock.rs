//! The highest clock frequency of a unit in its harness.

use crate::harness::{ANSWER, Harness, INSTANCE};
use crate::netlist::{Cell, Netlist, stem};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;

/// A path between registers, or from and to ports of the unit, which have registers in the harness.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WorstPath {
    /// Register, memory or port where the path begins.
    pub from: String,
    /// Register, memory or port where the path ends.
    pub to: String,
    /// Inputs through which the path comes back to the unit from its environment, which answers within the cycle (SYN-5).
    pub answers: Vec<String>,
    /// Delay in nanoseconds, from clock edge to clock edge.
    pub ns: f64,
    /// The part of the delay in cells, including clock to output and setup.
    pub logic_ns: f64,
    /// The part of the delay in wires; 0 where there is no layout.
    pub routing_ns: f64,
    /// Cells between the two ends.
    pub levels: usize,
}

/// One run of place and route, or of static timing analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    /// Seed of place and route; `None` for static timing analysis.
    pub seed: Option<u32>,
    /// Highest frequency.
    pub mhz: f64,
    /// The path that limits the frequency.
    pub path: WorstPath,
}

/// The clock of a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Clock {
    /// Median frequency of the runs; for an even number of runs, the lower of the two in the middle.
    pub mhz: f64,
    /// Requested period.
    pub asked_ns: f64,
    /// Slack against the requested period at the median frequency.
    pub slack_ns: f64,
    /// Worst path of the median run.
    pub path: WorstPath,
    /// Every run.
    pub runs: Vec<Run>,
}

impl fmt::Display for WorstPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.from, self.to)?;
        match self.answers.is_empty() {
            true => Ok(()),
            false => write!(f, " through the answer {}", self.answers.join(", ")),
        }
    }
}

impl Clock {
    pub(crate) fn of(runs: Vec<Run>, asked_ns: f64) -> Option<Self> {
        let mut ordered: Vec<&Run> = runs.iter().collect();
        ordered.sort_by(|one, other| one.mhz.total_cmp(&other.mhz));
        let median = (*ordered.get(ordered.len().checked_sub(1)? / 2)?).clone();
        Some(Self {
            mhz: median.mhz,
            asked_ns,
            slack_ns: asked_ns - 1000.0 / median.mhz,
            path: median.path,
            runs,
        })
    }
}

/// Translates names of the finished netlist, which timing reports use, into names of the Verilog.
pub(crate) struct Names<'a> {
    netlist: &'a Netlist,
    harness: &'a Harness,
    best: HashMap<u64, String>,
    /// Flip-flops by the net of their data input.
    registers: HashMap<u64, &'a Cell>,
    /// Bits of inputs that answer outputs of the cycle, by their nets.
    answers: HashMap<u64, usize>,
}

/// Names of output pins and of flip-flops' data pins in the libraries that Heddle knows.
const OUTPUTS: [&str; 5] = ["Q", "QN", "O", "Z", "Y"];
const DATA: [&str; 3] = ["D", "DI", "M"];

/// Suffixes that place and route adds to the names of cells.
const PACKED: [&str; 3] = ["_LC", "_DFFLC", "_CARRY"];

impl<'a> Names<'a> {
    pub fn new(netlist: &'a Netlist, harness: &'a Harness) -> Self {
        let registers = netlist.cells().filter(|(_, cell)| cell.net("Q").is_some());
        let by_data = registers.filter_map(|(_, cell)| {
            let data = DATA.iter().find_map(|pin| cell.net(pin))?;
            Some((data, cell))
        });
        Self {
            netlist,
            harness,
            best: netlist.names(),
            registers: by_data.collect(),
            answers: netlist
                .bits(ANSWER)
                .map(|(bit, number)| (number, bit))
                .collect(),
        }
    }

    /// The cell of the harness's reset register.
    pub fn reset(&self) -> Option<&str> {
        let is_reset = |cell: &Cell| {
            let out = cell.net("Q").and_then(|net| self.best.get(&net));
            out.is_some_and(|name| name == "rst_q")
        };
        let mut cells = self.netlist.cells();
        cells.find(|(_, cell)| is_reset(cell)).map(|(name, _)| name)
    }

    /// The cell of the netlist that a timing report names.
    fn found(&self, cell: &str) -> Option<&'a Cell> {
        let stems = PACKED.iter().filter_map(|suffix| cell.strip_suffix(suffix));
        let mut names = std::iter::once(cell).chain(stems);
        names.find_map(|name| self.netlist.cell(name))
    }

    /// The inputs that the cells of a path give in answer to outputs.
    pub fn answers<'c>(&self, path: impl Iterator<Item = &'c str>) -> Vec<String> {
        let input = |cell: &str| {
            let cell = self.found(cell)?;
            let mut nets = OUTPUTS.iter().filter_map(|pin| cell.net(pin));
            let bit = nets.find_map(|net| self.answers.get(&net))?;
            self.harness.port_of(true, *bit)
        };
        path.filter_map(input).collect()
    }

    /// The register, memory or port at which a path begins or ends.
    pub fn end(&self, cell: &str) -> String {
        let found = self.found(cell);
        let net = found.and_then(|cell| self.register_net(cell));
        match net.and_then(|net| self.best.get(&net)) {
            Some(name) if stem(name) == name => self.told(name),
            _ => self.told(stem(cell)),
        }
    }

    /// The net of the cell's output, or, for a LUT packed with a flip-flop, of that flip-flop's output.
    fn register_net(&self, cell: &Cell) -> Option<u64> {
        let out = OUTPUTS.iter().find_map(|pin| cell.net(pin))?;
        let packed = self.registers.get(&out).filter(|_| cell.net("Q").is_none());
        packed.map_or(Some(out), |register| register.net("Q"))
    }

    /// The name without the harness: registers of the harness are shown as ports of the unit.
    fn told(&self, name: &str) -> String {
        if let Some(own) = name.strip_prefix(&format!("{INSTANCE}.")) {
            return own.to_owned();
        }
        let bit = |stem: &str| {
            let rest = name.strip_prefix(stem)?;
            let index = rest
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'));
            index.map_or(Some(0), |index| index.parse().ok())
        };
        let port = |stem, is_input| self.harness.port_of(is_input, bit(stem)?);
        let port = port("in_q", true).or_else(|| port("out_q", false));
        match port {
            Some(port) => format!("port {port}"),
            None if name == "rst_q" => "reset".into(),
            None => format!("harness {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_a_run() {
        let run = |mhz| Run {
            seed: Some(1),
            mhz,
            path: WorstPath::default(),
        };
        let clock = |all: &[f64]| Clock::of(all.iter().copied().map(run).collect(), 10.0);
        assert_eq!(
            clock(&[90.0, 50.0, 80.0]).map(|clock| clock.mhz),
            Some(80.0)
        );
        assert_eq!(clock(&[90.0, 80.0]).map(|clock| clock.mhz), Some(80.0));
        assert_eq!(clock(&[100.0]).map(|clock| clock.slack_ns), Some(0.0));
        assert_eq!(clock(&[]), None);
    }
}
