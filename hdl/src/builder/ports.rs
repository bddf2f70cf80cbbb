//! Ports from the contract: the bundles of a unit, filled with readable signals and places to drive.

use super::graph::{Contract, Graph, Instance, Item, Kind, SignalId};
use super::{Elements, Expr, ModuleBuilder, Sink, Sinks};
use crate::error::Caller;
use heddle_contract::terms::Terms;
use heddle_contract::{Bundle, Direction, Make, Port, Properties, Property, Signals, Unit};
use std::marker::PhantomData;
use std::panic::Location;

/// The family of readable signals: inputs of a module, outputs of an instance.
#[derive(Clone, Copy, Debug)]
pub struct Reads<'m>(PhantomData<&'m ()>);

impl<'m> Signals for Reads<'m> {
    type Bit = Expr<'m>;
    type Bits = Expr<'m>;
    type Array = Elements<'m>;
}

/// The family of places to drive: outputs of a module, inputs of an instance.
#[derive(Clone, Copy, Debug)]
pub struct Drives<'m>(PhantomData<&'m ()>);

impl<'m> Signals for Drives<'m> {
    type Bit = Sink<'m>;
    type Bits = Sink<'m>;
    type Array = Sinks<'m>;
}

/// A unit with RTL.
pub trait Hardware: Unit<Params: 'static> {
    /// Describes the unit: reads `input`, drives every bit of `output`.
    fn build<'m>(
        m: &'m ModuleBuilder,
        p: &Self::Params,
        input: Self::In<Reads<'m>>,
        output: Self::Out<Drives<'m>>,
    );

    /// Properties that hold for the registers in every cycle, in an environment that respects all assumptions and for the
    /// default style of emission. The guarantees follow from these properties, which no port shows.
    fn invariants(
        _params: &Self::Params,
        _input: &Self::In<Terms>,
        _output: &Self::Out<Terms>,
    ) -> Vec<Property> {
        Vec::new()
    }
}

/// Declares one signal per port.
struct Declare<'m, K> {
    module: &'m ModuleBuilder,
    kind: K,
    at: Caller,
    ports: Vec<(Port, SignalId)>,
}

impl<'m, K: Fn(&Port) -> (String, Kind)> Declare<'m, K> {
    fn new(module: &'m ModuleBuilder, kind: K, at: Caller) -> Self {
        let ports = Vec::new();
        Self {
            module,
            kind,
            at,
            ports,
        }
    }

    fn signal(&mut self, port: &Port) -> SignalId {
        let (name, kind) = (self.kind)(port);
        let (width, length) = match port.kind {
            heddle_contract::Kind::Bit => (1, None),
            heddle_contract::Kind::Bits(width) => (width, None),
            heddle_contract::Kind::Array { width, length } => (width, Some(length)),
        };
        let declare = |g: &mut Graph| g.declare(name, kind, width, length, self.at);
        let signal = self.module.with(declare);
        self.ports.push((port.clone(), signal));
        signal
    }

    fn value(&mut self, port: &Port) -> Expr<'m> {
        let signal = self.signal(port);
        let part = self.module.with(|g| g.all(signal));
        self.module.read(part, self.at)
    }

    fn place(&mut self, port: &Port) -> Sink<'m> {
        let signal = self.signal(port);
        let module = self.module;
        let part = module.with(|g| g.all(signal));
        Sink { module, part }
    }
}

impl<'m, K: Fn(&Port) -> (String, Kind)> Make<Reads<'m>> for Declare<'m, K> {
    fn bit(&mut self, port: &Port) -> Expr<'m> {
        self.value(port)
    }

    fn bits(&mut self, port: &Port) -> Expr<'m> {
        self.value(port)
    }

    fn array(&mut self, port: &Port) -> Elements<'m> {
        let signal = self.signal(port);
        let module = self.module;
        Elements { module, signal }
    }
}

