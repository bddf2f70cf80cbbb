//! Questions about all claims of a checker at once, for proofs of equality.

use super::counterexample::vector;
use super::netlist::{First, Limits, Netlist};
use super::probes;
use super::question::Claim;
use super::top::top;
use crate::Vector;
use crate::error::Error;
use crate::gates::Blif;
use crate::verilated::Verilog;
use heddle_contract::{Port, Unit, Values, port_list};
use heddle_hdl::Checker;
use serde::Serialize;
use std::time::Duration;

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
        /// The claim that does not hold; `None` if it is not found in time which.
        claim: Option<&'static str>,
        /// The cycle of the difference; cycle 0 is a reset.
        cycle: u64,
        /// Words of the inputs behind the last reset, cycle by cycle; empty if they are not found again in time.
        #[serde(skip)]
        inputs: Vec<Vec<u64>>,
    },
}

/// The questions about two sides.
pub(crate) struct Engine {
    netlist: Netlist,
    /// Ports into the unit.
    ports: Vec<Port>,
}

impl Engine {
    /// The gates of the RTL and a checker. `link` adds those of the other side.
    pub fn new<U: Unit>(
        unit: &Verilog,
        params: &U::Params,
        checker: &Checker,
        patience: Duration,
        link: impl FnOnce(&mut Blif),
    ) -> Result<Self, Error> {
        let limits = Limits {
            patience,
            unsettled: usize::MAX,
        };
        let top = top::<U>(params, checker, None);
        let netlist = Netlist::of(unit, checker, &top, &probes::commands(checker), limits)?;
        Ok(Self {
            netlist: netlist.linked(link),
            ports: port_list::<U::In<Values>>(params),
        })
    }

    /// The answer, given the labels of claims and of the properties of the relation, the first `written` of which were written
    /// for this proof. The others are invariants of the RTL.
    pub fn answer(
        &self,
        claims: Vec<&'static str>,
        relation: Vec<&'static str>,
        written: usize,
    ) -> Result<Answer, Error> {
        // Where somebody wrote a relation, induction is likely to be quicker. Invariants of the RTL can be harder than the claims.
        let mut attempts = vec![written, relation.len()];
        attempts.dedup();
        for invariants in attempts {
            if self.netlist.all_follow(invariants)? {
                let method = Method::Induction;
                return Ok(Answer::Equal { method });
            }
        }
        let all = 0..relation.len();
        if self.netlist.have_same_signals()? {
            let method = Method::Signals;
            return Ok(Answer::Equal { method });
        }
        let kept = self.netlist.inductive(relation.len())?;
        let lost = all.filter(|at| !kept.contains(at));
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
        if self.netlist.all_reachable(&kept)? {
            let method = Method::Reachability;
            return Ok(Answer::Equal { method });
        }
        Ok(match self.netlist.first_violation()? {
            First::None { cycles } => Answer::EqualFor { cycles, open },
            First::At { cycle, guarantee } => Answer::Differs {
                claim: guarantee.map(|at| claims[at]),
                cycle,
                inputs: match guarantee {
                    Some(at) => self.inputs(Claim::Guarantee(at), cycle)?,
                    None => Vec::new(),
                },
            },
        })
    }

    /// Words of the inputs that violate a claim, from the last reset on.
    fn inputs(&self, claim: Claim, cycle: u64) -> Result<Vec<Vec<u64>>, Error> {
        let Some(found) = self.netlist.violation(claim, cycle)? else {
            return Ok(Vec::new());
        };
        let cycles = (0..found.cycles()).map(|cycle| vector(&self.ports, &[], &found, cycle));
        let cycles: Vec<Vector> = cycles.collect();
        let reset = cycles.iter().rposition(|cycle| cycle.reset);
        let behind = cycles.into_iter().skip(reset.map_or(0, |reset| reset + 1));
        Ok(behind.map(|cycle| cycle.inputs).collect())
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
