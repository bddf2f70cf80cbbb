//! The side table: the effect of every word of a program on the stack of its warp. EXS-2: a table and not inserted code, so
//! that all mechanisms run one binary.

use crate::pdom::is_call;
use heddle_flow::petgraph::graph::NodeIndex;
use heddle_flow::{Block, End, Flow, Hammock, Regions};
use heddle_gpu_core::Code;
use heddle_isa::Program;
use heddle_types::WordPc;
use std::collections::BTreeMap;

/// Where lanes go after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// To a word of the code, or to a landing pad.
    To(u64),
    /// Out of the region on top.
    Leave,
}

impl Way {
    /// A PC in the format of the stack; for lanes that leave, a value that is no PC.
    pub fn place(self) -> u64 {
        match self {
            Way::To(place) => place,
            Way::Leave => u64::MAX,
        }
    }
}

/// A body of a hammock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Body {
    /// The first word of the body.
    pub word: WordPc,
    /// Whether the body runs for the lanes that take the branch, or for the others.
    pub taken: bool,
}

/// The effect of an instruction on the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// No effect.
    Straight,
    /// The last instruction of a block.
    Edges {
        /// The region that the branch opens, as the place where lanes continue when all have left the region (SSY).
        opens: Option<u64>,
        /// Where lanes go, for each target word.
        ways: Vec<(WordPc, Way)>,
    },
    /// A jump that may go anywhere, where no region of the function is open.
    Anywhere,
    /// A call, with the place where the callers continue; `None` if the return itself leaves the caller's region.
    Call { resume: Option<u64> },
    /// A return.
    Return,
    /// The branch of a hammock, with the bodies by address and the way after them.
    Hammock { bodies: Vec<Body>, ahead: Way },
    /// The last instruction of a hammock's body, with the later bodies and the way after them.
    Body { rest: Vec<Body>, ahead: Way },
}

/// A PC after the program at which a region begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pad {
    /// Where lanes continue when all have left the region.
    pub resume: u64,
    /// Where lanes go inside the region.
    pub next: u64,
}

/// See the [module](self).
#[derive(Clone, Debug)]
pub(super) struct Table {
    rules: Vec<Rule>,
    /// For each word, the predicate of the hammock body that contains it.
    predicates: Vec<Option<bool>>,
    pads: Vec<Pad>,
    /// For each first word of a block, where lanes go that enter the block with no region open.
    alone: BTreeMap<WordPc, u64>,
    /// The stub, to which a thread returns from its kernel.
    stub: WordPc,
}

impl Table {
    /// Places the regions; hammocks whose bodies have up to `predicated` instructions are predicated.
    pub fn new(program: &Program, code: &Code, predicated: usize) -> Table {
        let flow = Flow::new(program);
        let regions = Regions::new(&flow, flow.hammocks(program, predicated));
        let maker = Maker {
            code,
            flow: &flow,
            regions: &regions,
            pads: Vec::new(),
            known: BTreeMap::new(),
        };
        maker.table()
    }

    /// Number of landing pads, whose PCs follow those of the program.
    pub fn pads(&self) -> usize {
        self.pads.len()
    }

    pub fn pad(&self, place: u64) -> Option<&Pad> {
        let number = (place as usize).checked_sub(self.rules.len())?;
        self.pads.get(number)
    }

    /// Where lanes go that enter a word with no region open.
    pub fn alone(&self, word: WordPc) -> u64 {
        self.alone.get(&word).copied().unwrap_or(word.into())
    }

    /// Where lanes go by a return: out of the region of their call. A kernel was not called, so its return leaves no
    /// region.
    pub fn back(&self, word: WordPc) -> Way {
        match word == self.stub {
            true => Way::To(word.into()),
            false => Way::Leave,
        }
    }

    /// Whether a word runs for the lanes that took the branch of its hammock, or for the others; `None` outside of
    /// hammocks.
    pub fn predicate(&self, word: WordPc) -> Option<bool> {
        self.predicates.get(word.index()).copied().flatten()
    }

    pub fn rule(&self, word: WordPc) -> &Rule {
        &self.rules[word.index()]
    }
}

/// The way to a target word among the ways of an instruction.
pub(super) fn way(ways: &[(WordPc, Way)], word: WordPc) -> Option<Way> {
    let found = ways.iter().find(|(target, _)| *target == word);
    found.map(|&(_, way)| way)
}

/// A table under construction.
struct Maker<'a> {
    code: &'a Code,
    flow: &'a Flow,
    regions: &'a Regions,
    pads: Vec<Pad>,
    /// Known landing pads, by the block that they lead to and the number of regions that begin.
    known: BTreeMap<(NodeIndex, usize), u64>,
}

