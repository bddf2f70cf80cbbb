//! Proofs that the guarantees of a contract, and the invariants that RTL states about its registers, hold in every cycle
//! of the emitted Verilog under all legal inputs.
//!
//! * The unit and its checker ([`Checker`]) are in one netlist. All registers start with arbitrary bits, the first
//!   cycle is a reset, and a reset may come at any time.
//! * A property is *violated* (PRP-7) in a cycle in which it does not hold although all assumptions hold and have held in each
//!   cycle since the last reset.
//! * All invariants together are proven by *induction* (PRP-8): from any state, if they held for some cycles, they hold in the
//!   next cycle, each proven with the help of those before it (PRP-9); and they hold after a reset. Guarantees follow from them
//!   in the same way.
//! * Where induction fails, ABC searches for a reachable state that violates the property. Property-directed *reachability*
//!   proves, without a bound, that none exists; where it does not end in time, bounded model checking says for how many
//!   cycles none exists.
//! * A unit is *given up* (PRP-10) when several questions about it were not settled in time. Its remaining properties are then
//!   only checked cycle by cycle, all at once.
//! * A property that no mistake violates says nothing (PRP-11): legal inputs must make some mutant of the unit violate it. Half
//!   of the mutants are mistakes anywhere, the others at the registers and outputs that properties see, equally many for
//!   each property. ABC searches for such inputs within 24 cycles.
//!   Where it finds none, or the unit was given up, mutants are simulated under the stimuli of unit mode.
//! * A property that applies only in some cycles is *vacuous* if no legal inputs ever lead to such a cycle. This is checked
//!   too, and counts as a failure.

mod counterexample;
pub(crate) mod equality;
mod found;
mod netlist;
pub(crate) mod probes;
mod question;
mod replayed;
mod script;
mod synthesised;
mod top;
mod violating;

use crate::Checked;
use crate::error::Error;
use crate::gates::Blif;
use crate::mutation::{self, Choice};
use crate::verilated::Verilog;
pub use counterexample::Counterexample;
use counterexample::Gates;
use found::Found;
use heddle_contract::{Properties, Property};
use heddle_hdl::{Checker, Hardware, driven, invariants};
pub(crate) use netlist::Limits;
use netlist::Netlist;
pub(crate) use probes::GOLDEN;
pub(crate) use question::ASSUMPTIONS;
use question::Claim;
use serde::Serialize;
use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use violating::Violating;

/// The options of proofs.
#[derive(Clone, Debug)]
pub struct Prove {
    /// The RTL.
    pub verilog: Verilog,
    /// Processor time for each question about a property.
    pub patience: Duration,
    /// After this many questions without an answer the unit is given up: its other properties are checked together, cycle
    /// by cycle.
    pub unsettled: usize,
    /// Number of mutants of the unit, one of which has to violate each property; 0 to skip this check.
    pub mutants: usize,
    /// Seed of the choice of mutants.
    pub seed: u64,
    /// Number of finished properties, for progress displays.
    pub done: Arc<AtomicU64>,
}

/// How a property was proven to hold in every cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// No state that violates the property can be reached.
    Reachability,
    /// The property follows from itself and the invariants one or a few cycles before.
    Induction,
}

/// Where a property comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The contract guarantees the property.
    Guarantee,
    /// The RTL states the property about its registers.
    Invariant,
}

/// What is known about a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Verdict {
    /// The property holds in every cycle.
    Proven {
        /// How this was proven.
        method: Method,
    },
    /// The property holds in this many cycles after a reset; later cycles were not checked.
    Bounded {
        /// Number of cycles.
        cycles: u64,
        /// Whether the unit was given up, so that the property was not checked alone.
        given_up: bool,
    },
    /// Legal inputs violate the property.
    Violated {
        /// The cycle of the violation; cycle 0 is a reset.
        cycle: u64,
    },
    /// No legal inputs lead to a cycle in which the property applies.
    Vacuous,
}

