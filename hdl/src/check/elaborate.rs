//! Expands loops: from the recorded module to its [`Netlist`].

use super::netlist::{Bit, Driver, Netlist, iteration_text};
use crate::builder::graph::{
    Drive, DriveId, Element, ExprId, FoldId, InstanceId, Item, Kind, Mode, PartSelect, ScopeId,
    SignalId,
};
use crate::builder::{DEPTH, Graph};
use crate::error::{Caller, Error, Reason};
use heddle_contract::{Direction, Port};
use std::collections::HashSet;
use std::ops::Range;

/// The netlist, and the mistakes found during expansion: indices out of range, bits with two drivers.
pub(crate) fn elaborate(graph: &Graph) -> (Netlist, Vec<Error>) {
    let mut signals = vec![Vec::new(); graph.scopes.len()];
    for (id, signal) in graph.signals.iter() {
        signals[signal.scope.index()].push(id);
    }
    let mut elaborator = Elaborator {
        graph,
        signals,
        net: Netlist::default(),
        base: vec![None; graph.signals.len()],
        iteration: [0; DEPTH],
        errors: Vec::new(),
        reported: HashSet::new(),
    };
    elaborator.scope(graph.body());
    (elaborator.net, elaborator.errors)
}

pub(super) struct Elaborator<'g> {
    pub(super) graph: &'g Graph,
    /// Signals by scope.
    signals: Vec<Vec<SignalId>>,
    net: Netlist,
    /// First bit of each signal in the current iteration.
    base: Vec<Option<Bit>>,
    /// Values of the open loops by depth.
    pub(super) iteration: [i64; DEPTH],
    errors: Vec<Error>,
    /// Places that are already reported; each is reported once for all iterations.
    reported: HashSet<Caller>,
}