impl Maker<'_> {
    fn table(mut self) -> Table {
        let words = (0..self.code.words() as u32).map(WordPc::new);
        let mut rules: Vec<Rule> = words.map(|word| self.unknown(word)).collect();
        for node in self.flow.graph().node_indices() {
            if let Some(block) = self.flow.block(node) {
                let last = self.code.word_at(block.last());
                if let Some(rule) = self.rule(node, block) {
                    rules[last.index()] = rule;
                }
            }
        }
        let predicates = self.hammocks(&mut rules);
        let alone = self.alone();
        Table {
            stub: self.code.word(self.code.exit_stub()),
            rules,
            predicates,
            pads: self.pads,
            alone,
        }
    }

    fn word(&self, node: NodeIndex) -> WordPc {
        let block = self.flow.block(node);
        self.code
            .word_at(block.expect("regions end at blocks").start)
    }

    /// The effect of a word for which the flow gives no further information.
    fn unknown(&self, word: WordPc) -> Rule {
        let step = self.code.step(self.code.pc(word));
        let step = step.expect("a word of the code");
        match step.is_control() {
            _ if is_call(step) => Rule::Call {
                resume: Some(word.next().into()),
            },
            true if step.instruction.is_return() && !step.instruction.is_call() => Rule::Return,
            true => Rule::Anywhere,
            false => Rule::Straight,
        }
    }

    /// The effect of the last word of a block; `None` if the word itself determines it.
    fn rule(&mut self, node: NodeIndex, block: &Block) -> Option<Rule> {
        let behind = self.flow.node_at(block.end);
        match block.leaves {
            End::Call { .. } => {
                let resume = self.way(node, behind?);
                let calls = matches!(
                    self.unknown(self.code.word_at(block.last())),
                    Rule::Call { .. }
                );
                calls.then_some(Rule::Call {
                    resume: (resume != Way::Leave).then_some(resume.place()),
                })
            }
            End::Next | End::Branch { .. } | End::Jump { .. } | End::Table { .. } => {
                let open = self.regions.open(node);
                let opened = self.regions.opened(node);
                let opens = opened.map(|point| self.place(point, open));
                let next = self.flow.successors(node).into_iter();
                let ways = next.filter(|&(to, _)| to != self.flow.exit());
                let ways = ways.map(|(to, _)| (self.word(to), self.way(node, to)));
                Some(Rule::Edges {
                    opens,
                    ways: ways.collect(),
                })
            }
            _ => None,
        }
    }

    fn way(&mut self, from: NodeIndex, to: NodeIndex) -> Way {
        match self.regions.crossing(from, to).leaves {
            true => Way::Leave,
            false => Way::To(self.place(to, &self.regions.open_behind(from))),
        }
    }

    /// The PC for lanes that go to a block while the regions in `open` are open: the block, or a landing pad for the
    /// outermost region that begins.
    fn place(&mut self, node: NodeIndex, open: &[NodeIndex]) -> u64 {
        let begin = self.regions.missing(node, open);
        let Some(&point) = begin.first() else {
            return self.word(node).into();
        };
        if let Some(&known) = self.known.get(&(node, begin.len())) {
            return known;
        }
        let resume = self.place(point, open);
        let inside: Vec<NodeIndex> = open.iter().copied().chain([point]).collect();
        let next = self.place(node, &inside);
        let pad = self.add(Pad { resume, next });
        self.known.insert((node, begin.len()), pad);
        pad
    }

    fn add(&mut self, pad: Pad) -> u64 {
        self.pads.push(pad);
        (self.code.words() + self.pads.len() - 1) as u64
    }

    /// Replaces the rules of hammock branches and bodies; returns the predicate of every word.
    fn hammocks(&mut self, rules: &mut [Rule]) -> Vec<Option<bool>> {
        let mut predicates = vec![None; rules.len()];
        for node in self.flow.graph().node_indices() {
            if let Some(hammock) = self.regions.hammock(node) {
                self.hammock(hammock, rules, &mut predicates);
            }
        }
        predicates
    }

    fn hammock(&mut self, hammock: &Hammock, rules: &mut [Rule], predicates: &mut [Option<bool>]) {
        let ahead = self.way(hammock.branch, hammock.join);
        let bodies = hammock.bodies.iter();
        let bodies: Vec<Body> = bodies
            .map(|body| Body {
                word: self.word(body.node),
                taken: body.taken,
            })
            .collect();
        for (number, body) in hammock.bodies.iter().enumerate() {
            let block = self.flow.block(body.node).expect("bodies are blocks");
            let words = self.code.word_at(block.start)..self.code.word_at(block.end);
            predicates[words.start.index()..words.end.index()].fill(Some(body.taken));
            rules[words.end.index() - 1] = Rule::Body {
                rest: bodies[number + 1..].to_vec(),
                ahead,
            };
        }
        let branch = self
            .flow
            .block(hammock.branch)
            .expect("branches end blocks");
        rules[self.code.word_at(branch.last()).index()] = Rule::Hammock { bodies, ahead };
    }

    /// Where lanes go that enter a function, or, if the program has jumps that may go anywhere, any block.
    fn alone(&mut self) -> BTreeMap<WordPc, u64> {
        let anywhere = self.flow.blocks().any(|block| block.leaves == End::Unknown);
        let functions = self.flow.functions().iter().map(|f| f.entry);
        let entries: Vec<u32> = match anywhere {
            true => self.flow.blocks().map(|block| block.start).collect(),
            false => functions.collect(),
        };
        let nodes = entries.iter().filter_map(|&pc| self.flow.node_at(pc));
        let nodes: Vec<NodeIndex> = nodes.collect();
        let alone = nodes
            .into_iter()
            .map(|node| (self.word(node), self.place(node, &[])));
        alone.collect()
    }
}
