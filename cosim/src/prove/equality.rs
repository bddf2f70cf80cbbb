//! Questions about all claims of a checker at once, for proofs of equality.

use super::counterexample::vector;
use super::found::Found;
use super::netlist::{Limits, Netlist, Search};
use super::probes;
use super::question::Claim;
use super::synthesised::synthesised;
use super::top::top;
use crate::Vector;
use crate::error::Error;
use crate::gates::Blif;
use crate::verilated::Verilog;
use heddle_contract::{Port, Unit, Values, port_list};
use heddle_hdl::Checker;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// How two sides were proven equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Signals of both sides are always equal, the outputs among them.
    Signals,
    /// All claims follow from the relation, or in any state; and the relation from itself and the claims one or a few cycles before.
    Induction,
    /// No state in which a claim does not hold can be reached.
    Reachability,
}

/// Whether two sides are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum Answer {
    /// In every cycle.
    Equal {
        /// How this was proven.
        method: Method,
    },
    /// In every cycle before a counter of the golden unit has counted 2^63 events.
    EqualUntil {
        /// How this was proven.
        method: Method,
        /// The names of such counters.
        counters: Vec<&'static str>,
    },
    /// In this many cycles after a reset; it is not known of later ones.
    EqualFor {
        /// Number of cycles.
        cycles: u64,
        /// Claims and properties of the relation that induction did not prove.
        open: Vec<&'static str>,
    },
    /// Legal inputs make a difference.
    Differs {
        /// The claim that does not hold.
        claim: &'static str,
        /// The cycle of the difference; cycle 0 is a reset.
        cycle: u64,
        /// Words of the inputs in the last cycle of reset: registers that are not reset take what follows from them.
        #[serde(skip)]
        in_reset: Vec<u64>,
        /// Words of the inputs behind it, cycle by cycle.
        #[serde(skip)]
        inputs: Vec<Vec<u64>>,
    },
}

impl Answer {
    /// Whether this is known without a bound.
    pub fn is_equal(&self) -> bool {
        matches!(self, Answer::Equal { .. } | Answer::EqualUntil { .. })
    }
}

/// What is known without an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "without")]
pub enum Without {
    /// The two sides are equal, too.
    Equal,
    /// Inputs make a difference in this cycle; cycle 0 is a reset.
    Differs {
        /// The cycle.
        cycle: u64,
    },
    /// The proof does not succeed, but no difference was found either.
    Open,
}

/// Labels of the properties of a checker about two sides.
#[derive(Clone, Debug)]
pub(crate) struct Labels {
    /// The claims.
    pub claims: Vec<&'static str>,
    /// The relation, and behind it the invariants of the RTL.
    pub relation: Vec<&'static str>,
    /// How many properties of the relation were written for this proof.
    pub written: usize,
}

/// The gates of the RTL and a checker, to which those of the other side are linked.
#[derive(Clone)]
pub(crate) struct Sides {
    /// Name of the unit.
    unit: &'static str,
    gates: Blif,
    limits: Limits,
    /// Ports into the unit.
    ports: Vec<Port>,
}

impl Sides {
    /// The RTL and a checker. With `select`, an additional input of the RTL, of so many bits, selects a mutant, and what the checker
    /// sees inside are outputs already.
    pub fn new<U: Unit>(
        unit: &Verilog,
        params: &U::Params,
        checker: &Checker,
        limits: Limits,
        select: Option<u32>,
    ) -> Result<Self, Error> {
        let probes = match select {
            Some(_) => String::new(),
            None => probes::commands(checker),
        };
        let top = top::<U>(params, checker, select);
        Ok(Self {
            unit: U::NAME,
            gates: synthesised(unit, checker, &top, &probes)?,
            limits,
            ports: port_list::<U::In<Values>>(params),
        })
    }

    /// Number of registers, a bit each.
    pub fn registers(&self) -> usize {
        self.gates.registers.len()
    }

    /// The gates with a change.
    pub fn with(&self, change: impl FnOnce(&mut Blif)) -> Self {
        let mut changed = self.clone();
        change(&mut changed.gates);
        changed
    }

    /// Number of gates.
    pub fn gates(&self) -> usize {
        self.gates.tables.len()
    }

    /// The questions about them; properties of the checker have these labels. `asked` counts the questions.
    pub fn engine(self, labels: &Labels, asked: &Arc<AtomicU64>) -> Result<Engine, Error> {
        Ok(Engine {
            netlist: Netlist::with(self.unit, self.gates, self.limits)?.counted(asked),
            labels: labels.clone(),
            ports: self.ports,
        })
    }
}

/// The questions about two sides.
pub(crate) struct Engine {
    netlist: Netlist,
    labels: Labels,
    /// Ports into the unit.
    ports: Vec<Port>,
}

impl Engine {
    /// The answer, by one method after the other (EQU-6).
    pub fn answer(&self) -> Result<Answer, Error> {
        match self.quick_answer()? {
            Answer::EqualFor { .. } => self.long_answer(),
            answer => Ok(answer),
        }
    }

    /// The answer about a mutant. Of one that simulation tells from the golden unit, what remains to be asked is whether it is
    /// called equal: not by questions about single claims, which take long, and by signals only if no search finds the difference.
    pub fn answer_of_mutant(&self, is_told: bool) -> Result<Answer, Error> {
        if !is_told {
            return self.answer();
        }
        if let Some(answer) = self.by_induction()? {
            return Ok(answer);
        }
        let answer = self.found_soon()?;
        match &answer {
            Answer::Differs { .. } => Ok(answer),
            _ => Ok(self.by_signals()?.unwrap_or(answer)),
        }
    }

