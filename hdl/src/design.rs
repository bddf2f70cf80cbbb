//! A unit with all units below it, checked and printed.

use crate::builder::graph::{Contract, Instance, Kind};
use crate::builder::ports::{key, record};
use crate::builder::{Graph, Hardware};
use crate::check::Netlist;
use crate::count::{Storage, StorageKind, storage};
use crate::emit::Names;
use crate::error::{Caller, Error, Errors};
use crate::layout::{Layout, WRAPPERS, instance_name};
use crate::naming::Naming;
use crate::properties::{Checker, Subject};
use crate::style::Style;
use crate::{check, emit};
use heddle_contract::{Direction, Port};
use std::panic::Location;

/// The Verilog of a unit and of all units inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Children before parents, each module once; the unit itself is last. Wrappers of memories come first.
    pub modules: Vec<Module>,
    /// How the design is written; names clock and reset.
    pub style: Style,
}

/// One Verilog module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Name; the file is `name.v`.
    pub name: String,
    /// What the unit's contract says about the module; `None` for a memory wrapper.
    pub contract: Option<Contract>,
    /// Ports in the order of the Verilog, clock and reset first; empty for a memory wrapper, whose port widths are
    /// parameters.
    pub ports: Vec<ModulePort>,
    /// Storage of the module, without its instances.
    pub storage: Vec<Storage>,
    /// Names of the instantiated modules, once per instance; those of units come before wrappers of memories.
    pub instances: Vec<String>,
    /// Names of the instances of units, in the order of `instances`.
    pub instance_names: Vec<String>,
    /// The Verilog-2005 text of the module.
    pub verilog: String,
}

/// One port of a Verilog module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModulePort {
    /// Name with its suffix.
    pub name: String,
    /// Direction, seen from the module.
    pub direction: Direction,
    /// Width in bits; arrays are packed, element 0 lowest.
    pub width: usize,
    /// Heading of the group that the port belongs to.
    pub group: &'static str,
    /// What the port carries.
    pub doc: &'static str,
}

impl Module {
    /// The file that holds the module.
    pub fn file_name(&self) -> String {
        format!("{}.v", self.name)
    }

    /// Bits in flip-flops that count as storage, without instances.
    pub fn register_bits(&self) -> usize {
        self.bits(StorageKind::Register)
    }

    /// Bits that the source of the unit does not count, or that only the memory style needs, without
    /// instances.
    pub fn overhead_bits(&self) -> usize {
        self.bits(StorageKind::Overhead)
    }

    /// Bits in memories that count as storage, without instances; each stored bit once, whatever the memory style.
    pub fn memory_bits(&self) -> usize {
        self.bits(StorageKind::Memory)
    }

    fn bits(&self, kind: StorageKind) -> usize {
        let of_kind = self.storage.iter().filter(|storage| storage.kind == kind);
        of_kind.map(Storage::bits).sum()
    }
}

/// One configuration of a unit.
#[derive(Clone, PartialEq, Eq)]
struct Identity {
    unit: &'static str,
    role: Option<&'static str>,
    key: Vec<u64>,
}

impl Identity {
    fn of(instance: &Instance) -> Self {
        let key = instance.key.clone();
        Self {
            unit: instance.unit,
            role: instance.role,
            key,
        }
    }
}

/// A recorded module.
struct Recorded {
    identity: Identity,
    graph: Graph,
    layout: Layout,
}

/// Every recorded module once, children before parents.
struct Hierarchy {
    modules: Vec<Recorded>,
    style: Style,
    naming: Naming,
}

impl Hierarchy {
    fn of<U: Hardware>(p: &U::Params, style: Style, naming: &Naming, at: Caller) -> Self {
        let mut hierarchy = Hierarchy {
            modules: Vec::new(),
            style,
            naming: naming.clone(),
        };
        let key = key::<U>(p);
        let identity = Identity {
            unit: U::NAME,
            role: None,
            key,
        };
        hierarchy.add(identity, record::<U>(p, at));
        hierarchy
    }

