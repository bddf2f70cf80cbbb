//! Names: valid, not reserved, not taken.

use crate::builder::graph::{Graph, Item, Repeat, ScopeId};
use crate::error::{Caller, Error, Reason};
use crate::layout::{Layout, instance_name};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Keywords of Verilog-2005 and SystemVerilog that could be used as names of hardware, and the
/// names that the emitter uses itself.
static RESERVED: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "always and assign automatic begin bit bind buf byte case casex casez cell \
    checker class clocking config const constraint context continue cover deassign default \
    defparam design disable dist do edge else end endcase endconfig endfunction endgenerate \
    endmodule endprimitive endspecify endtable endtask enum event expect export extends extern \
    final first_match for force foreach forever fork function generate genvar global highz0 \
    highz1 if iff ifnone implements implies import incdir include initial inout input inside \
    instance int integer interconnect interface intersect join large let liblist library local \
    localparam logic longint macromodule matches medium modport module nand negedge nettype new \
    nmos nor noshowcancelled not notif0 notif1 null or output package packed parameter pmos \
    posedge primitive priority program property protected pull0 pull1 pulldown pullup rand randc \
    randcase randsequence rcmos real realtime ref reg reject_on release repeat restrict return \
    rnmos rpmos rtran scalared sequence shortint shortreal showcancelled signed small soft solve \
    specify specparam static string strong strong0 strong1 struct super supply0 supply1 table \
    tagged task this throughout time timeprecision timeunit tran tri tri0 tri1 triand trior \
    trireg type typedef union unique unsigned until untyped use uwire var vectored virtual void \
    wait wand weak weak0 weak1 while wildcard wire with within wor xnor xor \
    clk_i rst_i rst_ni unused i j k n"
        .split_whitespace()
        .collect()
});

/// Names that are not allowed, or that are used twice in one place.
pub(super) fn names(graph: &Graph, layout: &Layout) -> Vec<Error> {
    let mut book = Book {
        graph,
        taken: HashMap::new(),
        errors: Vec::new(),
    };
    for (id, signal) in graph.signals.iter() {
        book.well_formed(&signal.name, signal.at);
        // An instance input whose value is written in the port list has no wire and no name.
        if layout.connection(id).is_none() {
            book.take(layout.name(id), signal.scope, signal.at);
        }
    }
    for (id, signal) in graph.signals.iter() {
        for bank in layout.banks(graph, id) {
            book.take(&bank.name, signal.scope, signal.at);
        }
        for (scope, name) in layout.wrapper_names(graph, id) {
            book.take(&name, scope, signal.at);
        }
    }
    for (id, drive) in graph.drives.iter() {
        if let Some(name) = layout.next_wire(graph, id) {
            book.take(&name, drive.scope, drive.at);
        }
    }
    for (id, scope) in graph.scopes.iter() {
        if let (Repeat::Each { label, .. }, Some(parent)) = (&scope.repeat, scope.parent) {
            book.well_formed(label, graph.scopes[id].at);
            book.take(&format!("g_{label}"), parent, scope.at);
        }
        book.instances(&scope.items);
    }
    book.shadows();
    book.errors
}

struct Book<'a> {
    graph: &'a Graph,
    taken: HashMap<(ScopeId, String), Caller>,
    errors: Vec<Error>,
}

impl Book<'_> {
    fn well_formed(&mut self, name: &str, at: Caller) {
        let valid = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
        if !starts || !name.chars().all(valid) || name.contains("__") || name.ends_with('_') {
            let name = name.to_owned();
            self.error(at, Reason::NoName { name });
        }
    }

    fn take(&mut self, name: &str, scope: ScopeId, at: Caller) {
        if RESERVED.contains(name) {
            let name = name.to_owned();
            return self.error(at, Reason::Reserved { name });
        }
        let name = name.to_owned();
        match self.taken.get(&(scope, name.clone())) {
            Some(&first) => self.error(at, Reason::NameTaken { name, first }),
            None => {
                self.taken.insert((scope, name), at);
            }
        }
    }

    fn instances(&mut self, items: &[Item]) {
        for item in items {
            if let Item::Instance(id) = *item {
                let instance = &self.graph.instances[id];
                self.well_formed(&instance.label, instance.at);
                self.take(&instance_name(self.graph, id), instance.scope, instance.at);
            }
        }
    }

    /// Reports names inside a loop that hide names around it.
    fn shadows(&mut self) {
        let mut hidden = Vec::new();
        for ((scope, name), &at) in &self.taken {
            let around = self.graph.chain(*scope).skip(1);
            let first = around.filter_map(|outer| self.taken.get(&(outer, name.clone())));
            hidden.extend(first.map(|&first| (name.clone(), first, at)));
        }
        hidden.sort_by_key(|(name, _, at)| (at.file(), at.line(), at.column(), name.clone()));
        for (name, first, at) in hidden {
            self.error(at, Reason::NameTaken { name, first });
        }
    }

    fn error(&mut self, at: Caller, reason: Reason) {
        let unit = self.graph.contract.name;
        self.errors.push(Error { unit, at, reason });
    }
}
