//! A unit with its checker as gates, made by Yosys, and ABC's answers about it.

use super::counterexample::Gates;
use super::found::Found;
use super::probes;
use super::question::{Claim, Part, Question, Sought, Start};
use super::replayed;
use super::script::{
    SAME_SIGNALS, SWEEP, UNBOUNDED, bounded, few, frame, frames, is_refused, seconds,
};
use super::synthesised::synthesised;
use super::top::{TOP, top};
use super::{Method, Verdict};
use crate::error::Error;
use crate::gates::Blif;
use crate::mutation::SELECT;
use crate::verilated::{RESET, Verilog, abc};
use heddle_hdl::{Checker, Hardware};
use heddle_system::DraftFolder;
use std::cell::{Cell, OnceCell};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// File with the inputs, cycle by cycle, that lead to the requested event.
const FOUND: &str = "found.cex";

/// Extra time for ABC's other work, such as reading the netlist.
const GRACE: Duration = Duration::from_secs(5);

/// A question about all properties gets the time of this many questions.
const TOGETHER: u32 = 5;
/// Bound of bounded model checking in cycles, as far as time permits, and the bound when searching for mistakes.
const BOUNDED: u64 = 100;
const SHORT: u64 = 24;
/// Numbers of cycles for which a claim is assumed before induction proves it for the next cycle.
const INDUCTIONS: [usize; 2] = [1, 3];

/// The gates, in their own folder.
pub(super) struct Netlist {
    folder: DraftFolder,
    /// Name of the unit's module.
    unit: &'static str,
    gates: Blif,
    limits: Limits,
    /// Number of unbounded proof attempts that may still end without an answer.
    tries: Cell<usize>,
    /// For how many cycles nothing at all is violated, once this was asked; `Some(None)` if something is violated.
    none_violated: OnceCell<Option<u64>>,
    /// The number of an assumption that no question makes.
    left_out: Option<usize>,
    /// How many questions were asked, for progress displays.
    asked: Arc<AtomicU64>,
}

/// Limits of the questions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Processor time for a question.
    pub patience: Duration,
    /// After this many questions without an answer, no more unbounded proofs are tried.
    pub unsettled: usize,
}

/// What comes of a search for a violation of a guarantee.
pub(super) enum Search {
    /// There is none.
    Impossible,
    /// A run from a reset on that ends in one.
    Found(Found),
    /// None is found, in this many cycles if they are looked at one after the other.
    Open(u64),
}

impl Netlist {
    /// The gates of a unit and its checker. With `select`, an additional input of the unit selects a mutant.
    pub fn new<U: Hardware>(
        unit: &Verilog,
        params: &U::Params,
        select: Option<u32>,
        limits: Limits,
    ) -> Result<Self, Error> {
        let checker = Checker::with_invariants::<U>(params);
        let top = top::<U>(params, &checker, select);
        // The probes of a unit with mutants are outputs already.
        let probes = match select {
            Some(_) => String::new(),
            None => probes::commands(&checker),
        };
        let gates = synthesised(unit, &checker, &top, &probes)?;
        Self::with(U::NAME, gates, limits)
    }

    /// Questions about these gates of a unit.
    pub fn with(unit: &'static str, gates: Blif, limits: Limits) -> Result<Self, Error> {
        Ok(Self {
            folder: DraftFolder::temporary().map_err(Error::scratch(std::env::temp_dir()))?,
            unit,
            gates,
            limits,
            tries: Cell::new(limits.unsettled),
            none_violated: OnceCell::new(),
            left_out: None,
            asked: Arc::default(),
        })
    }

    /// Counts the questions there.
    pub fn counted(self, asked: &Arc<AtomicU64>) -> Self {
        let asked = Arc::clone(asked);
        Self { asked, ..self }
    }

    /// Asks all further questions without the assumption with this number; with all of them for `None`.
    pub fn leave_out(&mut self, assumption: Option<usize>) {
        self.left_out = assumption;
    }

