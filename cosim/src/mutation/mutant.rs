//! One mutation of a netlist, as Yosys lists it.

use crate::verilated::Verilog;
use serde::Serialize;

/// What is done to a bit of a cell's port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// It is inverted.
    Invert,
    /// It is 0.
    Stuck0,
    /// It is 1.
    Stuck1,
    /// It is inverted while another bit of the same port is 0.
    InvertIf0,
    /// It is inverted while another bit of the same port is 1.
    InvertIf1,
}

impl Change {
    /// The change that Yosys calls so.
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

/// A mutation of the flattened netlist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mutant {
    /// Number within its run; the first one is 1.
    pub id: usize,
    /// What is done.
    pub mode: Change,
    /// Module whose source holds the cell.
    pub module: String,
    /// Cell of the netlist, instances before it.
    pub cell: String,
    /// Port of the cell.
    pub port: String,
    /// Bit of the port.
    pub bit: usize,
    /// The other bit of the port that decides.
    pub other_bit: Option<usize>,
    /// Signal and bit that the port's bit is known as, if it has a name.
    pub wire: Option<String>,
    /// Place in the Verilog: `FILE:LINE.COLUMN-LINE.COLUMN`.
    pub place: String,
    /// The Verilog there, up to the end of its first line.
    pub text: String,
    /// The options of Yosys' `mutate` that make it.
    #[serde(skip)]
    pub(super) options: String,
}

impl Mutant {
    /// Reads a line of `mutate -list`, without number; nothing if it is none.
    pub(super) fn parse(line: &str, verilog: &Verilog) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |option: &str| {
            let at = words.iter().position(|word| *word == option)?;
            words.get(at + 1).copied()
        };
        // The places of signal and instance come before that of the cell.
        let at = words.iter().rposition(|word| *word == "-src");
        let place = at.and_then(|at| words.get(at + 1)).copied().unwrap_or("");
        let wire = after("-wire").map(|name| match after("-wirebit") {
            Some(bit) => format!("{name}[{bit}]"),
            None => name.into(),
        });
        Some(Self {
            id: 0,
            mode: Change::named(after("-mode")?)?,
            module: place.split_once(".v:").map_or("", |(file, _)| file).into(),
            cell: after("-cell")?.into(),
            port: after("-port")?.into(),
            bit: after("-portbit")?.parse().ok()?,
            other_bit: after("-ctrlbit").and_then(|bit| bit.parse().ok()),
            wire,
            place: place.into(),
            text: text_at(place, verilog).unwrap_or_default(),
            options: words.get(words.iter().position(|word| *word == "-mode")?..)?.join(" "),
        })
    }
}

/// The Verilog at a place, up to the end of its first line.
fn text_at(place: &str, verilog: &Verilog) -> Option<String> {
    let (file, range) = place.split_once(':')?;
    let file = verilog.files.iter().find(|known| known.name == file)?;
    let (from, to) = range.split_once('-')?;
    let number = |text: &str| text.parse::<usize>().ok();
    let point = |text: &str| -> Option<(usize, usize)> {
        let (line, column) = text.split_once('.')?;
        Some((number(line)?.checked_sub(1)?, number(column)?.checked_sub(1)?))
    };
    let ((line, start), (last_line, end)) = (point(from)?, point(to)?);
    let text = file.text.lines().nth(line)?;
    let end = if last_line == line { end.min(text.len()) } else { text.len() };
    Some(text.get(start..end)?.trim().into())
}
