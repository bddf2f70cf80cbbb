//! Proofs: what a contract guarantees holds in every cycle of the emitted Verilog, whatever legal inputs come.
//!
//! * The unit and its checker (`heddle_hdl::checker`) stand in one netlist. All registers start with any bits, the first
//!   cycle is a reset, and a reset may come at any time.
//! * A guarantee is *violated* in a cycle in which it does not hold, all assumptions hold, and have held in each cycle since
//!   the last reset. ABC looks for such a cycle: property-directed reachability proves that there is none,
//!   without a bound; where it does not end in time, bounded model checking says for how many cycles there is none.
//! * A guarantee that no mistake violates says nothing either: mutants of the unit are tried until legal inputs make one of them
//!   violate it within 24 cycles.
//! * A guarantee that only says something of some cycles is *vacuous* if no legal input ever leads to one: that is asked
//!   too, and counts as a failure.

mod netlist;
mod question;

use crate::error::Error;
use crate::mutation;
use crate::verilated::Verilog;
use heddle_contract::{Properties, Unit};
use netlist::Netlist;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What to prove and how.
#[derive(Clone, Debug)]
pub struct Prove {
    /// The RTL.
    pub verilog: Verilog,
    /// Processor time for each of the questions that are asked about a guarantee.
    pub patience: Duration,
    /// Mutants of the unit that are tried on each guarantee at most; 0 for none.
    pub mutants: usize,
    /// Seed of their choice.
    pub seed: u64,
    /// Guarantees that are done; may be watched.
    pub done: Arc<AtomicU64>,
}

/// What is known of a guarantee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Verdict {
    /// It holds in every cycle.
    Proven,
    /// It holds in so many cycles after a reset; more were not looked at.
    Bounded {
        /// Cycles.
        cycles: u64,
    },
    /// Legal inputs violate it.
    Violated {
        /// The cycle, counted from the first one, which is a reset.
        cycle: u64,
    },
    /// No legal input leads to a cycle of which it says something.
    Vacuous,
}

/// A guarantee and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proven {
    /// The guarantee.
    pub guarantee: &'static str,
    /// What is known.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The first mutant that violates it: place and text in the Verilog.
    pub violated_by: Option<String>,
    /// Time that the proof took.
    pub seconds: f64,
}

impl Prove {
    /// Asks about every guarantee of a unit, one after the other.
    ///
    /// # Errors
    /// [`Error`] when a tool fails or a file cannot be written.
    pub fn run<U: Unit>(&self, params: &U::Params) -> Result<Vec<Proven>, Error> {
        let guarantees = Properties::of::<U>(params).guarantees;
        if guarantees.is_empty() {
            return Ok(Vec::new());
        }
        let netlist = Netlist::new::<U>(&self.verilog, params, None, self.patience)?;
        let mutants = match self.mutants {
            0 => None,
            _ => Some(Mutants::new::<U>(self, params)?),
        };
        let prove = |(at, name): (usize, &'static str)| {
            let start = Instant::now();
            let verdict = netlist.verdict(at)?;
            let seconds = start.elapsed().as_secs_f64();
            let violated_by = match &mutants {
                Some(mutants) => mutants.first_that_violates(at)?,
                None => None,
            };
            self.done.fetch_add(1, Ordering::Relaxed);
            Ok(Proven {
                guarantee: name,
                verdict,
                violated_by,
                seconds,
            })
        };
        let names = guarantees.iter().map(|guarantee| guarantee.name);
        names.enumerate().map(prove).collect()
    }
}

/// Mutants of a unit, in one netlist.
struct Mutants {
    netlist: Netlist,
    all: Vec<mutation::Mutant>,
}

impl Mutants {
    fn new<U: Unit>(prove: &Prove, params: &U::Params) -> Result<Self, Error> {
        let mutated = mutation::Netlist::new(&prove.verilog, prove.mutants, prove.seed)?;
        let (verilog, select) = (mutated.verilog()?, Some(mutated.select_bits));
        Ok(Self {
            netlist: Netlist::new::<U>(&verilog, params, select, prove.patience)?,
            all: mutated.mutants,
        })
    }

    fn first_that_violates(&self, guarantee: usize) -> Result<Option<String>, Error> {
        for mutant in &self.all {
            if self.netlist.shows(guarantee, mutant.id)? {
                return Ok(Some(format!(
                    "{}: {mutant}: {}",
                    mutant.place, mutant.verilog
                )));
            }
        }
        Ok(None)
    }
}
