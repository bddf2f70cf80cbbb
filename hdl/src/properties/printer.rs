//! Terms as expressions of Verilog, each exactly as wide as its node.

use super::seen;
use crate::emit::rows::{Page, wrap};
use crate::style::Style;
use heddle_contract::Kind;
use heddle_contract::terms::{Leaf, Op, Ref};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Prints terms. A term that is used more than once gets a wire, before its first use.
pub(super) struct Printer {
    style: Style,
    ports: HashMap<String, Kind>,
    order: Vec<String>,
    uses: HashMap<Ref, usize>,
    names: HashMap<Ref, String>,
    functions: BTreeSet<Function>,
    /// Wires with bits that nothing may read.
    sliced: BTreeSet<String>,
    /// Words of ports that are read as a whole.
    read: HashSet<(String, usize)>,
    clocked: bool,
    /// The most operands in a row.
    longest_chain: usize,
}

/// Prints a wire with its value, on as many lines as needed.
pub(super) fn wire(page: &mut Page, width: u32, name: &str, value: &str) {
    assign(page, &format!("wire {}{name}", range(width)), "=", value);
}

/// Prints an assignment, on as many lines as needed.
pub(super) fn assign(page: &mut Page, target: &str, operator: &str, value: &str) {
    let line = format!("{target} {operator} {value};");
    if line.len() < page.room() + 4 {
        return page.text(line);
    }
    page.text(format!("{target} {operator}"));
    for line in wrap(&format!("{value};"), page.room()) {
        page.text(format!("    {line}"));
    }
}

/// Prints a wire that reads the signals that nothing else reads.
pub(super) fn unused(page: &mut Page, names: Vec<String>) {
    if !names.is_empty() {
        page.blank();
        wire(
            page,
            1,
            "unused",
            &format!("&{{1'b0, {}}}", names.join(", ")),
        );
    }
}

/// A function that the module needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Function {
    /// Counts the set bits of a word.
    Ones { width: u32, result: u32 },
    /// Picks an element of an array.
    Pick { length: u32, width: u32, index: u32 },
}

impl Printer {
    /// A printer for these terms, over the ports of a unit.
    pub fn new(
        style: Style,
        ports: &[(String, Kind)],
        terms: impl IntoIterator<Item = Ref>,
    ) -> Self {
        let mut uses = HashMap::new();
        for term in terms {
            count_uses(term, &mut uses);
        }
        Self {
            style,
            ports: ports.iter().cloned().collect(),
            order: ports.iter().map(|(name, _)| name.clone()).collect(),
            uses,
            names: HashMap::new(),
            functions: BTreeSet::new(),
            sliced: BTreeSet::new(),
            read: HashSet::new(),
            clocked: false,
            longest_chain: usize::MAX,
        }
    }

    /// Puts operands into groups where more than `most` would stand in a row.
    pub fn group_chains_of(&mut self, most: usize) {
        self.longest_chain = most;
    }

    /// The text of a term, without parentheses around it.
    pub fn flat(&mut self, page: &mut Page, node: Ref) -> String {
        self.prepare(page, node);
        self.text(node, false)
    }

    /// The text of a term, in parentheses if it is one of several parts.
    pub fn operand(&mut self, page: &mut Page, node: Ref) -> String {
        self.prepare(page, node);
        self.text(node, true)
    }

    /// Declares the wires that a term needs.
    fn prepare(&mut self, page: &mut Page, node: Ref) {
        if self.names.contains_key(&node) {
            return;
        }
        if let Op::State(held, next) = node.op {
            return self.state(page, node, held, next);
        }
        for operand in node.op.operands() {
            self.prepare(page, operand);
            if sliced(&node.op) && !matches!(operand.op, Op::Port(_)) {
                self.name(page, operand);
            }
        }
        let used = self.uses.get(&node).copied().unwrap_or(0);
        if matches!(node.op, Op::Past(_)) || used > 1 && !is_plain(&node.op) {
            self.name(page, node);
        }
    }

