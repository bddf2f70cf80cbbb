//! Checks of a recorded module before anything is printed.

use crate::build::Graph;
use crate::error::Error;
use crate::shape::Shape;

/// All mistakes of a module.
pub(crate) fn check(graph: &Graph, _shape: &Shape) -> Vec<Error> {
    graph.errors.clone()
}