    fn add(&mut self, identity: Identity, graph: Graph) {
        for (_, instance) in graph.instances.iter() {
            let child = Identity::of(instance);
            if self.modules.iter().all(|known| known.identity != child) {
                self.add(child, (instance.record)());
            }
        }
        let layout = Layout::new(&graph, self.style);
        self.modules.push(Recorded {
            identity,
            graph,
            layout,
        });
    }

    fn check(&self) -> Result<Vec<Netlist>, Errors> {
        let checked = self
            .modules
            .iter()
            .map(|m| check::check(&m.graph, &m.layout));
        let (mut nets, mut errors) = (Vec::new(), Vec::<Error>::new());
        for result in checked {
            match result {
                Ok(net) => nets.push(net),
                Err(found) => errors.extend(found),
            }
        }
        if errors.is_empty() {
            Ok(nets)
        } else {
            Err(Errors(errors))
        }
    }

    fn name(&self, identity: &Identity) -> String {
        let own = match self.naming.by_config {
            true => self.configured(identity),
            false => self.plain(identity),
        };
        self.naming.prefix.clone() + &own
    }

    fn configured(&self, identity: &Identity) -> String {
        let mut modules = self.modules.iter();
        let module = modules.find(|module| module.identity == *identity);
        let params = &module
            .expect("every instance is recorded")
            .graph
            .contract
            .params;
        Naming::configured(identity.unit, params, self.style)
    }

    /// The unit's name if the unit occurs in one configuration here; otherwise with the values of the
    /// parameters in which the configurations differ.
    fn plain(&self, identity: &Identity) -> String {
        let of_unit = || {
            let modules = self.modules.iter();
            let same = |m: &&Recorded| {
                (m.identity.unit, m.identity.role) == (identity.unit, identity.role)
            };
            modules.filter(same)
        };
        let params = of_unit().flat_map(|m| &m.graph.contract.params);
        let mut name = identity.unit.to_owned();
        if let Some(role) = identity.role {
            name += &format!("_{role}");
        }
        for (param, (at, value)) in params.zip(identity.key.iter().enumerate()) {
            if of_unit().any(|m| m.identity.key[at] != *value) {
                name += &format!("_{}_{value}", param.name);
            }
        }
        name
    }

    fn checker(&self, module: &Recorded) -> Checker {
        let contract = &module.graph.contract;
        let subject = Subject {
            module: self.name(&module.identity),
            style: self.style,
            unit: contract.name,
            source: contract.source,
            params: contract.params.clone(),
            ports: contract_ports(&module.graph),
        };
        Checker::beside(subject, (module.graph.properties)(), Vec::new())
    }

    fn print(&self, module: &Recorded, net: &Netlist) -> Module {
        let graph = &module.graph;
        let name = self.name(&module.identity);
        let instances = graph.instances.iter();
        let mut instances: Vec<String> = instances
            .map(|(_, instance)| self.name(&Identity::of(instance)))
            .collect();
        let prefix = &self.naming.prefix;
        let names = Names {
            module: &name,
            children: &instances,
            prefix,
        };
        let verilog = emit::verilog(graph, &module.layout, &names);
        let wrappers = module.layout.wrappers(graph).into_iter();
        instances.extend(wrappers.map(|wrapper| prefix.clone() + &wrapper));
        let named = graph.instances.iter();
        Module {
            instance_names: named.map(|(id, _)| instance_name(graph, id)).collect(),
            contract: Some(graph.contract.clone()),
            ports: ports(graph, &module.layout),
            storage: storage(graph, &module.layout, net),
            verilog,
            name,
            instances,
        }
    }
}

/// The wrappers of memories that these modules instantiate.
fn wrappers(modules: &[Module], prefix: &str) -> Vec<Module> {
    let module = |(own, verilog): (&str, &str)| {
        let name = format!("{prefix}{own}");
        Module {
            contract: None,
            ports: Vec::new(),
            storage: Vec::new(),
            instances: Vec::new(),
            instance_names: Vec::new(),
            verilog: verilog.replace(own, &name),
            name,
        }
    };
    let used = |wrapper: &Module| {
        let mut instances = modules.iter().flat_map(|module| &module.instances);
        instances.any(|used| *used == wrapper.name)
    };
    WRAPPERS.into_iter().map(module).filter(used).collect()
}