impl Verdict {
    /// Whether the unit was given up before this property was checked alone.
    pub fn is_given_up(self) -> bool {
        matches!(self, Verdict::Bounded { given_up: true, .. })
    }
}

impl From<Method> for Verdict {
    fn from(method: Method) -> Self {
        Verdict::Proven { method }
    }
}

/// A property and its result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proven {
    /// Where the property comes from.
    pub kind: Kind,
    /// Text of the property.
    pub property: &'static str,
    /// Label of the property in checkers.
    pub label: &'static str,
    /// What is known about the property.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// A mutant that violates the property: place and text in the Verilog.
    pub violated_by: Option<String>,
    /// Inputs that violate the property, if it is violated and they were found in time.
    #[serde(skip)]
    pub counterexample: Option<Counterexample>,
    /// Time of the proof in seconds; for an invariant this includes the time of the joint proof of all invariants.
    pub seconds: f64,
}

impl Prove {
    /// Checks every invariant and every guarantee of a unit, one after the other.
    ///
    /// # Errors
    /// [`Error`] when a tool fails or a file cannot be written.
    pub fn run<U: Checked>(&self, params: &U::Params) -> Result<Vec<Proven>, Error> {
        let invariants = invariants::<U>(params);
        let guarantees = Properties::of::<U>(params).guarantees;
        if guarantees.is_empty() && invariants.is_empty() {
            return Ok(Vec::new());
        }
        let netlist = Netlist::new::<U>(&self.verilog, params, None, self.limits())?;
        let start = Instant::now();
        let together = netlist.inductive(invariants.len())?;
        let for_all = start.elapsed();
        let try_all =
            |gates: &Blif, count| violating::violating::<U>(params, gates, count, self.seed);
        let asked = Asked {
            netlist,
            mutants: match self.mutants {
                0 => None,
                _ => Some(Mutants::new::<U>(self, params, &try_all)?),
            },
            done: &self.done,
            counterexample: &|claim, gates, found| {
                Counterexample::new::<U>(params, claim, gates, found)
            },
        };
        let mut all = asked.invariants(&invariants, &together, for_all)?;
        for (at, guarantee) in guarantees.iter().enumerate() {
            let start = Instant::now();
            let claim = Claim::Guarantee(at);
            let verdict = asked.netlist.verdict(claim, &together)?;
            all.push(asked.proven(guarantee, claim, verdict, start.elapsed())?);
        }
        Ok(all)
    }

    fn limits(&self) -> Limits {
        Limits {
            patience: self.patience,
            unsettled: self.unsettled,
        }
    }
}

/// The questions about a unit.
struct Asked<'a> {
    netlist: Netlist,
    mutants: Option<Mutants<'a>>,
    done: &'a AtomicU64,
    /// Turns a found run into a counterexample for the unit.
    counterexample: &'a dyn Fn(Claim, &Gates, &Found) -> Counterexample,
}

impl Asked<'_> {
    /// The results of the invariants; those in `together` are known to hold together.
    fn invariants(
        &self,
        invariants: &[Property],
        together: &[usize],
        for_all: Duration,
    ) -> Result<Vec<Proven>, Error> {
        let prove = |(at, invariant): (usize, &Property)| {
            let start = Instant::now();
            let claim = Claim::Invariant(at);
            let verdict = match together.contains(&at) {
                true if self.netlist.is_vacuous(claim)? => Verdict::Vacuous,
                true => Method::Induction.into(),
                false => self.netlist.verdict(claim, together)?,
            };
            self.proven(invariant, claim, verdict, for_all + start.elapsed())
        };
        invariants.iter().enumerate().map(prove).collect()
    }

    fn proven(
        &self,
        property: &Property,
        claim: Claim,
        verdict: Verdict,
        took: Duration,
    ) -> Result<Proven, Error> {
        let violated_by = match &self.mutants {
            Some(mutants) => mutants.violating(claim, verdict)?,
            None => None,
        };
        let counterexample = self.violation(claim, verdict)?;
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(Proven {
            kind: match claim {
                Claim::Guarantee(_) => Kind::Guarantee,
                Claim::Invariant(_) => Kind::Invariant,
            },
            property: property.name,
            label: property.label,
            verdict,
            violated_by,
            counterexample,
            seconds: took.as_secs_f64(),
        })
    }

    /// Inputs that show a violation, if the property is violated and ABC finds them in time.
    fn violation(&self, claim: Claim, verdict: Verdict) -> Result<Option<Counterexample>, Error> {
        let Verdict::Violated { cycle } = verdict else {
            return Ok(None);
        };
        let found = self.netlist.violation(claim, cycle)?;
        let gates = self.netlist.gates(claim);
        Ok(found.map(|found| (self.counterexample)(claim, &gates, &found)))
    }
}

