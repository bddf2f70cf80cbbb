//! Designs to be compiled.

use heddle_contract::{Direction, Kind, Port};

/// Name of the clock port.
pub const CLOCK: &str = "clk_i";

/// Name of the reset port: synchronous, active high.
pub const RESET: &str = "rst_i";

/// A port with its name in Verilog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Name with its direction suffix.
    pub name: String,
    /// Shape of the port; determines its words at the border.
    pub kind: Kind,
}

impl Pin {
    /// The Verilog port of a contract's port.
    pub fn of(port: &Port, direction: Direction) -> Self {
        Self {
            name: format!("{}{}", port.name, direction.suffix()),
            kind: port.kind,
        }
    }

    /// The Verilog ports of a contract's bundle.
    pub fn all(ports: &[Port], direction: Direction) -> Vec<Self> {
        ports.iter().map(|port| Self::of(port, direction)).collect()
    }
}

/// A Verilog file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerilogFile {
    /// File name, without folders.
    pub name: String,
    /// Text.
    pub text: String,
}

/// A design as Verilog text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verilog {
    /// Name of the top module.
    pub top: String,
    /// All files.
    pub files: Vec<VerilogFile>,
}

/// A design and the ports of its top module: inputs, outputs, held ones, [`CLOCK`], [`RESET`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The design.
    pub verilog: Verilog,
    /// Input ports in the order of the border.
    pub inputs: Vec<Pin>,
    /// Output ports in the order of the border.
    pub outputs: Vec<Pin>,
    /// Input ports whose value is given with each model and is constant from before its reset to its
    /// end.
    pub held: Vec<Pin>,
    /// Whether the model can write a waveform.
    pub trace: bool,
    /// Whether the clock is driven level by level with Verilator's `eval`, also where the design has one clock and a cycle could
    /// be two calls. A model that can write a waveform always is.
    pub by_level: bool,
}

/// Number of words that these ports take at the border.
pub(super) fn words(pins: &[Pin]) -> usize {
    pins.iter().map(|pin| pin.kind.words()).sum()
}
