//! Which values are written directly in the port list of an instance, and the place of the instance.

use crate::builder::Graph;
use crate::builder::graph::{
    DriveId, Element, Instance, InstanceId, Item, Kind, Mode, ScopeId, SignalId,
};

/// The driver of each instance input that is driven as a whole in the instance's own scope.
pub(super) fn connections(graph: &Graph) -> Vec<Option<DriveId>> {
    let mut drivers: Vec<Vec<DriveId>> = vec![Vec::new(); graph.signals.len()];
    for (id, drive) in graph.drives.iter() {
        drivers[drive.target.signal.index()].push(id);
    }
    let connection = |(id, _): (SignalId, _)| match drivers[id.index()][..] {
        [only] if is_whole(graph, id, only) => Some(only),
        _ => None,
    };
    graph.signals.iter().map(connection).collect()
}

fn is_whole(graph: &Graph, signal: SignalId, drive: DriveId) -> bool {
    let Kind::InstanceInput(instance) = graph.signals[signal].kind else {
        return false;
    };
    let drive = &graph.drives[drive];
    matches!(drive.target.element, Element::All)
        && matches!(drive.mode, Mode::Assign)
        && drive.target.width as usize == graph.signals[signal].total_bits()
        && drive.scope == graph.instances[instance].scope
}

/// Position in its scope after which an instance is written: the last item that drives it.
pub(crate) fn position(graph: &Graph, instance: InstanceId) -> usize {
    let items = &graph.scopes[graph.instances[instance].scope].items;
    let last = items
        .iter()
        .rposition(|item| concerns(graph, item, instance));
    last.expect("an instance is an item of its scope")
}

fn concerns(graph: &Graph, item: &Item, instance: InstanceId) -> bool {
    match *item {
        Item::Instance(id) => id == instance,
        Item::Drive(id) => drives(graph, id, instance),
        Item::Loop(scope) => contains(graph, scope, instance),
        _ => false,
    }
}

fn contains(graph: &Graph, scope: ScopeId, instance: InstanceId) -> bool {
    let items = &graph.scopes[scope].items;
    items.iter().any(|item| concerns(graph, item, instance))
}

fn drives(graph: &Graph, drive: DriveId, instance: InstanceId) -> bool {
    let target = graph.drives[drive].target.signal;
    matches!(graph.signals[target].kind, Kind::InstanceInput(id) if id == instance)
}

/// `u_unit`; includes the label if the module has several instances of the unit.
pub(crate) fn name(graph: &Graph, instance: InstanceId) -> String {
    let Instance { unit, label, .. } = &graph.instances[instance];
    let several = graph
        .instances
        .iter()
        .filter(|(_, other)| other.unit == *unit)
        .count()
        > 1;
    if several {
        format!("u_{unit}_{label}")
    } else {
        format!("u_{unit}")
    }
}
