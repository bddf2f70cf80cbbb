//! The module under construction: sections, wires, loops, instances.

use super::graph::{
    Contract, ExprId, Graph, Item, Kind, Node, PartSelect, Repeat, Scope, ScopeId, SignalId,
};
use super::index::{DEPTH, Span};
use super::{Array, Elements, Expr, Index, Wire};
use crate::error::{Caller, Reason};
use std::cell::RefCell;
use std::panic::Location;

/// A module under construction. Everything in it is declared through `&self`; the returned
/// handles are `Copy` and live as long as the builder.
pub struct ModuleBuilder {
    graph: RefCell<Graph>,
}

impl ModuleBuilder {
    pub(crate) fn new(contract: Contract, at: Caller) -> Self {
        let graph = RefCell::new(Graph::new(contract, at));
        Self { graph }
    }

    pub(crate) fn finish(self) -> Graph {
        self.graph.into_inner()
    }

    pub(crate) fn with<R>(&self, change: impl FnOnce(&mut Graph) -> R) -> R {
        change(&mut self.graph.borrow_mut())
    }

    pub(crate) fn expr(&self, id: ExprId) -> Expr<'_> {
        Expr { module: self, id }
    }

    pub(crate) fn read(&self, part: PartSelect, at: Caller) -> Expr<'_> {
        self.expr(self.with(|g| g.read(part, at)))
    }

    /// Starts a paragraph of the Verilog with a comment about its contents. Registers
    /// that are loaded in the same section share an always block.
    pub fn section(&self, text: impl Into<String>) {
        self.with(|g| g.item(Item::Section(text.into())));
    }

    /// A constant of this value and width.
    #[track_caller]
    pub fn constant(&self, value: u64, width: u32) -> Expr<'_> {
        let at = Location::caller();
        self.expr(self.with(|g| g.constant(value, width, at)))
    }

    /// A constant of `width` ones.
    #[track_caller]
    pub fn ones(&self, width: u32) -> Expr<'_> {
        self.constant(1, 1).repeat(width)
    }

    /// The number of a loop's iteration as a value. Inside [`each`](Self::each) this value needs a name.
    #[track_caller]
    pub fn number(&self, index: impl Into<Index>, width: u32) -> Expr<'_> {
        let (index, at) = (index.into(), Location::caller());
        self.expr(self.with(|g| g.number(index, width, at)))
    }

    /// Concatenated values, highest bits first.
    #[track_caller]
    pub fn cat<'m>(&'m self, parts: impl IntoIterator<Item = Expr<'m>>) -> Expr<'m> {
        let at = Location::caller();
        let parts = parts.into_iter().map(|part| part.id).collect();
        self.expr(self.with(|g| g.cat(parts, at)))
    }

    /// A wire of `width` bits, declared here and driven later, as a whole or bit by bit.
    #[track_caller]
    pub fn wire(&self, name: impl Into<String>, width: u32) -> Wire<'_> {
        let at = Location::caller();
        let signal = self.declare_wire(name.into(), width, None);
        let part = self.with(|g| g.all(signal));
        Wire::new(self, part, at)
    }

    /// `length` wires of `width` bits each, driven one by one. Use one array per level of a tree:
    /// simulators treat an array that feeds itself as a combinational loop.
    #[track_caller]
    pub fn array(&self, name: impl Into<String>, length: usize, width: u32) -> Array<'_> {
        let signal = self.declare_wire(name.into(), width, Some(length));
        Array(Elements {
            module: self,
            signal,
        })
    }

    #[track_caller]
    fn declare_wire(&self, name: String, width: u32, length: Option<usize>) -> SignalId {
        let at = Location::caller();
        self.with(|g| {
            let signal = g.declare(name, Kind::Wire, width, length, at);
            g.item(Item::Declare(signal));
            signal
        })
    }

    /// Declares that a value is deliberately not used: the Verilog collects such values in a wire
    /// `unused`, which linters recognise.
    #[track_caller]
    pub fn unused<'m>(&'m self, value: impl Into<Expr<'m>>) {
        let id = value.into().id;
        self.with(|g| g.item(Item::Unused(id)));
    }

    /// A loop that stays a loop in the Verilog: the body is recorded once with a symbolic index and is repeated
    /// for each index in `span`. Wires and registers of the body exist once per iteration.
    #[track_caller]
    pub fn each(&self, label: &str, span: impl Into<Span>, body: impl FnOnce(Index)) {
        let at = Location::caller();
        let label = label.to_owned();
        let span = span.into();
        let scope = self.with(|g| {
            g.refuse_in_fold("a loop", at);
            g.enter(Repeat::Each { label, span }, at)
        });
        body(self.index_of(scope));
        self.with(|g| {
            g.leave();
            g.item(Item::Loop(scope));
        });
    }

    pub(super) fn index_of(&self, scope: ScopeId) -> Index {
        let depth = self.with(|g| g.scopes[scope].depth);
        Index::of_loop(scope, (depth - 1).min(DEPTH - 1))
    }
}

impl Graph {
    /// Creates a signal of the open scope; the caller decides where it is declared.
    pub(crate) fn declare(
        &mut self,
        name: String,
        kind: Kind,
        width: u32,
        length: Option<usize>,
        at: Caller,
    ) -> SignalId {
        if width == 0 || length == Some(0) {
            let expected = "at least 1".to_owned();
            let (operation, found) = ("a signal", 0);
            self.report(
                at,
                Reason::Width {
                    operation,
                    expected,
                    found,
                },
            );
        }
        let scope = self.open;
        self.signals.push(super::graph::Signal {
            name,
            kind,
            width,
            length,
            scope,
            note: String::new(),
            attribute: "",
            overhead: None,
            at,
        })
    }

    /// Names an expression: a wire that is declared and driven in one line.
    pub(crate) fn define(&mut self, name: String, value: ExprId, at: Caller) -> ExprId {
        let Some(width) = self.width(value) else {
            return value;
        };
        self.refuse_in_fold("a name", at);
        let kind = match self.exprs[value].node {
            Node::Number(index) => Kind::Number(index),
            _ => Kind::Defined(value),
        };
        let signal = self.declare(name, kind, width, None, at);
        self.item(Item::Declare(signal));
        self.read(self.all(signal), at)
    }

    pub(super) fn enter(&mut self, repeat: Repeat, at: Caller) -> ScopeId {
        let parent = self.open;
        let depth = self.scopes[parent].depth + 1;
        let most = match repeat {
            Repeat::Fold { .. } => DEPTH,
            _ => DEPTH - 1,
        };
        if depth > most {
            self.report(at, Reason::TooDeep { depth, most });
        }
        self.open = self.scopes.push(Scope {
            parent: Some(parent),
            repeat,
            depth,
            items: Vec::new(),
            at,
        });
        self.open
    }

    pub(super) fn leave(&mut self) {
        let parent = self.scopes[self.open].parent;
        self.open = parent.expect("a scope that was entered");
    }

    /// Records a mistake if the open scope is a fold, which may contain only its expression.
    pub(crate) fn refuse_in_fold(&mut self, what: &'static str, at: Caller) {
        if matches!(self.scopes[self.open].repeat, Repeat::Fold { .. }) {
            self.report(at, Reason::InFold { what });
        }
    }
}