    /// What questions about all claims together, and a short search, say.
    fn quick_answer(&self) -> Result<Answer, Error> {
        match self.at_once()? {
            Some(answer) => Ok(answer),
            // What differs mostly does so soon, and the other questions take long without an answer then.
            None => self.found_soon(),
        }
    }

    /// What a short search says.
    fn found_soon(&self) -> Result<Answer, Error> {
        let Labels {
            claims, relation, ..
        } = &self.labels;
        let open = [&claims[..], relation].concat();
        Ok(self.bounded(self.netlist.soon_violated()?, open))
    }

    fn long_answer(&self) -> Result<Answer, Error> {
        let Labels {
            claims, relation, ..
        } = &self.labels;
        let kept = self.netlist.inductive(relation.len())?;
        let lost = (0..relation.len()).filter(|at| !kept.contains(at));
        let mut open: Vec<&'static str> = lost.map(|at| relation[at]).collect();
        for (at, label) in claims.iter().enumerate() {
            if !self.netlist.follows(Claim::Guarantee(at), &kept, &kept)? {
                open.push(label);
            }
        }
        if open.iter().all(|label| !claims.contains(label)) {
            let method = Method::Induction;
            return Ok(Answer::Equal { method });
        }
        let reachable = self.netlist.reachable(&kept)?;
        if let Some(answer) = self.said(reachable, Method::Reachability) {
            return Ok(answer);
        }
        Ok(self.bounded(self.netlist.ever_violated()?, open))
    }

    /// What a search cycle by cycle says.
    fn bounded(&self, search: Search, open: Vec<&'static str>) -> Answer {
        match search {
            Search::Found(run) => self.differs(&run),
            Search::Open(cycles) => Answer::EqualFor { cycles, open },
            // Looking at some cycles proves nothing about all.
            Search::Impossible => Answer::EqualFor { cycles: 0, open },
        }
    }

    /// What one question about all claims settles.
    pub fn at_once(&self) -> Result<Option<Answer>, Error> {
        match self.by_induction()? {
            None => self.by_signals(),
            answer => Ok(answer),
        }
    }

    fn by_induction(&self) -> Result<Option<Answer>, Error> {
        // Where somebody wrote a relation, induction is likely to be quicker. Invariants of the RTL can be harder than the claims.
        let mut attempts = vec![self.labels.written, self.labels.relation.len()];
        attempts.dedup();
        for invariants in attempts {
            if self.netlist.all_follow(invariants)? {
                let method = Method::Induction;
                return Ok(Some(Answer::Equal { method }));
            }
        }
        Ok(None)
    }

    fn by_signals(&self) -> Result<Option<Answer>, Error> {
        Ok(self.said(self.netlist.have_same_signals()?, Method::Signals))
    }

    /// What is known without the assumption with this number. `at_once` says whether one question proves the two sides equal if it is made.
    pub fn without(&mut self, assumption: usize, at_once: bool) -> Result<Without, Error> {
        self.netlist.leave_out(Some(assumption));
        let answer = match self.at_once()? {
            None if at_once => match self.netlist.ever_violated()? {
                Search::Found(run) => Some(self.differs(&run)),
                _ => None,
            },
            None => Some(self.answer()?),
            answer => answer,
        };
        self.netlist.leave_out(None);
        Ok(match answer {
            Some(Answer::Equal { .. }) => Without::Equal,
            Some(Answer::Differs { cycle, .. }) => Without::Differs { cycle },
            _ => Without::Open,
        })
    }

    /// What a search settles.
    fn said(&self, search: Search, method: Method) -> Option<Answer> {
        match search {
            Search::Impossible => Some(Answer::Equal { method }),
            Search::Found(run) => Some(self.differs(&run)),
            Search::Open(_) => None,
        }
    }

    /// The difference that a run shows.
    fn differs(&self, run: &Found) -> Answer {
        let violated = self.netlist.violated_by(run);
        let mut inputs = self.inputs(run);
        Answer::Differs {
            claim: self.labels.claims[violated.expect("ABC's run is one of these gates")],
            cycle: run.cycles() as u64 - 1,
            in_reset: inputs.remove(0),
            inputs,
        }
    }

    /// Words of the inputs of a run, from the last cycle of reset on.
    fn inputs(&self, run: &Found) -> Vec<Vec<u64>> {
        let cycles = (0..run.cycles()).map(|cycle| vector(&self.ports, &[], run, cycle));
        let cycles: Vec<Vector> = cycles.collect();
        let reset = cycles.iter().rposition(|cycle| cycle.reset);
        let reset = reset.expect("the first cycle is a reset");
        let from_there = cycles.into_iter().skip(reset);
        from_there.map(|cycle| cycle.inputs).collect()
    }

    /// The corners that legal inputs are not found to reach, given those that are reached in unit mode.
    pub fn unreached(
        &self,
        corners: &[&'static str],
        reached: &[bool],
    ) -> Result<Vec<&'static str>, Error> {
        let mut unreached = Vec::new();
        for (at, (corner, is_reached)) in corners.iter().zip(reached).enumerate() {
            if !is_reached && !self.netlist.reaches(at)? {
                unreached.push(*corner);
            }
        }
        Ok(unreached)
    }
}