    fn name(&mut self, page: &mut Page, node: Ref) {
        if self.names.contains_key(&node) {
            return;
        }
        let number = self.names.len();
        if let Op::Past(operand) = &node.op {
            let name = format!("past{number}_q");
            page.text(format!("reg {}{name};", range(node.width)));
            self.load(page, &name, node.width, *operand);
            self.names.insert(node, name);
            return;
        }
        let name = format!("{}{number}", if node.width == 1 { "is" } else { "word" });
        let text = self.text(node, false);
        wire(page, node.width, &name, &text);
        self.names.insert(node, name);
    }

    fn state(&mut self, page: &mut Page, node: Ref, held: Ref, next: Ref) {
        let Op::Held(name) = &held.op else {
            unreachable!("a state holds something");
        };
        let name = format!("{name}_q");
        page.text(format!("reg {}{name};", range(node.width)));
        self.names.insert(held, name.clone());
        self.names.insert(node, name.clone());
        self.prepare(page, next);
        self.load(page, &name, node.width, next);
    }

    /// Prints a register that loads a value in each cycle.
    fn load(&mut self, page: &mut Page, name: &str, width: u32, next: Ref) {
        let next = self.sized(next, width);
        let (edges, resets) = (self.style.edges(true), self.style.resets());
        page.text(format!("always @({edges}) begin"));
        page.indent(1);
        page.text(format!("if ({resets}) {name} <= {width}'d0;"));
        assign(page, &format!("else {name}"), "<=", &next);
        page.indent(-1);
        page.text("end");
        self.clocked = true;
    }

    /// The text of a term, extended with zeros to the requested width.
    fn sized(&mut self, node: Ref, width: u32) -> String {
        if let Op::Constant(value) = node.op {
            return format!("{width}'d{value}");
        }
        match width - node.width {
            0 => self.text(node, true),
            more => format!("{{{more}'d0, {}}}", self.text(node, false)),
        }
    }

    /// The text of a node. `inside` another expression, a text of several parts is in parentheses.
    fn text(&mut self, node: Ref, inside: bool) -> String {
        if let Some(name) = self.names.get(&node) {
            return name.clone();
        }
        let width = node.width;
        let text = match &node.op {
            Op::Port(leaf) => return self.port(*leaf, 0, width),
            Op::Inside(inside) => return seen::name_of(*inside),
            Op::Unknown(name) => return seen::unknown(name),
            Op::Constant(value) => return format!("{width}'d{value}"),
            Op::Not(a) => return self.not(*a, inside),
            Op::And(..) => self.chain(node, " & "),
            Op::Or(..) => self.chain(node, " | "),
            Op::Xor(..) => self.chain(node, " ^ "),
            Op::Eq(a, b) => self.compare(*a, "==", *b),
            Op::Lt(a, b) => self.compare(*a, "<", *b),
            Op::Add(a, b) => format!("{} + {}", self.sized(*a, width), self.sized(*b, width)),
            Op::Ones(a) => return self.ones(*a, width),
            Op::Mux(c, a, b) => {
                let (then, otherwise) = (self.sized(*a, width), self.sized(*b, width));
                format!("{} ? {then} : {otherwise}", self.text(*c, true))
            }
            Op::Part(a, low) => return self.part(*a, *low, width),
            Op::Cat(parts) => {
                let parts: Vec<String> = parts.iter().rev().map(|p| self.text(*p, false)).collect();
                return format!("{{{}}}", parts.join(", "));
            }
            Op::Decode(a) => match width {
                1 => format!("{} == {}'d0", self.text(*a, true), a.width),
                _ => format!("{{{}'d0, 1'b1}} << {}", width - 1, self.text(*a, true)),
            },
            Op::Index(words, at) => return self.index(words, *at, width),
            Op::Past(_) | Op::Held(_) | Op::State(..) => unreachable!("it has a register"),
        };
        match inside {
            true => format!("({text})"),
            false => text,
        }
    }

    fn not(&mut self, a: Ref, inside: bool) -> String {
        if self.names.contains_key(&a) {
            return format!("~{}", self.names[&a]);
        }
        let text = match &a.op {
            Op::Eq(x, y) => self.compare(*x, "!=", *y),
            Op::Lt(x, y) => self.compare(*x, ">=", *y),
            _ => return format!("~{}", self.text(a, true)),
        };
        match inside {
            true => format!("({text})"),
            false => text,
        }
    }