/// The ports of the contract, in its order.
fn contract_ports(graph: &Graph) -> Vec<(Direction, Port)> {
    let ports = graph.signals.iter();
    let ports = ports.filter_map(|(_, signal)| match &signal.kind {
        Kind::Input(port) => Some((Direction::In, port.clone())),
        Kind::Output(port) => Some((Direction::Out, port.clone())),
        _ => None,
    });
    ports.collect()
}

fn ports(graph: &Graph, layout: &Layout) -> Vec<ModulePort> {
    let input = |name: &str, doc| ModulePort {
        name: name.to_owned(),
        direction: Direction::In,
        width: 1,
        group: "clock and reset",
        doc,
    };
    let style = layout.style;
    let mut ports = vec![
        input(Style::CLOCK, "state commits at its rising edge"),
        input(style.reset_port(), style.reset_doc()),
    ];
    ports.extend(graph.signals.iter().filter_map(|(id, signal)| {
        let (direction, port) = match &signal.kind {
            Kind::Input(port) => (Direction::In, port),
            Kind::Output(port) => (Direction::Out, port),
            _ => return None,
        };
        Some(ModulePort {
            name: layout.name(id).to_owned(),
            direction,
            width: signal.total_bits(),
            group: port.group,
            doc: port.doc,
        })
    }));
    ports
}

impl Design {
    /// The design of a unit in one configuration, in the default [`Style`].
    ///
    /// # Errors
    /// As [`styled`](Self::styled).
    #[track_caller]
    pub fn of<U: Hardware>(p: &U::Params) -> Result<Self, Errors> {
        Self::styled::<U>(p, Style::default())
    }

    /// The design of a unit in one configuration, with modules named after their units.
    ///
    /// # Errors
    /// As [`named`](Self::named).
    #[track_caller]
    pub fn styled<U: Hardware>(p: &U::Params, style: Style) -> Result<Self, Errors> {
        Self::named::<U>(p, style, &Naming::default())
    }

    /// The design of a unit in one configuration.
    ///
    /// By default a unit that occurs in one configuration becomes a module with the unit's own name. If a design
    /// holds several configurations of a unit, the names of their modules carry the parameters in which
    /// they differ: `unified_arbiter_lanes_8` beside `unified_arbiter_lanes_32`.
    ///
    /// # Errors
    /// All mistakes in the description of the unit and of its children.
    #[track_caller]
    pub fn named<U: Hardware>(
        p: &U::Params,
        style: Style,
        naming: &Naming,
    ) -> Result<Self, Errors> {
        let hierarchy = Hierarchy::of::<U>(p, style, naming, Location::caller());
        let nets = hierarchy.check()?;
        let printed = hierarchy.modules.iter().zip(&nets);
        let printed = printed.map(|(module, net)| hierarchy.print(module, net));
        let printed: Vec<Module> = printed.collect();
        let mut modules = wrappers(&printed, &naming.prefix);
        modules.extend(printed);
        Ok(Self { modules, style })
    }

    /// Checkers of the modules of [`named`](Self::named), in the same order.
    #[track_caller]
    pub fn checkers<U: Hardware>(p: &U::Params, style: Style, naming: &Naming) -> Vec<Checker> {
        let hierarchy = Hierarchy::of::<U>(p, style, naming, Location::caller());
        let modules = hierarchy.modules.iter();
        modules.map(|module| hierarchy.checker(module)).collect()
    }

    /// The unit's own module.
    pub fn top(&self) -> &Module {
        self.modules.last().expect("a design holds its unit")
    }

    /// Every instance of a unit, seen from the top: the names of instances that lead to it, and its module. The top itself
    /// comes first, without a name.
    pub fn paths(&self) -> Vec<(Vec<&str>, &Module)> {
        let mut paths = vec![(Vec::new(), self.top())];
        let mut at = 0;
        while let Some((path, module)) = paths.get(at).cloned() {
            let inside = module.instance_names.iter().zip(&module.instances);
            paths.extend(inside.map(|(name, of)| {
                let below = [&path[..], &[name.as_str()]].concat();
                let module = self.modules.iter().find(|module| module.name == *of);
                (below, module.expect("a design holds all its modules"))
            }));
            at += 1;
        }
        paths
    }
}
