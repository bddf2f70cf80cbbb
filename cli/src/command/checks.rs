//! What searches during a run have found: races, barrier divergence, edges outside of the graph.

use crate::failure::Failure;
use crate::output;
use heddle_sim::Report;

/// Prints races, barrier divergence and edges outside of the graph, if a search for them was requested.
pub fn show(report: &Report) -> Result<(), Failure> {
    if let Some(races) = &report.races {
        output::line(&format!("races: {races}"))?;
    }
    if let Some(parted) = &report.barrier_divergence {
        output::line(&format!("barrier divergence: {parted}"))?;
    }
    match &report.flow {
        Some(flow) => output::line(&format!("control flow: {flow}")),
        None => Ok(()),
    }
}

/// A failure if a requested search found edges outside of the graph, races or barrier divergence. A run that failed otherwise names
/// such an edge too, since it may be the cause.
pub fn checked(report: &Report) -> Result<(), Failure> {
    in_graph(report)?;
    race_free(report)?;
    together(report)
}

fn in_graph(report: &Report) -> Result<(), Failure> {
    match &report.flow {
        Some(flow) if !flow.is_inside() => Err(Failure::ran(flow).help(
            "the reconvergence points of this run are those of a graph without these edges; link with -Wl,--emit-relocs, \
             or build with -fno-jump-tables -fno-optimize-sibling-calls",
        )),
        _ => Ok(()),
    }
}

fn race_free(report: &Report) -> Result<(), Failure> {
    match &report.races {
        Some(races) if !races.is_empty() => Err(Failure::ran(format!(
            "{} accesses raced with earlier ones",
            races.accesses
        ))
        .help(
            "order them by a barrier or by launches, or make both atomic; memory may differ \
               between mechanisms",
        )),
        _ => Ok(()),
    }
}

fn together(report: &Report) -> Result<(), Failure> {
    match &report.barrier_divergence {
        Some(parted) if !parted.is_empty() => Err(Failure::ran(format!(
            "threads of a block came to different barriers, or left before one, at {} openings",
            parted.openings
        ))
        .help(
            "OpenCL and CUDA demand that all threads of a block reach each barrier: \
             move it out of the condition, or let threads without work go on to it",
        )),
        _ => Ok(()),
    }
}