impl<'m, K: Fn(&Port) -> (String, Kind)> Make<Drives<'m>> for Declare<'m, K> {
    fn bit(&mut self, port: &Port) -> Sink<'m> {
        self.place(port)
    }

    fn bits(&mut self, port: &Port) -> Sink<'m> {
        self.place(port)
    }

    fn array(&mut self, port: &Port) -> Sinks<'m> {
        let signal = self.signal(port);
        let module = self.module;
        Sinks { module, signal }
    }
}

fn of_module(direction: Direction) -> impl Fn(&Port) -> (String, Kind) {
    move |port| {
        let kind = match direction {
            Direction::In => Kind::Input(port.clone()),
            Direction::Out => Kind::Output(port.clone()),
        };
        (port.name.to_owned(), kind)
    }
}

/// Records the module of a unit.
pub(crate) fn record<U: Hardware>(p: &U::Params, at: Caller) -> Graph {
    let contract = Contract {
        name: U::NAME,
        summary: U::SUMMARY,
        source: U::SOURCE,
        timing: U::timing(p).to_string(),
        params: U::describe(p),
        paths: U::combinational(p),
        answers: U::answers(p),
    };
    let m = ModuleBuilder::new(contract, at);
    let input = U::In::make(p, &mut Declare::new(&m, of_module(Direction::In), at));
    let output = U::Out::make(p, &mut Declare::new(&m, of_module(Direction::Out), at));
    U::build(&m, p, input, output);
    let mut graph = m.finish();
    let params = p.clone();
    graph.properties = Box::new(move || Properties::of::<U>(&params));
    graph
}

/// Distinguishes the configurations of a unit: the values of its described parameters.
pub(crate) fn key<U: Unit>(p: &U::Params) -> Vec<u64> {
    U::describe(p).iter().map(|param| param.value).collect()
}

impl ModuleBuilder {
    /// Creates an instance of another unit. Returns its inputs as places to drive and its outputs as
    /// values; the wires at its ports are named `label_port`.
    #[track_caller]
    pub fn instance<'m, U: Hardware>(
        &'m self,
        label: &str,
        p: &U::Params,
    ) -> (U::In<Drives<'m>>, U::Out<Reads<'m>>) {
        self.instance_in::<U>(None, label, p)
    }

    /// The same for a unit whose parameters are not those that it has in the machine: the name of its module ends with `role`, so
    /// that both can be in one folder.
    #[track_caller]
    pub fn instance_for<'m, U: Hardware>(
        &'m self,
        role: &'static str,
        label: &str,
        p: &U::Params,
    ) -> (U::In<Drives<'m>>, U::Out<Reads<'m>>) {
        self.instance_in::<U>(Some(role), label, p)
    }

    #[track_caller]
    fn instance_in<'m, U: Hardware>(
        &'m self,
        role: Option<&'static str>,
        label: &str,
        p: &U::Params,
    ) -> (U::In<Drives<'m>>, U::Out<Reads<'m>>) {
        let at = Location::caller();
        let id = self.with(|g| {
            g.refuse_in_fold("an instance", at);
            g.instance::<U>(role, label, p, at)
        });
        let name = |port: &Port| format!("{label}_{}", port.name);
        let inside = |port: &Port| (name(port) + "_in", Kind::InstanceInput(id));
        let outside = |port: &Port| (name(port), Kind::InstanceOutput);
        let mut inputs = Declare::new(self, inside, at);
        let mut outputs = Declare::new(self, outside, at);
        let input = U::In::make(p, &mut inputs);
        let output = U::Out::make(p, &mut outputs);
        let ports = inputs.ports.into_iter().chain(outputs.ports).collect();
        self.with(|g| g.instances[id].ports = ports);
        (input, output)
    }
}

impl Graph {
    fn instance<U: Hardware>(
        &mut self,
        role: Option<&'static str>,
        label: &str,
        p: &U::Params,
        at: Caller,
    ) -> super::graph::InstanceId {
        let params = p.clone();
        let id = self.instances.push(Instance {
            unit: U::NAME,
            role,
            key: key::<U>(p),
            label: label.to_owned(),
            ports: Vec::new(),
            paths: U::combinational(p),
            record: Box::new(move || record::<U>(&params, at)),
            scope: self.open,
            at,
        });
        self.item(Item::Instance(id));
        id
    }
}