    /// What ABC finds when it looks for signals that are always equal.
    pub fn have_same_signals(&self) -> Result<Search, Error> {
        let question = self.question(Sought::Unequal, Start::Reset);
        self.search(question, SAME_SIGNALS, self.limits.patience / 4)
    }

    /// Whether the first invariants follow from these and all guarantees one cycle before, the guarantees from these invariants in
    /// the same cycle, and all hold in the first cycles. Without invariants the guarantees have to hold in any state.
    pub fn all_follow(&self, invariants: usize) -> Result<bool, Error> {
        let each = |part, start| self.question(Sought::Each(part, invariants), start);
        let now: Vec<usize> = (0..invariants).collect();
        let same = Question {
            now: &now,
            ..each(Part::Guarantees, Start::Anywhere(0))
        };
        let step = each(Part::Invariants, Start::Anywhere(1));
        let first = each(Part::All, Start::Reset);
        let follow = match self.settled(same, 0, self.limits.patience)? {
            Some(follow) => follow,
            None => self.is_swept(same)?,
        };
        if invariants == 0 {
            return Ok(follow);
        }
        let patience = self.limits.patience * TOGETHER;
        let settled = |question| self.settled(question, 1, patience);
        Ok(follow && settled(step)? == Some(true) && settled(first)? == Some(true))
    }

    /// Whether nothing is found in the first cycle, because signals are equal in it.
    fn is_swept(&self, question: Question) -> Result<bool, Error> {
        Ok(self.ask(question, SWEEP)?.contains("UNSATISFIABLE"))
    }

    /// What ABC finds when it looks for states that violate a guarantee, given invariants that hold.
    pub fn reachable(&self, given: &[usize]) -> Result<Search, Error> {
        let question = Question {
            now: given,
            ..self.question(Sought::Unequal, Start::Reset)
        };
        let mut search = Search::Open(0);
        for before in UNBOUNDED {
            let script = format!("{before}; pdr -T {}", seconds(self.limits.patience));
            search = self.search(question, &script, self.limits.patience)?;
            if !matches!(search, Search::Open(_)) {
                break;
            }
        }
        Ok(search)
    }

    /// Looks for a violation of a guarantee in few cycles, for a short time.
    pub fn soon_violated(&self) -> Result<Search, Error> {
        self.violated_within(SHORT, self.limits.patience / 8)
    }

    /// Looks for a violation of a guarantee cycle by cycle, as far as time permits.
    pub fn ever_violated(&self) -> Result<Search, Error> {
        self.violated_within(BOUNDED, self.limits.patience)
    }

    fn violated_within(&self, cycles: u64, patience: Duration) -> Result<Search, Error> {
        let question = self.question(Sought::Unequal, Start::Reset);
        self.search(question, &bounded(cycles, patience), patience)
    }

    fn search(
        &self,
        question: Question,
        script: &str,
        patience: Duration,
    ) -> Result<Search, Error> {
        let script = format!("{script}; write_cex -n {FOUND}");
        let said = self.ask_for(question, &script, patience)?;
        Ok(match frame(&said) {
            Some(_) => Search::Found(self.found()?),
            None if said.contains("Property proved") => Search::Impossible,
            None => Search::Open(frames(&said)),
        })
    }

    /// The first guarantee that a run violates in its last cycle.
    pub fn violated_by(&self, run: &Found) -> Option<usize> {
        let question = self.question(Sought::Unequal, Start::Reset);
        replayed::violated(&self.gates, &question.unknown(), run)
    }

    /// Whether legal inputs are found that lead to the corner with this number.
    pub fn reaches(&self, corner: usize) -> Result<bool, Error> {
        let question = self.question(Sought::Corner(corner), Start::Reset);
        let said = self.ask(question, &bounded(BOUNDED, self.limits.patience))?;
        Ok(frame(&said).is_some())
    }

    /// The gates.
    pub fn blif(&self) -> &Blif {
        &self.gates
    }

    /// Whether unbounded proofs are no longer tried.
    pub fn gives_up(&self) -> bool {
        self.tries.get() == 0
    }

