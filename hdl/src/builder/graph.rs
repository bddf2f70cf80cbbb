//! The module under construction: signals, expressions, scopes and drivers in arenas.
//!
//! Nothing here depends on Verilog. Loops are scopes whose body is recorded once. Drivers drive, and expressions
//! read, a [`PartSelect`], whose position may depend on the loops around it.

use super::arena::{Arena, Id};
use super::index::{Index, Span};
use crate::error::{Caller, Error, Reason};
use heddle_contract::{Answer, Param, Path, Port, Properties};

pub(crate) type SignalId = Id<Signal>;
pub(crate) type ExprId = Id<Expression>;
pub(crate) type ScopeId = Id<Scope>;
pub(crate) type DriveId = Id<Drive>;
pub(crate) type FoldId = Id<Fold>;
pub(crate) type InstanceId = Id<Instance>;

/// What the contract says about a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The unit.
    pub name: &'static str,
    /// What the unit is, in one line.
    pub summary: &'static str,
    /// Where the unit comes from.
    pub source: &'static str,
    /// Its timing, in one sentence without a full stop.
    pub timing: String,
    /// Its configuration.
    pub params: Vec<Param>,
    /// Outputs that depend on inputs of the same cycle.
    pub paths: Vec<Path>,
    /// Inputs that the environment gives in answer to outputs of the same cycle.
    pub answers: Vec<Answer>,
}

/// Something with a name.
pub(crate) struct Signal {
    /// As given in the Rust source: without suffix.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// Bits of an element.
    pub(crate) width: u32,
    /// Elements, if it is an array.
    pub(crate) length: Option<usize>,
    pub(crate) scope: ScopeId,
    /// A note for readers beside the declaration; usually empty.
    pub(crate) note: String,
    /// A Verilog attribute for synthesis; usually empty.
    pub(crate) attribute: &'static str,
    /// The reason why its bits do not count as storage, if they do not.
    pub(crate) overhead: Option<&'static str>,
    pub(crate) at: Caller,
}

impl Signal {
    /// Bits of all elements.
    pub(crate) fn total_bits(&self) -> usize {
        self.width as usize * self.length.unwrap_or(1)
    }
}

/// The kind of a signal.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Input(Port),
    Output(Port),
    Wire,
    /// A named expression.
    Defined(ExprId),
    /// The number of a loop's iteration as a value.
    Number(Index),
    Register {
        reset: Option<u64>,
    },
    /// A memory, read and written by index.
    Memory {
        /// A read that sees all writes of the cycle.
        forwarded: Option<Caller>,
    },
    /// The value that a fold carries from iteration to iteration; also its result.
    Carry,
    /// An input port of an instance, seen from outside: driven here.
    InstanceInput(InstanceId),
    /// An output port of an instance, seen from outside: read here.
    InstanceOutput,
}

/// Which element of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Element {
    /// The whole signal, which may be an array or not.
    All,
    /// An element that is known in each iteration.
    At(Index),
    /// An element chosen at run time.
    By(ExprId),
}

/// Some bits of a signal: `width` of them from bit `low` of the element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartSelect {
    pub(crate) signal: SignalId,
    pub(crate) element: Element,
    pub(crate) low: Index,
    pub(crate) width: u32,
}

/// Operators on two values of the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    And,
    Or,
    Xor,
    Add,
    Sub,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Binary {
    /// Whether the result is one bit.
    pub(crate) fn compares(self) -> bool {
        use Binary::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

/// Operators that reduce all bits to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduce {
    And,
    Or,
    Xor,
}

/// Direction of a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shift {
    Left,
    Right,
}

/// How an expression is computed.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Constant(u64),
    Read(PartSelect),
    Number(Index),
    Not(ExprId),
    Reduce(Reduce, ExprId),
    Binary(Binary, ExprId, ExprId),
    Shift(Shift, ExprId, Index),
    /// A one at the position given by the operand.
    Decode(ExprId),
    Mux(ExprId, ExprId, ExprId),
    /// Highest bits first.
    Cat(Vec<ExprId>),
    Repeat(u32, ExprId),
    /// The result of a mistake that is already recorded, with the operands that it would have read.
    Poison(Vec<ExprId>),
}

impl Node {
    /// Operands in reading order, including the run-time index of a read.
    pub(crate) fn operands(&self) -> Vec<ExprId> {
        match self {
            Node::Constant(_) | Node::Number(_) => Vec::new(),
            Node::Read(part) => match part.element {
                Element::By(index) => vec![index],
                _ => Vec::new(),
            },
            Node::Not(a)
            | Node::Reduce(_, a)
            | Node::Shift(_, a, _)
            | Node::Decode(a)
            | Node::Repeat(_, a) => vec![*a],
            Node::Binary(_, a, b) => vec![*a, *b],
            Node::Mux(c, a, b) => vec![*c, *a, *b],
            Node::Cat(all) | Node::Poison(all) => all.clone(),
        }
    }
}

/// A value.
pub(crate) struct Expression {
    pub(crate) node: Node,
    /// None after a mistake.
    pub(crate) width: Option<u32>,
    pub(crate) at: Caller,
}