impl Elaborator<'_> {
    fn scope(&mut self, scope: ScopeId) {
        for at in 0..self.signals[scope.index()].len() {
            self.add(self.signals[scope.index()][at]);
        }
        for item in &self.graph.scopes[scope].items {
            match *item {
                Item::Section(_) => {}
                Item::Declare(signal) => self.declare(signal),
                Item::Drive(drive) => self.drive(drive),
                Item::Loop(inner) => self.repeat(inner, |this| this.scope(inner)),
                Item::Fold(fold) => self.fold(fold),
                Item::Instance(instance) => self.instance(instance),
                Item::Unused(value) => self.use_all(value),
            }
        }
    }

    /// Runs a loop.
    fn repeat(&mut self, scope: ScopeId, mut body: impl FnMut(&mut Self)) {
        let scope = &self.graph.scopes[scope];
        let span = scope.span().expect("a loop");
        for value in span.start.at(&self.iteration)..span.end.at(&self.iteration) {
            self.iteration[scope.depth - 1] = value;
            body(self);
        }
        self.iteration[scope.depth - 1] = 0;
    }

    fn add(&mut self, id: SignalId) {
        let signal = &self.graph.signals[id];
        let bits = signal.total_bits();
        let first = self.net.add(id, self.iteration, bits);
        self.base[id.index()] = Some(first);
        let range = first as usize..first as usize + bits;
        let at = signal.at;
        match signal.kind {
            Kind::Input(_) | Kind::Number(_) | Kind::Carry | Kind::InstanceOutput => {
                let driver = Driver {
                    at,
                    is_write: false,
                };
                self.net.drivers[range].fill(Some(driver));
            }
            Kind::Output(_) | Kind::InstanceInput(_) => self.net.is_used[range].fill(true),
            Kind::Wire | Kind::Defined(_) | Kind::Register { .. } | Kind::Memory { .. } => {}
        }
    }

    fn declare(&mut self, id: SignalId) {
        let signal = &self.graph.signals[id];
        let (width, at) = (signal.width, signal.at);
        match signal.kind {
            Kind::Defined(value) => {
                let target = self.graph.all(id);
                self.assign(&target, value, at);
            }
            Kind::Number(index) => {
                let value = index.at(&self.iteration).max(0) as u64;
                if crate::builder::bits_of(value) > width {
                    self.report(at, Reason::TooLarge { value, width });
                }
            }
            _ => {}
        }
    }

    fn drive(&mut self, id: DriveId) {
        let drive = &self.graph.drives[id];
        match drive.mode {
            Mode::Assign => self.assign(&drive.target, drive.value, drive.at),
            Mode::Next { enable } => {
                self.claim(&drive.target, drive.at, false);
                enable.iter().for_each(|&enable| self.use_all(enable));
                self.use_all(drive.value);
            }
            Mode::Write { enable } => self.write(drive, enable),
        }
    }

    fn write(&mut self, drive: &Drive, enable: ExprId) {
        self.claim(&self.graph.all(drive.target.signal), drive.at, true);
        if let Element::By(index) = drive.target.element {
            self.use_all(index);
        }
        self.use_all(enable);
        self.use_all(drive.value);
    }

    /// Drives bits combinationally: they depend on everything that the value depends on.
    fn assign(&mut self, target: &PartSelect, value: ExprId, at: Caller) {
        self.claim(target, at, false);
        let Some(first) = self.first(target, at) else {
            return self.use_all(value);
        };
        let mut inputs = Vec::new();
        for bit in 0..target.width {
            inputs.clear();
            self.bit(value, bit, &mut inputs);
            self.use_bits(&inputs);
            self.net.connect(first + bit, &inputs);
        }
    }

    /// Registers a driver of bits; a second driver is a mistake.
    fn claim(&mut self, target: &PartSelect, at: Caller, is_write: bool) {
        let Some(first) = self.first(target, at) else {
            return;
        };
        for bit in first as usize..(first + target.width) as usize {
            match self.net.drivers[bit] {
                None => self.net.drivers[bit] = Some(Driver { at, is_write }),
                Some(before) if before.is_write && is_write => {}
                Some(before) => self.driven_twice(bit, before, at),
            }
        }
    }

    fn driven_twice(&mut self, bit: usize, before: Driver, at: Caller) {
        let copy = self.net.copy_of(bit as Bit);
        let signal = self.graph.signals[self.net.copies[copy].signal]
            .name
            .clone();
        let bits = super::netlist::describe(self.graph, &self.net, copy, &[bit]);
        let first = before.at;
        self.report(
            at,
            Reason::DrivenTwice {
                signal,
                bits,
                first,
            },
        );
    }

    /// A carried value depends on its initial value, on everything that the iterations read, and on the
    /// inputs of the carried values that it reads.
    fn fold(&mut self, id: FoldId) {
        let fold = &self.graph.folds[id];
        let mut inputs: Vec<Vec<Bit>> = vec![Vec::new(); fold.carried.len()];
        for (carried, inputs) in fold.carried.iter().zip(&mut inputs) {
            self.all(carried.init, inputs);
            self.repeat(fold.scope, |this| this.all(carried.next, inputs));
        }
        let own: Vec<Range<Bit>> = fold
            .carried
            .iter()
            .map(|carried| self.bits_of(carried.signal))
            .collect();
        for _ in 1..own.len() {
            share(&mut inputs, &own);
        }
        for (mut inputs, bits) in inputs.into_iter().zip(&own) {
            inputs.retain(|bit| !own.iter().any(|own| own.contains(bit)));
            inputs.sort_unstable();
            inputs.dedup();
            self.use_bits(&inputs);
            bits.clone().for_each(|bit| self.net.connect(bit, &inputs));
        }
    }

    /// Outputs of an instance depend on its inputs as declared in its contract.
    fn instance(&mut self, id: InstanceId) {
        for path in &self.graph.instances[id].paths {
            let inputs = path.inputs.iter();
            let inputs: Vec<Bit> = inputs
                .flat_map(|name| self.port_bits(id, Direction::In, name))
                .collect();
            for bit in self.port_bits(id, Direction::Out, path.output) {
                self.net.connect(bit, &inputs);
            }
        }
    }

    /// Bits at a port of an instance; an empty range if the port does not exist.
    fn port_bits(&self, id: InstanceId, direction: Direction, name: &str) -> Range<Bit> {
        let is_wanted = |(port, signal): &&(Port, SignalId)| {
            let is_input = matches!(self.graph.signals[*signal].kind, Kind::InstanceInput(_));
            port.name == name && is_input == (direction == Direction::In)
        };
        let found = self.graph.instances[id].ports.iter().find(is_wanted);
        found.map_or(0..0, |(_, signal)| self.bits_of(*signal))
    }

    fn bits_of(&self, signal: SignalId) -> Range<Bit> {
        let first = self.base[signal.index()].unwrap_or(0);
        first..first + self.graph.signals[signal].total_bits() as Bit
    }

    fn use_all(&mut self, value: ExprId) {
        let mut inputs = Vec::new();
        self.all(value, &mut inputs);
        self.use_bits(&inputs);
    }

    fn use_bits(&mut self, bits: &[Bit]) {
        bits.iter().for_each(|&bit| self.use_bit(bit));
    }

    pub(super) fn use_bit(&mut self, bit: Bit) {
        self.net.is_used[bit as usize] = true;
    }

    /// The first bit of a part whose position is known in this iteration; `None` if it is out of range, which is reported.
    pub(super) fn first(&mut self, part: &PartSelect, at: Caller) -> Option<Bit> {
        let signal = &self.graph.signals[part.signal];
        let low = part.low.at(&self.iteration);
        let (element, own) = match part.element {
            Element::All => (0, signal.total_bits() as i64),
            Element::At(index) => (index.at(&self.iteration), i64::from(signal.width)),
            Element::By(_) => (0, i64::from(signal.width)),
        };
        let length = signal.length.unwrap_or(1) as i64;
        let high = low + i64::from(part.width) - 1;
        if !(0..length).contains(&element) {
            return self.out_of_range(part, element, length, at);
        }
        if low < 0 || high >= own {
            let worst = if low < 0 { low } else { high };
            return self.out_of_range(part, worst, own, at);
        }
        let first = self.base[part.signal.index()]?;
        Some(first + (element * i64::from(signal.width) + low) as Bit)
    }

    fn out_of_range(
        &mut self,
        part: &PartSelect,
        index: i64,
        length: i64,
        at: Caller,
    ) -> Option<Bit> {
        let scope = part
            .low
            .loops()
            .chain(match part.element {
                Element::At(element) => element.loops().collect(),
                _ => Vec::new(),
            })
            .last()
            .map_or(self.graph.body(), |term| term.scope);
        let reason = Reason::OutOfRange {
            signal: self.graph.signals[part.signal].name.clone(),
            index,
            last: length - 1,
            iteration: iteration_text(self.graph, scope, &self.iteration),
        };
        self.report(at, reason);
        None
    }

    /// Records a mistake, once for all iterations.
    fn report(&mut self, at: Caller, reason: Reason) {
        if self.reported.insert(at) {
            let unit = self.graph.contract.name;
            self.errors.push(Error { unit, at, reason });
        }
    }
}

/// Adds to the inputs of each carried value the inputs of the carried values that it reads.
fn share(inputs: &mut [Vec<Bit>], own: &[Range<Bit>]) {
    for reader in 0..inputs.len() {
        for (read, bits) in own.iter().enumerate() {
            if read != reader && inputs[reader].iter().any(|bit| bits.contains(bit)) {
                let more = inputs[read].clone();
                inputs[reader].extend(more);
            }
        }
        inputs[reader].sort_unstable();
        inputs[reader].dedup();
    }
}