    fn compare(&mut self, a: Ref, operator: &str, b: Ref) -> String {
        let width = a.width.max(b.width);
        format!(
            "{} {operator} {}",
            self.sized(a, width),
            self.sized(b, width)
        )
    }

    /// The operands of a chain of one operation, joined by its operator.
    fn chain(&mut self, node: Ref, operator: &str) -> String {
        let operands: Vec<String> = operand_chain(node, &self.names)
            .into_iter()
            .map(|operand| self.sized(operand, node.width))
            .collect();
        joined(operands, operator, self.longest_chain)
    }

    fn port(&mut self, leaf: Leaf, low: u32, width: u32) -> String {
        let name = format!("{}{}", leaf.name, leaf.direction.suffix());
        let kind = self.ports[&name];
        let element = leaf.element.unwrap_or(0);
        if kind.word_bits() == width {
            self.read.insert((name.clone(), element));
        }
        let low = element as u32 * kind.word_bits() + low;
        match (kind.total_bits() as u32, width) {
            (total, width) if total == width => name,
            (_, 1) => format!("{name}[{low}]"),
            _ => format!("{name}[{}:{low}]", low + width - 1),
        }
    }

    fn part(&mut self, of: Ref, low: u32, width: u32) -> String {
        if let Op::Port(leaf) = of.op {
            return self.port(leaf, low, width);
        }
        let name = self.text(of, false);
        self.sliced.insert(name.clone());
        match (of.width, width) {
            (whole, width) if whole == width => name,
            (_, 1) => format!("{name}[{low}]"),
            _ => format!("{name}[{}:{low}]", low + width - 1),
        }
    }

    fn ones(&mut self, of: Ref, result: u32) -> String {
        let function = Function::Ones {
            width: of.width,
            result,
        };
        self.functions.insert(function);
        format!("{}({})", function.name(), self.text(of, false))
    }

    fn index(&mut self, words: &[Ref], at: Ref, width: u32) -> String {
        let function = Function::Pick {
            length: words.len() as u32,
            width,
            index: at.width,
        };
        self.functions.insert(function);
        let row = match self.whole_port(words) {
            Some(name) => name,
            None => {
                let words: Vec<String> = words.iter().rev().map(|w| self.text(*w, false)).collect();
                format!("{{{}}}", words.join(", "))
            }
        };
        format!("{}({row}, {})", function.name(), self.text(at, false))
    }

    /// The port whose elements are exactly these words.
    fn whole_port(&mut self, words: &[Ref]) -> Option<String> {
        let leaves = words.iter().map(|word| match word.op {
            Op::Port(leaf) => Some((leaf.name, leaf.direction, leaf.element?)),
            _ => None,
        });
        let leaves: Vec<_> = leaves.collect::<Option<_>>()?;
        let (name, direction, _) = leaves[0];
        let in_order = (0..)
            .zip(&leaves)
            .all(|(at, leaf)| *leaf == (name, direction, at));
        let name = format!("{name}{}", direction.suffix());
        if !in_order || self.ports[&name].words() != words.len() {
            return None;
        }
        self.read
            .extend((0..words.len()).map(|at| (name.clone(), at)));
        Some(name)
    }

    /// Declares the functions that were used.
    pub fn functions(&self, page: &mut Page) {
        for function in &self.functions {
            page.blank();
            function.print(page);
        }
    }

    /// Ports and wires with bits that are not read, or may not be read.
    pub fn unused(&self) -> Vec<String> {
        let whole = |name: &String| {
            (0..self.ports[name].words()).all(|word| self.read.contains(&(name.clone(), word)))
        };
        let ports = self.order.iter().filter(|name| !whole(name));
        ports.chain(&self.sliced).cloned().collect()
    }

    /// Whether a printed term has a register.
    pub fn is_clocked(&self) -> bool {
        self.clocked
    }
}

