//! One mutation of a netlist, as listed by Yosys.

use crate::verilated::Verilog;
use serde::Serialize;
use std::fmt;

/// The change of a bit of a cell's port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The bit is inverted.
    Invert,
    /// The bit is stuck at 0.
    Stuck0,
    /// The bit is stuck at 1.
    Stuck1,
    /// The bit is inverted while another bit of the same port is 0.
    InvertIf0,
    /// The bit is inverted while another bit of the same port is 1.
    InvertIf1,
}

impl Change {
    /// The change with a name of Yosys.
    fn named(mode: &str) -> Option<Self> {
        match mode {
            "inv" => Some(Self::Invert),
            "const0" => Some(Self::Stuck0),
            "const1" => Some(Self::Stuck1),
            "cnot0" => Some(Self::InvertIf0),
            "cnot1" => Some(Self::InvertIf1),
            _ => None,
        }
    }
}

/// The position that Yosys gives to a cell that corresponds to no single piece of text.
const NOWHERE: &str = ":0.0-0.0";

/// A mutation of the flattened netlist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mutant {
    /// Number within its run; the first one is 1.
    pub id: usize,
    /// The change.
    pub mode: Change,
    /// Module whose source contains the cell.
    pub module: String,
    /// Cell of the netlist.
    pub cell: String,
    /// Port of the cell.
    pub port: String,
    /// Bit of the port.
    pub bit: u32,
    /// The other bit of the port, on which the change depends.
    pub other_bit: Option<u32>,
    /// Name and bit of the signal at the port's bit, if it has a name.
    pub signal: Option<String>,
    /// Location in the Verilog: `FILE:LINE.COLUMN-LINE.COLUMN`, or the file alone.
    #[serde(rename = "where")]
    pub place: String,
    /// The Verilog at this place, up to the end of its first line.
    pub verilog: String,
    /// The options of Yosys' `mutate` that make the mutant.
    #[serde(skip)]
    pub(super) options: String,
}

impl Mutant {
    /// Reads a line of `mutate -list`; the mutant has no number yet. `None` if the line is no mutation.
    pub(super) fn parse(line: &str, verilog: &Verilog) -> Option<Self> {
        let (_, options) = line.split_once("-mode ")?;
        let options = format!("-mode {options}");
        let words: Vec<&str> = options.split_whitespace().collect();
        let after = |option: &str| {
            let at = words.iter().position(|word| *word == option)?;
            words.get(at + 1).copied()
        };
        let number = |option| after(option).and_then(|bit| bit.parse::<u32>().ok());
        // The line gives the places of signal and instance before that of the cell.
        let place = words.iter().rposition(|word| *word == "-src");
        let place = place
            .and_then(|at| words.get(at + 1))
            .copied()
            .filter(|place| *place != NOWHERE && !place.is_empty());
        // A buffer that was inserted at a port comes from no text: it belongs to the module that has the port.
        let own = format!("{}.v", verilog.top);
        let place = place.unwrap_or(&own);
        Some(Self {
            id: 0,
            mode: Change::named(after("-mode")?)?,
            module: place.split_once(".v").map_or("", |(file, _)| file).into(),
            cell: after("-cell")?.into(),
            port: after("-port")?.into(),
            bit: number("-portbit")?,
            other_bit: number("-ctrlbit"),
            signal: after("-wire")
                .zip(number("-wirebit"))
                .map(|(wire, bit)| format!("{wire}[{bit}]")),
            place: place.trim_end_matches(NOWHERE).into(),
            verilog: text_at(place, verilog).unwrap_or_default(),
            options,
        })
    }

    /// The kind of the cell: an operator of Yosys such as `$and`, the pass that made it, or the name of a memory.
    fn kind(&self) -> &str {
        let own = self
            .cell
            .rsplit_once(".$")
            .map_or(self.cell.as_str(), |(_, own)| own);
        let own = own.trim_start_matches('$');
        let (kind, pass) = own.split_once('$').unwrap_or((own, ""));
        match pass.split_once(".cc:") {
            Some((pass, _)) if kind == "auto" => pass,
            _ => kind,
        }
    }