/// How a driver takes effect.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mode {
    /// Combinationally.
    Assign,
    /// At the clock edge, if enabled.
    Next { enable: Option<ExprId> },
    /// At the clock edge into the element selected by the target's index, if enabled.
    Write { enable: ExprId },
}

/// A value driven into some bits.
pub(crate) struct Drive {
    pub(crate) target: PartSelect,
    pub(crate) value: ExprId,
    pub(crate) mode: Mode,
    pub(crate) scope: ScopeId,
    pub(crate) at: Caller,
}

/// A loop that carries values from iteration to iteration.
pub(crate) struct Fold {
    pub(crate) carried: Vec<Carried>,
    pub(crate) scope: ScopeId,
}

/// A carried value: `signal` starts as `init` and becomes `next` in every iteration.
pub(crate) struct Carried {
    pub(crate) signal: SignalId,
    pub(crate) init: ExprId,
    pub(crate) next: ExprId,
}

/// The module's body, or a loop.
pub(crate) struct Scope {
    pub(crate) parent: Option<ScopeId>,
    pub(crate) repeat: Repeat,
    /// Number of loops around the body.
    pub(crate) depth: usize,
    pub(crate) items: Vec<Item>,
    pub(crate) at: Caller,
}

/// How often a scope is repeated.
pub(crate) enum Repeat {
    Once,
    Each { label: String, span: Span },
    Fold { span: Span },
}

impl Scope {
    /// The range of the repetition, if the scope is a loop.
    pub(crate) fn span(&self) -> Option<Span> {
        match &self.repeat {
            Repeat::Once => None,
            Repeat::Each { span, .. } | Repeat::Fold { span } => Some(*span),
        }
    }
}

/// The contents of a scope, in the order of the Rust source.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Section(String),
    Declare(SignalId),
    Drive(DriveId),
    Loop(ScopeId),
    Fold(FoldId),
    Instance(InstanceId),
    Unused(ExprId),
}

/// Another module inside this one.
pub(crate) struct Instance {
    /// The child's unit.
    pub(crate) unit: &'static str,
    /// What the child is for, if its parameters are not those that the unit has in the machine of the parent (RSZ-23).
    pub(crate) role: Option<&'static str>,
    /// Distinguishes the child's configurations: the values of its parameters.
    pub(crate) key: Vec<u64>,
    /// Prefix of the wires at its ports.
    pub(crate) label: String,
    /// The instance's ports with the signals at them, inputs first.
    pub(crate) ports: Vec<(Port, SignalId)>,
    pub(crate) paths: Vec<Path>,
    /// Records the child, including its errors.
    pub(crate) record: Box<dyn Fn() -> Graph>,
    pub(crate) scope: ScopeId,
    pub(crate) at: Caller,
}

/// A module.
pub(crate) struct Graph {
    pub(crate) contract: Contract,
    /// The contract's properties of the ports.
    pub(crate) properties: Box<dyn Fn() -> Properties>,
    pub(crate) signals: Arena<Signal>,
    pub(crate) exprs: Arena<Expression>,
    pub(crate) scopes: Arena<Scope>,
    pub(crate) drives: Arena<Drive>,
    pub(crate) folds: Arena<Fold>,
    pub(crate) instances: Arena<Instance>,
    pub(crate) errors: Vec<Error>,
    /// The scope that is being recorded.
    pub(crate) open: ScopeId,
}

impl Graph {
    pub(crate) fn new(contract: Contract, at: Caller) -> Self {
        let mut scopes = Arena::new();
        let open = scopes.push(Scope {
            parent: None,
            repeat: Repeat::Once,
            depth: 0,
            items: Vec::new(),
            at,
        });
        Self {
            contract,
            properties: Box::new(Properties::default),
            signals: Arena::new(),
            exprs: Arena::new(),
            scopes,
            drives: Arena::new(),
            folds: Arena::new(),
            instances: Arena::new(),
            errors: Vec::new(),
            open,
        }
    }

    /// The module's own scope.
    pub(crate) fn body(&self) -> ScopeId {
        self.scopes.iter().next().expect("the body is there").0
    }

    pub(crate) fn report(&mut self, at: Caller, reason: Reason) {
        let unit = self.contract.name;
        self.errors.push(Error { unit, at, reason });
    }

    pub(crate) fn item(&mut self, item: Item) {
        let open = self.open;
        self.scopes[open].items.push(item);
    }

    /// By expression: how many expressions its text would contain. A shared expression counts each time it
    /// is written, so the size can grow exponentially even if the recorded module is small.
    pub(crate) fn text_sizes(&self) -> Vec<u64> {
        let mut sizes: Vec<u64> = Vec::with_capacity(self.exprs.len());
        for (_, expression) in self.exprs.iter() {
            let operands = expression.node.operands().into_iter();
            let inner = operands.map(|operand| sizes[operand.index()]);
            sizes.push(inner.fold(1, u64::saturating_add));
        }
        sizes
    }

    /// A scope and the ones around it, innermost first.
    pub(crate) fn chain(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
        std::iter::successors(Some(scope), |&s| self.scopes[s].parent)
    }
}
