//! The inside of a module: declarations, assignments, loops, instances, in the order of the Rust
//! source.

use super::Names;
use super::rows::{Kind as RowKind, Page, Row, Value, declaration, row};
use crate::builder::Graph;
use crate::builder::graph::{DriveId, ExprId, InstanceId, Item, Kind, Mode, ScopeId, SignalId};
use crate::layout::{ArrayLayout, Bank, Layout, Text, Width, instance_position, listed};
use crate::style::Style;

/// Prints the inside of one module.
pub(super) struct Body<'a> {
    pub(super) graph: &'a Graph,
    pub(super) layout: &'a Layout,
    pub(super) text: Text<'a>,
    pub(super) names: &'a Names<'a>,
    pub(super) page: Page,
    pub(super) has_genvars: bool,
    /// The kind of the block printed last, to separate different kinds.
    last: Option<Block>,
}

/// Kinds of lines; lines of the same kind are not separated by blank lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    Comment,
    Declarations,
    Assignments,
    Loops,
    Other,
}

impl<'a> Body<'a> {
    pub(super) fn new(graph: &'a Graph, layout: &'a Layout, names: &'a Names<'a>) -> Self {
        Self {
            graph,
            layout,
            text: Text::new(graph, layout),
            names,
            page: Page::default(),
            has_genvars: false,
            last: None,
        }
    }

    /// Everything inside the module except the names of widths.
    pub(super) fn inside(mut self) -> Page {
        let body = self.graph.body();
        self.page.indent(1);
        self.scope(body);
        // SLR-24: ports do not depend on a latency, so a combinational unit keeps clock and reset.
        self.unused(body, self.idle_clocks());
        self.page.indent(-1);
        self.page
    }

    /// The clock and the reset, if nothing in the module needs them.
    fn idle_clocks(&self) -> Vec<String> {
        if self.graph.instances.len() > 0 {
            return Vec::new();
        }
        let kinds = || self.graph.signals.iter().map(|(_, signal)| &signal.kind);
        let (clock, reset) = (Style::CLOCK, self.layout.style.reset_port());
        let clocked =
            kinds().any(|kind| matches!(kind, Kind::Register { .. } | Kind::Memory { .. }));
        let resets = kinds().any(|kind| matches!(kind, Kind::Register { reset: Some(_) }));
        let idle = [(!clocked, clock), (!resets, reset)];
        let idle = idle.iter().filter(|(idle, _)| *idle);
        idle.map(|(_, name)| (*name).to_owned()).collect()
    }

    /// Prints `head`, then the output of `inside` one level deeper, then `tail`.
    pub(super) fn block(
        &mut self,
        head: impl Into<String>,
        tail: &str,
        inside: impl FnOnce(&mut Self),
    ) {
        self.page.text(head);
        self.page.indent(1);
        inside(self);
        self.page.indent(-1);
        self.page.text(tail);
    }

    /// Prints the contents of a scope, in order.
    pub(super) fn scope(&mut self, scope: ScopeId) {
        let items = &self.graph.scopes[scope].items;
        let instances = self.positions(items);
        self.inner_read_wires(scope);
        let mut loads = Vec::new();
        let mut at = 0;
        while at < items.len() {
            let end = at + self.run(items, at);
            match &items[at] {
                Item::Section(text) => {
                    self.flush(&mut loads);
                    self.section(text);
                }
                Item::Declare(signal) => self.declare(*signal),
                Item::Drive(drive) => self.drive(*drive, &mut loads),
                Item::Loop(_) => self.loops(scope, &items[at..end]),
                Item::Fold(fold) => self.fold(*fold),
                Item::Instance(instance) => self.instance_wires(*instance),
                Item::Unused(_) => {}
            }
            for &(_, instance) in instances.iter().filter(|(p, _)| (at..end).contains(p)) {
                self.instance(instance);
            }
            at = end;
        }
        self.flush(&mut loads);
        self.wrappers(scope);
    }