/// Yosys commands: an output that equals an input or another output gets a cell, so that mutants can be made of it.
const BUFFERED: &str = "insbuf; setattr -set keep 1 t:$_BUF_; \
                        setparam -set A_WIDTH 1 -set Y_WIDTH 1 -set A_SIGNED 0 t:$_BUF_; \
                        chtype -set $pos t:$_BUF_; ";

/// For each guarantee and invariant, the signals that it sees and the unit drives.
fn seen<U: Hardware>(params: &U::Params) -> Vec<Vec<String>> {
    let guarantees = Properties::of::<U>(params).guarantees;
    let invariants = invariants::<U>(params);
    guarantees.iter().chain(&invariants).map(driven).collect()
}

/// Mutants of a unit, in one netlist.
struct Mutants<'a> {
    netlist: Netlist,
    all: Vec<mutation::Mutant>,
    /// Simulates a number of mutants under the stimuli of unit mode.
    try_all: &'a dyn Fn(&Blif, usize) -> Violating,
    tried: OnceCell<Violating>,
}

impl<'a> Mutants<'a> {
    fn new<U: Hardware>(
        prove: &Prove,
        params: &U::Params,
        try_all: &'a dyn Fn(&Blif, usize) -> Violating,
    ) -> Result<Self, Error> {
        let probes = probes::commands(&Checker::with_invariants::<U>(params));
        let prepare = format!("{BUFFERED}{probes}");
        let choice = Choice::half_seen(prove.mutants, seen::<U>(params), prove.seed);
        let mutated = mutation::Netlist::new(&prove.verilog, &prepare, choice)?;
        let (verilog, select) = (mutated.verilog()?, Some(mutated.select_bits));
        Ok(Self {
            netlist: Netlist::new::<U>(&verilog, params, select, prove.limits())?,
            all: mutated.mutants,
            try_all,
            tried: OnceCell::new(),
        })
    }

    /// A mutant that violates a claim: place and text in the Verilog. ABC is first asked about all mutants at once, which finds
    /// most. If that and simulation find none, ABC is asked about one mutant after the other.
    fn violating(&self, claim: Claim, verdict: Verdict) -> Result<Option<String>, Error> {
        let asks = !verdict.is_given_up();
        let mut number = None;
        if asks {
            number = self.netlist.violating_mutant(claim)?;
        }
        number = number.or_else(|| self.tried().get(&claim).copied());
        if asks && number.is_none() {
            number = self.one_by_one(claim)?;
        }
        let mutant = self.all.iter().find(|mutant| Some(mutant.id) == number);
        Ok(mutant.map(|mutant| format!("{}: {mutant}: {}", mutant.place, mutant.verilog)))
    }

    /// The violations that simulation finds.
    fn tried(&self) -> &Violating {
        let try_all = || (self.try_all)(self.netlist.blif(), self.all.len());
        self.tried.get_or_init(try_all)
    }

    fn one_by_one(&self, claim: Claim) -> Result<Option<usize>, Error> {
        for mutant in &self.all {
            if self.netlist.shows(claim, mutant.id)? {
                return Ok(Some(mutant.id));
            }
        }
        Ok(None)
    }
}