    #[cfg(test)]
    pub(super) fn example() -> Self {
        let line = "mutate -mode cnot0 -module top -cell $flatten\\u_low.$and$low.v:2$7 -port Y \
                    -portbit 3 -ctrlbit 1 -wire u_low.x -wirebit 3 -src low.v:1.6-1.7 \
                    -src top.v:9.1-9.9 -src low.v:2.12-2.17";
        let file = crate::verilated::VerilogFile {
            name: "low.v".into(),
            text: "wire x;\nassign x = a & b;\n".into(),
        };
        let verilog = Verilog {
            top: "top".into(),
            files: vec![file],
        };
        Self::parse(line, &verilog).expect("a mutation")
    }
}

/// The changed bit and its change: `u_low.x[3] (Y[3] of and) inverted if Y[1] is 0`.
impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let port = &self.port;
        let own = format!("{port}[{}] of {}", self.bit, self.kind());
        match &self.signal {
            Some(signal) => write!(f, "{signal} ({own})")?,
            None => write!(f, "{own}")?,
        }
        let other = self.other_bit.unwrap_or_default();
        match self.mode {
            Change::Invert => write!(f, " inverted"),
            Change::Stuck0 => write!(f, " is 0"),
            Change::Stuck1 => write!(f, " is 1"),
            Change::InvertIf0 => write!(f, " inverted if {port}[{other}] is 0"),
            Change::InvertIf1 => write!(f, " inverted if {port}[{other}] is 1"),
        }
    }
}

/// The Verilog at a place, up to the end of its first line.
fn text_at(place: &str, verilog: &Verilog) -> Option<String> {
    let (file, range) = place.split_once(':')?;
    let file = verilog.files.iter().find(|known| known.name == file)?;
    let (from, to) = range.split_once('-')?;
    let point = |text: &str| -> Option<(usize, usize)> {
        let (line, column) = text.split_once('.')?;
        let before = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
        Some((before(line)?, before(column)?))
    };
    let ((line, start), (last_line, end)) = (point(from)?, point(to)?);
    let text = file.text.lines().nth(line)?;
    let end = if last_line == line { end } else { text.len() };
    Some(text.get(start..end.min(text.len()))?.trim().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutation_is_read() {
        let mutant = Mutant::example();
        assert_eq!(mutant.mode, Change::InvertIf0);
        assert_eq!((mutant.module.as_str(), mutant.port.as_str()), ("low", "Y"));
        assert_eq!((mutant.bit, mutant.other_bit), (3, Some(1)));
        assert_eq!(mutant.place, "low.v:2.12-2.17");
        assert_eq!(mutant.verilog, "a & b");
        assert!(mutant.options.starts_with("-mode cnot0 -module top -cell"));
    }

    #[test]
    fn people_are_told_what_it_is() {
        let text = "u_low.x[3] (Y[3] of and) inverted if Y[1] is 0";
        assert_eq!(Mutant::example().to_string(), text);
        let memory = Mutant {
            cell: "pc_q".into(),
            signal: None,
            mode: Change::Stuck1,
            ..Mutant::example()
        };
        assert_eq!(memory.to_string(), "Y[3] of pc_q is 1");
    }

    #[test]
    fn text_ends_with_its_first_line() {
        let verilog = Verilog {
            top: "t".into(),
            files: vec![crate::verilated::VerilogFile {
                name: "t.v".into(),
                text: "  if (a) begin\n    x <= y;\n  end\n".into(),
            }],
        };
        assert_eq!(
            text_at("t.v:1.3-3.6", &verilog).as_deref(),
            Some("if (a) begin")
        );
        assert_eq!(text_at("other.v:1.3-3.6", &verilog), None);
        assert_eq!(text_at("t.v:0.3-3.6", &verilog), None);
        assert_eq!(text_at("", &verilog), None);
    }

    #[test]
    fn other_lines_are_no_mutations() {
        let verilog = Verilog {
            top: "t".into(),
            files: Vec::new(),
        };
        assert_eq!(Mutant::parse("", &verilog), None);
        assert_eq!(Mutant::parse("mutate -mode none", &verilog), None);
    }
}