    /// Prints the always block of the loads so far, except for memories with further write ports to come: all
    /// writes of a memory are in one block, which gives them their order.
    fn flush(&mut self, loads: &mut Vec<DriveId>) {
        let target = |id: &DriveId| self.graph.drives[*id].target.signal;
        let last = |memory: SignalId| {
            let drives = self.graph.drives.iter();
            drives.filter(|(_, d)| d.target.signal == memory).last()
        };
        let is_open = |id: &DriveId| {
            matches!(self.graph.drives[*id].mode, Mode::Write { .. })
                && last(target(id)).is_some_and(|(last, _)| !loads.contains(&last))
        };
        let (open, complete): (Vec<_>, Vec<_>) = loads.iter().copied().partition(is_open);
        self.always(&complete);
        *loads = open;
    }

    /// Number of items to print together: consecutive loops share a generate block.
    fn run(&self, items: &[Item], at: usize) -> usize {
        let is_loop = |item: &&Item| matches!(item, Item::Loop(_));
        items[at..].iter().take_while(is_loop).count().max(1)
    }

    /// The positions of instances in the scope.
    fn positions(&self, items: &[Item]) -> Vec<(usize, InstanceId)> {
        let position = |item: &Item| match *item {
            Item::Instance(id) => Some((instance_position(self.graph, id), id)),
            _ => None,
        };
        items.iter().filter_map(position).collect()
    }

    /// Whether a scope is a loop.
    pub(super) fn is_inside(&self, scope: ScopeId) -> bool {
        self.graph.scopes[scope].parent.is_some()
    }

    /// Prints a blank line where another kind of block begins, outside loops.
    pub(super) fn begin(&mut self, block: Block, scope: ScopeId) {
        if self.is_inside(scope) {
            return;
        }
        let above = self.last.replace(block);
        let joins = above == Some(block) && block != Block::Other;
        if !joins && !matches!(above, None | Some(Block::Comment)) {
            self.page.blank();
        }
    }

    fn section(&mut self, text: &str) {
        if self.last.replace(Block::Comment).is_some() {
            self.page.blank();
        }
        self.page.comment(text);
    }

    /// The value that is assigned or loaded.
    pub(super) fn value(&self, operator: &'static str, expr: ExprId) -> Value {
        Value {
            broken: self.text.lines(expr, self.page.room()),
            ..Value::new(operator, self.text.assigned(expr))
        }
    }

    /// Prints a declaration; a named expression is declared with its value.
    pub(super) fn declare(&mut self, signal: SignalId) {
        let (keyword, value) = match self.graph.signals[signal].kind {
            Kind::Defined(value) => ("wire", self.value("=", value)),
            Kind::Number(index) => ("localparam", Value::new("=", self.text.index(&index))),
            Kind::Memory { .. } if self.layout.is_wrapped(signal) => return self.wrapped(signal),
            Kind::Register { .. } if !self.is_held(signal) => ("reg", Value::end()),
            Kind::Memory { .. } => ("reg", Value::end()),
            _ => ("wire", Value::end()),
        };
        self.declare_as(keyword, signal, value);
    }

    /// Declares the wires of a memory that is made of wrappers: the values read, and which bank is live.
    fn wrapped(&mut self, memory: SignalId) {
        self.read_wires(memory);
        self.write_wires(memory);
        let banks = self.layout.banks(self.graph, memory);
        let tables = banks.into_iter().filter(|bank| bank.is_table);
        let length = self.graph.signals[memory].length.unwrap_or(1);
        self.declare_banks(tables, length);
    }

    /// Whether a register is inside a wrapper.
    fn is_held(&self, register: SignalId) -> bool {
        let mut drives = self.graph.drives.iter();
        drives.any(|(id, drive)| drive.target.signal == register && self.layout.is_held(id))
    }

