//! Rows of registers are written in one way.

use crate::build::graph::{Graph, Kind, Mode, SignalId};
use crate::error::{Error, Reason};

/// Registers that are written by index and loaded directly, or written by index and reset.
pub(super) fn registers(graph: &Graph) -> Vec<Error> {
    let writes = |id: SignalId, wanted: bool| {
        let of = graph
            .drives
            .iter()
            .filter(move |(_, drive)| drive.target.signal == id);
        let mut matching =
            of.filter(move |(_, drive)| matches!(drive.mode, Mode::Write { .. }) == wanted);
        matching.next().map(|(_, drive)| drive.at)
    };
    let mut errors = Vec::new();
    for (id, signal) in graph.signals.iter() {
        let has_reset = matches!(signal.kind, Kind::Register { reset: Some(_) });
        let Some(written) = writes(id, true) else {
            continue;
        };
        let name = || signal.name.clone();
        let reason = match (writes(id, false), has_reset) {
            (Some(_), _) => Reason::MixedWrites { signal: name() },
            (None, true) => Reason::ResetOfWritten { signal: name() },
            (None, false) => continue,
        };
        errors.push(Error {
            unit: graph.contract.name,
            at: written,
            reason,
        });
    }
    errors
}