    fn count(&self, is_settled: bool) {
        let left = self.tries.get();
        self.tries
            .set(left.saturating_sub(usize::from(!is_settled)));
    }

    /// The number of a mutant that violates a claim within few cycles under legal inputs, if one exists.
    pub fn violating_mutant(&self, claim: Claim) -> Result<Option<usize>, Error> {
        let question = Question {
            mutant: None,
            ..self.question(Sought::Violation(claim), Start::Reset)
        };
        let script = format!(
            "{}; write_cex -n {FOUND}",
            bounded(SHORT, self.limits.patience)
        );
        let said = self.ask(question, &script)?;
        if frame(&said).is_none() {
            return Ok(None);
        }
        let found = self.found()?;
        Ok(Some(question.found_mutant(|input| found.is_high(0, input))))
    }

    fn found(&self) -> Result<Found, Error> {
        let path = self.folder.path().join(FOUND);
        let found = fs::read_to_string(&path).map_err(Error::scratch(path))?;
        Ok(Found::parse(&found))
    }

    /// Legal inputs, starting with a reset, that violate a claim in their last cycle, which is no later than `cycle`; `None` if
    /// they are not found in time.
    pub fn violation(&self, claim: Claim, cycle: u64) -> Result<Option<Found>, Error> {
        let question = self.question(Sought::Violation(claim), Start::Reset);
        let script = format!(
            "{}; write_cex -n {FOUND}",
            bounded(cycle + 1, self.limits.patience)
        );
        match frame(&self.ask(question, &script)?) {
            Some(_) => self.found().map(Some),
            None => Ok(None),
        }
    }

