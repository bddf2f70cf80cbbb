//! Checks of a recorded module before anything is printed: all mistakes at once.
//!
//! First come the checks on the recorded module (names, scopes, anonymous expressions), then the checks that
//! need the expanded netlist. If loops are mixed up, a signal has no bits, or an
//! expression is written so often that it would fill the memory, the netlist is not checked until
//! the mistake is repaired.

mod anonymous;
mod coverage;
mod elaborate;
mod leaves;
mod names;
mod netlist;
mod paths;
mod scopes;

pub(crate) use netlist::Netlist;

use crate::builder::Graph;
use crate::error::{Anonymous, Error, Reason};
use crate::layout::Layout;

/// Length of an expression that cannot be intended.
const BOUNDLESS: usize = 100_000;

/// The netlist of a module without mistakes.
///
/// # Errors
/// All mistakes, in the order of the checks.
pub(crate) fn check(graph: &Graph, layout: &Layout) -> Result<Netlist, Vec<Error>> {
    let mut errors = graph.errors.clone();
    errors.extend(names::names(graph, layout));
    errors.extend(anonymous::anonymous(graph));
    let confused = scopes::scopes(graph, layout);
    if !confused.is_empty() || errors.iter().any(no_netlist) {
        errors.extend(confused);
        return Err(errors);
    }
    let (net, mut found) = elaborate::elaborate(graph);
    found.extend(coverage::undriven(graph, &net, &found));
    found.extend(coverage::unused(graph, &net));
    let paths = paths::Paths {
        graph,
        layout,
        net: &net,
    };
    found.extend(paths.loops());
    found.extend(paths.disagreements());
    errors.extend(found);
    if errors.is_empty() {
        Ok(net)
    } else {
        Err(errors)
    }
}

/// Whether a mistake makes expansion impossible.
fn no_netlist(error: &Error) -> bool {
    match &error.reason {
        Reason::TooDeep { .. } => true,
        Reason::Width { found, .. } => *found == 0,
        Reason::NeedsName {
            why: Anonymous::Long(length),
        } => *length > BOUNDLESS,
        _ => false,
    }
}