impl Function {
    fn name(self) -> String {
        match self {
            Function::Ones { width, .. } => format!("ones_of_{width}"),
            Function::Pick {
                length,
                width,
                index,
            } => format!("one_of_{length}x{width}_by_{index}"),
        }
    }

    fn print(self, page: &mut Page) {
        let (name, result) = (self.name(), self.result());
        page.text(format!("function {}{name};", range(result)));
        page.indent(1);
        let (length, step) = match self {
            Function::Ones { width, .. } => {
                page.text(format!("input {}word;", range(width)));
                let word = match (width, result) {
                    (1, _) => "word".to_owned(),
                    _ => "word[n]".to_owned(),
                };
                let more = match result {
                    1 => word,
                    _ => format!("{{{}'d0, {word}}}", result - 1),
                };
                (width, format!("{name} = {name} + {more};"))
            }
            Function::Pick {
                length,
                width,
                index,
            } => {
                page.text(format!("input {}row;", range(length * width)));
                page.text(format!("input {}index;", range(index)));
                let number = if index == 32 {
                    "n".into()
                } else {
                    format!("n[{}:0]", index - 1)
                };
                (
                    length,
                    format!("if (index == {number}) {name} = row[n*{width} +: {width}];"),
                )
            }
        };
        page.text("integer n;");
        page.text("begin");
        page.indent(1);
        page.text(format!("{name} = {result}'d0;"));
        page.text(format!("for (n = 0; n < {length}; n = n + 1) begin"));
        page.text(format!("    {step}"));
        page.text("end");
        page.indent(-1);
        page.text("end");
        page.indent(-1);
        page.text("endfunction");
    }

    fn result(self) -> u32 {
        match self {
            Function::Ones { result, .. } => result,
            Function::Pick { width, .. } => width,
        }
    }
}

fn range(bits: u32) -> String {
    match bits {
        1 => String::new(),
        bits => format!("[{}:0] ", bits - 1),
    }
}

fn count_uses(node: Ref, uses: &mut HashMap<Ref, usize>) {
    let count = uses.entry(node).or_default();
    *count += 1;
    if *count == 1 {
        node.op
            .operands()
            .into_iter()
            .for_each(|operand| count_uses(operand, uses));
    }
}

/// Whether the text is short enough to be repeated.
fn is_plain(op: &Op) -> bool {
    match op {
        Op::Port(_) | Op::Inside(_) | Op::Unknown(_) | Op::Constant(_) => true,
        Op::Not(a) | Op::Part(a, _) => matches!(a.op, Op::Port(_)),
        _ => false,
    }
}

/// Whether the operation selects bits of its operands, which then need names.
fn sliced(op: &Op) -> bool {
    matches!(op, Op::Part(..))
}

/// Operands with their operator between them, in groups if there are more than `most`.
fn joined(mut operands: Vec<String>, operator: &str, most: usize) -> String {
    while operands.len() > most {
        let groups = operands.chunks(most);
        operands = groups
            .map(|group| format!("({})", group.join(operator)))
            .collect();
    }
    operands.join(operator)
}

fn operand_chain(node: Ref, names: &HashMap<Ref, String>) -> Vec<Ref> {
    let (a, b) = match &node.op {
        Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) => (*a, *b),
        _ => unreachable!("an operation of two operands"),
    };
    let same = std::mem::discriminant(&a.op) == std::mem::discriminant(&node.op);
    let mut operands = match same && a.width == node.width && !names.contains_key(&a) {
        true => operand_chain(a, names),
        false => vec![a],
    };
    operands.push(b);
    operands
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn no_more_operands_than_asked_for_stand_in_a_row() {
        let operands: Vec<String> = (0..7).map(|n| format!("a{n}")).collect();
        let text = |most| joined(operands.clone(), " & ", most);
        assert_eq!(text(7), "a0 & a1 & a2 & a3 & a4 & a5 & a6");
        assert_eq!(text(4), "(a0 & a1 & a2 & a3) & (a4 & a5 & a6)");
        assert_eq!(text(2), "((a0 & a1) & (a2 & a3)) & ((a4 & a5) & (a6))");
    }
}