    /// Names of the gates in a run that violates a claim.
    pub fn gates(&self, claim: Claim) -> Gates<'_> {
        let question = self.question(Sought::Violation(claim), Start::Reset);
        let registers = self.gates.registers.iter();
        Gates {
            registers: registers.map(|register| register.now.as_str()).collect(),
            kept: question.unknown(),
        }
    }

    /// Whether legal inputs make the mutant with this number violate a claim within few cycles.
    pub fn shows(&self, claim: Claim, mutant: usize) -> Result<bool, Error> {
        let question = Question {
            mutant: Some(mutant),
            ..self.question(Sought::Violation(claim), Start::Reset)
        };
        let said = self.ask(question, &bounded(SHORT, self.limits.patience / 8))?;
        Ok(frame(&said).is_some())
    }

    /// The invariants that hold in every cycle because, in any state, each follows from all of them in the cycles before and
    /// from the preceding ones in the same cycle. If some do not follow, or are not settled in time, the others are checked
    /// again without them.
    pub fn inductive(&self, invariants: usize) -> Result<Vec<usize>, Error> {
        let mut kept: Vec<usize> = (0..invariants).collect();
        loop {
            let mut following = Vec::new();
            for (place, &at) in kept.iter().enumerate() {
                if self.follows(Claim::Invariant(at), &kept, &kept[..place])? {
                    following.push(at);
                }
            }
            if following.len() == kept.len() {
                return Ok(kept);
            }
            kept = following;
        }
    }

    /// Whether a claim follows from itself and the invariants of some cycles before, and from the invariants of the same cycle;
    /// and holds in the first cycles. More cycles are tried if fewer do not settle the question.
    pub fn follows(&self, claim: Claim, before: &[usize], now: &[usize]) -> Result<bool, Error> {
        for cycles in INDUCTIONS {
            if self.gives_up() {
                return Ok(false);
            }
            let first = self.question(Sought::Violation(claim), Start::Reset);
            let step = Question {
                before,
                now,
                ..self.question(Sought::Violation(claim), Start::Anywhere(cycles))
            };
            if self.holds(step, cycles)? && self.holds(first, cycles)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether nothing is found within this many cycles after the first. If this is not settled in time, the answer is no.
    fn holds(&self, question: Question, cycles: usize) -> Result<bool, Error> {
        let settled = self.settled(question, cycles, self.limits.patience)?;
        Ok(settled == Some(true))
    }

    /// As [`Self::holds`], with no answer if it is not settled in time.
    fn settled(
        &self,
        question: Question,
        cycles: usize,
        patience: Duration,
    ) -> Result<Option<bool>, Error> {
        let said = self.ask_for(question, &few(cycles as u64 + 1, patience), patience)?;
        let (is_found, is_done) = (frame(&said).is_some(), frames(&said) > cycles as u64);
        self.count(is_found || is_done);
        Ok((is_found || is_done).then_some(!is_found))
    }

    /// The verdict on a claim, given invariants that hold.
    pub fn verdict(&self, claim: Claim, given: &[usize]) -> Result<Verdict, Error> {
        if self.is_vacuous(claim)? {
            return Ok(Verdict::Vacuous);
        }
        if self.follows(claim, given, given)? {
            return Ok(Method::Induction.into());
        }
        let question = Question {
            now: given,
            ..self.question(Sought::Violation(claim), Start::Reset)
        };
        for before in UNBOUNDED.into_iter().filter(|_| !self.gives_up()) {
            let said = self.ask(
                question,
                &format!("{before}; pdr -T {}", seconds(self.limits.patience)),
            )?;
            if said.contains("Property proved") {
                return Ok(Method::Reachability.into());
            }
            if let Some(cycle) = frame(&said) {
                return Ok(Verdict::Violated { cycle });
            }
            self.count(false);
        }
        let of_all = match self.gives_up() {
            true => self.none_violated()?,
            false => None,
        };
        if let Some(cycles) = of_all {
            let given_up = true;
            return Ok(Verdict::Bounded { cycles, given_up });
        }
        let said = self.ask(question, &bounded(BOUNDED, self.limits.patience))?;
        Ok(match frame(&said) {
            Some(cycle) => Verdict::Violated { cycle },
            None => Verdict::Bounded {
                cycles: frames(&said),
                given_up: false,
            },
        })
    }

    /// For how many cycles no guarantee and no invariant is violated; `None` if one is. This is one question about all, asked
    /// once, with the time of several.
    fn none_violated(&self) -> Result<Option<u64>, Error> {
        if let Some(cycles) = self.none_violated.get() {
            return Ok(*cycles);
        }
        let question = self.question(Sought::AnyViolation, Start::Reset);
        let patience = self.limits.patience * TOGETHER;
        let said = self.ask_for(question, &bounded(BOUNDED, patience), patience)?;
        let none = frame(&said).is_none().then(|| frames(&said));
        Ok(*self.none_violated.get_or_init(|| none))
    }

    /// Whether legal inputs never lead to a cycle in which the claim applies. Cycles that are not found in time do not count.
    pub fn is_vacuous(&self, claim: Claim) -> Result<bool, Error> {
        let question = self.question(Sought::Mention(claim), Start::Reset);
        let said = self.ask(question, &bounded(BOUNDED, self.limits.patience))?;
        Ok(frame(&said).is_none())
    }

    fn question(&self, sought: Sought, start: Start) -> Question<'_> {
        Question {
            gates: &self.gates,
            reset: RESET,
            sought,
            start,
            before: &[],
            now: &[],
            left_out: self.left_out,
            select: SELECT,
            mutant: Some(0),
        }
    }

    fn ask(&self, question: Question, script: &str) -> Result<String, Error> {
        self.ask_for(question, script, self.limits.patience)
    }

    fn ask_for(
        &self,
        question: Question,
        script: &str,
        patience: Duration,
    ) -> Result<String, Error> {
        let path = self.folder.path().join("question.blif");
        fs::write(&path, question.text()).map_err(Error::scratch(path))?;
        let script = format!("read_blif question.blif; {script}");
        let said = abc(TOP, self.folder.path(), &script, patience + GRACE)?;
        self.asked.fetch_add(1, Ordering::Relaxed);
        match said {
            Some(said) if is_refused(&said) => Err(Error::NoQuestion {
                unit: self.unit.into(),
                said: said.trim().into(),
            }),
            said => Ok(said.unwrap_or_default()),
        }
    }
}
