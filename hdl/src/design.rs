//! A unit with everything below it, checked and printed.

use crate::build::graph::Instance;
use crate::build::ports::{key, record};
use crate::build::{Graph, Hardware};
use crate::error::{Error, Errors};
use crate::shape::Shape;
use crate::{check, emit};
use std::panic::Location;

/// The Verilog of a unit and of all units inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Children before parents, each module once; the unit itself is last.
    pub modules: Vec<Module>,
}

/// One Verilog module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Name; the file is `name.v`.
    pub name: String,
    /// Verilog-2005.
    pub verilog: String,
}

impl Module {
    /// The file that holds the module.
    pub fn file_name(&self) -> String {
        format!("{}.v", self.name)
    }
}

/// One configuration of a unit.
#[derive(Clone, PartialEq, Eq)]
struct Identity {
    unit: &'static str,
    key: Vec<u64>,
}

impl Identity {
    fn of(instance: &Instance) -> Self {
        let key = instance.key.clone();
        Self {
            unit: instance.unit,
            key,
        }
    }
}

/// Everything that is recorded, children before parents.
#[derive(Default)]
struct Recorded {
    modules: Vec<(Identity, Graph)>,
}

impl Recorded {
    fn add(&mut self, identity: Identity, graph: Graph) {
        for (_, instance) in graph.instances.iter() {
            let child = Identity::of(instance);
            if !self.modules.iter().any(|(known, _)| *known == child) {
                self.add(child, (instance.record)());
            }
        }
        self.modules.push((identity, graph));
    }

    /// Plain where the unit has one configuration here; otherwise with the values of the
    /// parameters in which the configurations differ.
    fn name(&self, identity: &Identity) -> String {
        let same: Vec<&(Identity, Graph)> = self
            .modules
            .iter()
            .filter(|(other, _)| other.unit == identity.unit)
            .collect();
        let params = &same[0].1.contract.params;
        let mut name = identity.unit.to_owned();
        for (at, param) in params.iter().enumerate() {
            if same
                .iter()
                .any(|(other, _)| other.key[at] != identity.key[at])
            {
                name += &format!("_{}_{}", param.name, identity.key[at]);
            }
        }
        name
    }

    fn print(&self, identity: &Identity, graph: &Graph, shape: &Shape) -> Module {
        let children: Vec<String> = graph
            .instances
            .iter()
            .map(|(_, instance)| self.name(&Identity::of(instance)))
            .collect();
        let name = self.name(identity);
        let verilog = emit::verilog(graph, shape, &name, &children);
        Module { name, verilog }
    }
}

impl Design {
    /// The design of a unit in one configuration.
    ///
    /// A unit that occurs in one configuration is a module of the unit's own name. Where a design
    /// holds several configurations of a unit, their modules' names carry the parameters in which
    /// they differ: `unified_arbiter_lanes_8` beside `unified_arbiter_lanes_32`.
    ///
    /// # Errors
    /// All mistakes in the description of the unit and of its children.
    #[track_caller]
    pub fn of<U: Hardware>(p: &U::Params) -> Result<Self, Errors> {
        let mut recorded = Recorded::default();
        let identity = Identity {
            unit: U::NAME,
            key: key::<U>(p),
        };
        recorded.add(identity, record::<U>(p, Location::caller()));
        let shapes: Vec<Shape> = recorded
            .modules
            .iter()
            .map(|(_, g)| Shape::new(g))
            .collect();
        let errors: Vec<Error> = recorded
            .modules
            .iter()
            .zip(&shapes)
            .flat_map(|((_, graph), shape)| check::check(graph, shape))
            .collect();
        if !errors.is_empty() {
            return Err(Errors(errors));
        }
        let print = |((identity, graph), shape): (&(Identity, Graph), &Shape)| {
            recorded.print(identity, graph, shape)
        };
        let modules = recorded.modules.iter().zip(&shapes).map(print).collect();
        Ok(Self { modules })
    }

    /// The unit's own module.
    pub fn top(&self) -> &Module {
        self.modules.last().expect("a design holds its unit")
    }
}
