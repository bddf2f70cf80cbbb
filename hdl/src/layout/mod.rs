//! Decisions about the Verilog text that do not concern the hardware: names of signals and of widths,
//! layouts of arrays, whether a value is written in place or gets a `_d` wire, and the places of
//! instances.
//!
//! The checks use these decisions to know how the text will look; the emitter only prints.

mod arrays;
mod banks;
mod instances;
mod kinds;
mod lines;
mod memories;
mod read_ports;
mod select;
mod text;
mod widths;

pub(crate) use arrays::write_ports;
pub(crate) use banks::Bank;
pub(crate) use instances::{name as instance_name, position as instance_position};
pub(crate) use lines::listed;
pub(crate) use memories::{WRAPPERS, WriteWires};
pub(crate) use read_ports::ReadPort;
pub(crate) use text::{Text, variable};
pub(crate) use widths::{Width, WidthName, Widths};

use crate::builder::Graph;
use crate::builder::graph::{DriveId, ExprId, Kind, Mode, Repeat, SignalId};
use crate::style::Style;

/// Characters in a line.
pub(crate) const LINE: usize = 100;
/// The most characters of a register's next value without a `_d` wire.
const SHORT: usize = 48;

/// How a signal is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayLayout {
    /// Not an array.
    Vector,
    /// One vector that holds all elements, element 0 lowest.
    Packed,
    /// A Verilog array.
    Unpacked,
    /// A Verilog array for each of several write ports, and a vector that says which one holds the
    /// live value of an entry.
    Banks(usize),
}

/// The names of the loops around a signal's declaration, as they precede the signal's own name.
pub(crate) fn path(graph: &Graph, signal: SignalId) -> String {
    let signal = &graph.signals[signal];
    let labels = graph
        .chain(signal.scope)
        .filter_map(|scope| match &graph.scopes[scope].repeat {
            Repeat::Each { label, .. } => Some(format!("g_{label}.")),
            _ => None,
        });
    let outermost_first = labels.collect::<Vec<_>>().into_iter().rev();
    outermost_first.collect()
}

/// The decisions of one module.
pub(crate) struct Layout {
    /// Verilog names by signal.
    names: Vec<String>,
    layouts: Vec<ArrayLayout>,
    /// By signal: whether it is only read by index.
    indexed: Vec<bool>,
    pub(crate) style: Style,
    /// By signal: the driver that is written in the port list of an instance, instead of a wire.
    connections: Vec<Option<DriveId>>,
    /// By driver: whether the loaded value has a `_d` wire.
    next_wires: Vec<bool>,
    /// Read ports of memories, if the memory style needs them.
    read_ports: Vec<ReadPort>,
    pub(crate) widths: Widths,
}

impl Layout {
    pub(crate) fn new(graph: &Graph, style: Style) -> Self {
        Self {
            widths: Widths::new(graph),
            ..Self::with_numbers(graph, style)
        }
    }

    /// The layout with numbers instead of width names: whether a value needs a name or a `_d` wire does not depend on these.
    pub(crate) fn with_numbers(graph: &Graph, style: Style) -> Self {
        let indexed = arrays::indexed(graph);
        let mut layout = Self {
            style,
            names: graph.signals.iter().map(|(_, s)| s.verilog()).collect(),
            layouts: arrays::layouts(graph, &indexed, style.memory),
            indexed,
            connections: instances::connections(graph),
            next_wires: vec![false; graph.drives.len()],
            read_ports: memories::ports(graph, style.memory),
            widths: Widths::default(),
        };
        layout.next_wires = layout.decide_next_wires(graph);
        layout
    }

    pub(crate) fn name(&self, signal: SignalId) -> &str {
        &self.names[signal.index()]
    }

    pub(crate) fn array_layout(&self, signal: SignalId) -> ArrayLayout {
        self.layouts[signal.index()]
    }

    /// Whether a signal is only read by index, like a memory.
    pub(crate) fn is_indexed(&self, signal: SignalId) -> bool {
        self.indexed[signal.index()]
    }

    /// The driver that is written in an instance's port list in place of a wire.
    pub(crate) fn connection(&self, signal: SignalId) -> Option<DriveId> {
        self.connections[signal.index()]
    }

    /// The name of the wire with the next value of a register, if it has one.
    pub(crate) fn next_wire(&self, graph: &Graph, drive: DriveId) -> Option<String> {
        let register = &graph.signals[graph.drives[drive].target.signal];
        self.next_wires[drive.index()].then(|| format!("{}_d", register.name))
    }

    /// A register gets a `_d` wire if its only driver loads a long expression.
    fn decide_next_wires(&self, graph: &Graph) -> Vec<bool> {
        let mut drivers = vec![0; graph.signals.len()];
        for (_, drive) in graph.drives.iter() {
            drivers[drive.target.signal.index()] += 1;
        }
        let text = Text::new(graph, self);
        let sizes = graph.text_sizes();
        let is_long =
            |value: ExprId| sizes[value.index()] > SHORT as u64 || text.flat(value).len() > SHORT;
        let wants = |(_, drive): (DriveId, &crate::builder::graph::Drive)| {
            matches!(drive.mode, Mode::Next { .. })
                && drivers[drive.target.signal.index()] == 1
                && is_long(drive.value)
        };
        graph.drives.iter().map(wants).collect()
    }
}

impl crate::builder::graph::Signal {
    /// The name with its suffix.
    fn verilog(&self) -> String {
        let suffix = match &self.kind {
            Kind::Input(_) => "_i",
            Kind::Output(_) => "_o",
            Kind::Register { .. } | Kind::Memory { .. } => "_q",
            _ => "",
        };
        format!("{}{suffix}", self.name)
    }
}
