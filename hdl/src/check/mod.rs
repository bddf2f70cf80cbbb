//! Checks of a recorded module before anything is printed: all mistakes at once.
//!
//! First what can be told from the recorded text (names, scopes, anonymous expressions), then what
//! needs the expanded netlist. Where loops are mixed up, something has no bits at all, or an
//! expression is written so often that it fills the memory, the checks of the netlist wait until
//! that is repaired.

mod anonymous;
mod coverage;
mod elaborate;
mod leaves;
mod names;
mod netlist;
mod paths;
mod scopes;

pub(crate) use netlist::Netlist;

use crate::build::Graph;
use crate::error::{Anonymous, Error, Reason};
use crate::shape::Shape;

/// Length of an expression that cannot be meant.
const BOUNDLESS: usize = 100_000;

/// The netlist of a module without mistakes.
///
/// # Errors
/// All mistakes, in the order of the checks.
pub(crate) fn check(graph: &Graph, shape: &Shape) -> Result<Netlist, Vec<Error>> {
    let mut errors = graph.errors.clone();
    errors.extend(names::names(graph, shape));
    errors.extend(anonymous::anonymous(graph));
    let confused = scopes::scopes(graph, shape);
    if !confused.is_empty() || errors.iter().any(no_netlist) {
        errors.extend(confused);
        return Err(errors);
    }
    let (net, mut found) = elaborate::elaborate(graph);
    found.extend(coverage::undriven(graph, &net, &found));
    found.extend(coverage::unused(graph, &net));
    let paths = paths::Paths {
        graph,
        shape,
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

/// Mistakes after which there is nothing to expand.
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