    /// Declares the banks of a memory, and the table of live banks.
    fn declare_banks(&mut self, banks: impl IntoIterator<Item = Bank>, length: usize) {
        for bank in banks {
            if !bank.is_table {
                self.ram_style(bank.memory);
            }
            let (width, name, comment) = match bank.is_table {
                true => (
                    Width::Bits(bank.width * length as u32),
                    bank.name,
                    "which bank holds the entry",
                ),
                false => (
                    self.layout.widths.of_signal(self.graph, bank.memory),
                    format!("{} [0:{}]", bank.name, length - 1),
                    "",
                ),
            };
            self.page.row(Row {
                comment: comment.to_owned(),
                ..declaration("reg", width, name, Value::end())
            });
        }
    }

    pub(super) fn declare_as(&mut self, keyword: &str, id: SignalId, value: Value) {
        let signal = &self.graph.signals[id];
        self.begin(Block::Declarations, signal.scope);
        if let (ArrayLayout::Banks(_), Some(length)) = (self.layout.array_layout(id), signal.length)
        {
            return self.declare_banks(self.layout.banks(self.graph, id), length);
        }
        if let Kind::Memory { .. } = signal.kind {
            self.ram_style(id);
        }
        let element = self.layout.widths.of_signal(self.graph, id);
        let (width, dimension) = match (self.layout.array_layout(id), signal.length) {
            (ArrayLayout::Unpacked, Some(length)) => (element, format!(" [0:{}]", length - 1)),
            (_, length) => (element.times(length.unwrap_or(1)), String::new()),
        };
        let name = format!("{}{dimension}", self.layout.name(id));
        if !signal.attribute.is_empty() {
            self.page.text(signal.attribute);
        }
        self.page.row(Row {
            comment: signal.note.clone(),
            ..declaration(keyword, width, name, value)
        });
    }

    /// Prints the attribute that tells tools how to implement the memory declared next.
    fn ram_style(&mut self, memory: SignalId) {
        if let Some(style) = self.layout.ram_style(memory) {
            self.page.text(format!("(* ram_style = \"{style}\" *)"));
        }
    }

    fn drive(&mut self, id: DriveId, loads: &mut Vec<DriveId>) {
        let drive = &self.graph.drives[id];
        match drive.mode {
            Mode::Assign if self.layout.connection(drive.target.signal) == Some(id) => {}
            Mode::Assign => {
                if let Kind::Output(_) = self.graph.signals[drive.target.signal].kind {
                    self.flush(loads);
                }
                let cells = vec!["assign".to_owned(), self.text.part(&drive.target)];
                let value = self.value("=", drive.value);
                self.begin(Block::Assignments, drive.scope);
                self.page.row(row(RowKind::Assignment, cells, value));
            }
            Mode::Next { .. } if self.layout.is_held(id) => {}
            Mode::Write { .. } if self.is_wrapped_write(id) => {
                self.write(id);
                if let ArrayLayout::Banks(_) = self.layout.array_layout(drive.target.signal) {
                    loads.push(id);
                }
            }
            Mode::Next { .. } | Mode::Write { .. } => {
                self.next_wire(id);
                loads.push(id);
            }
        }
    }

    fn next_wire(&mut self, id: DriveId) {
        if let Some(name) = self.layout.next_wire(self.graph, id) {
            let drive = &self.graph.drives[id];
            let value = self.value("=", drive.value);
            let width = self.text.part_width(&drive.target);
            self.begin(Block::Declarations, drive.scope);
            self.page.row(declaration("wire", width, name, value));
        }
    }

    /// Declares the wire that collects the values deliberately not used.
    pub(super) fn unused(&mut self, scope: ScopeId, mut names: Vec<String>) {
        for item in &self.graph.scopes[scope].items {
            if let Item::Unused(expr) = item {
                names.push(self.text.flat(*expr));
            }
        }
        if !names.is_empty() {
            names.insert(0, "1'b0".into());
            self.begin(Block::Other, scope);
            let one = format!("wire unused = &{{{}}};", names.join(", "));
            if one.len() <= self.page.room() + 4 {
                return self.page.text(one);
            }
            let lines = listed(&names, self.page.room());
            self.block("wire unused = &{", "};", |body| {
                lines.into_iter().for_each(|line| body.page.text(line));
            });
        }
    }
}
