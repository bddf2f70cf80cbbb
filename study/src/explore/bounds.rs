//! What no hardware reaches: machines that are run once, to say how far a point is from them (EXP-2).

use super::evaluator::{Ask, Evaluator, Measured, Stage};
use super::runs::Runs;
use crate::error::Error;
use crate::machine::Machine;
use crate::method::Method;
use heddle_contract::Config;
use heddle_sim::Mechanism;

/// A bound: its name, what it leaves out, and its machine.
const BOUNDS: [(&str, &str, Mechanism, &[&str]); 3] = [
    (
        "mimd",
        "divergence: every thread on its own",
        Mechanism::Mimd,
        &[],
    ),
    (
        "dwf, ideal",
        "lane conflicts, full structures and the time to choose, under dynamic warp formation",
        Mechanism::Dwf,
        &["dwf.ideal=true", "dwf.lane_aware=false"],
    ),
    (
        "dwf, any lane",
        "lane conflicts, under dynamic warp formation",
        Mechanism::Dwf,
        &["dwf.lane_aware=false"],
    ),
];

/// A machine that no point reaches in one respect.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Name.
    pub name: &'static str,
    /// What does not limit it.
    pub without: &'static str,
    /// The logarithms of its speed-ups over the reference, by program; `None` where it failed.
    pub speeds: Vec<Option<f64>>,
}

/// The limit study of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Reconvergence {
    /// Cycles with reconvergence at immediate post-dominators, over those with the best one, on an ideal core; or why it is
    /// unknown.
    pub pdom_over_oracle: Result<f64, String>,
}

/// The machines of the bounds on top of a machine, as points of [`Runs`].
///
/// # Errors
/// A machine that none of them fits.
pub fn points(machine: &Machine) -> Result<Vec<(Method, Config)>, Error> {
    let on_machine = |name: &str, set: &[&str]| {
        let set: Vec<String> = set.iter().map(|set| (*set).into()).collect();
        machine.with(&set).map_err(|error| Error::Machine {
            run: name.into(),
            error: Box::new(error),
        })
    };
    let bounds = BOUNDS
        .iter()
        .map(|(name, _, mechanism, set)| Ok((Method::Gpu(*mechanism), on_machine(name, set)?)));
    let oracle = std::iter::once(Ok((Method::Oracle, on_machine("oracle", &[])?)));
    bounds.chain(oracle).collect()
}

/// Runs the bounds, whose points begin with number `first`, on all programs.
///
/// # Errors
/// A run that could not be made or kept.
pub fn bounds(
    runs: &mut Runs<'_>,
    first: usize,
    reference: usize,
) -> Result<(Vec<Bound>, Vec<Reconvergence>), Error> {
    let programs = runs.subjects.len();
    let whole = |point: usize| {
        (0..programs).map(move |program| Ask {
            point,
            program,
            window: None,
        })
    };
    let asks = std::iter::once(reference).chain(first..first + BOUNDS.len());
    let asks: Vec<Ask> = asks.flat_map(whole).collect();
    let measured = runs.measure(Stage::Bounds, &asks)?;
    let (to, of) = measured.split_at(programs);
    let of = of.chunks(programs.max(1)).zip(BOUNDS);
    let bounds = of.map(|(of, (name, without, ..))| Bound {
        name,
        without,
        speeds: of.iter().zip(to).map(|(of, to)| speed(of, to)).collect(),
    });
    let oracle = whole(first + BOUNDS.len());
    let studied = oracle.map(|ask| reconvergence(runs, &ask));
    Ok((bounds.collect(), studied.collect::<Result<_, _>>()?))
}

fn speed(of: &Measured, to: &Measured) -> Option<f64> {
    let ended = of.is_complete && of.failure.is_none();
    ended.then(|| (to.cycles.max(1) as f64 / of.cycles.max(1) as f64).ln())
}

/// The limit study of a program, which some programs are not for.
fn reconvergence(runs: &mut Runs<'_>, ask: &Ask) -> Result<Reconvergence, Error> {
    let pdom_over_oracle = match runs.result(ask) {
        Ok(result) => {
            let cycles = |scheme: &str| result.number(&format!("limit_study.{scheme}.cycles"));
            let quotient = cycles("pdom").zip(cycles("oracle"));
            let failure = || result.failure.clone().unwrap_or_default();
            quotient
                .map(|(pdom, oracle)| pdom / oracle)
                .ok_or_else(failure)
        }
        Err(error @ (Error::NotStudied { .. } | Error::Refused { .. })) => Err(error.to_string()),
        Err(Error::KernelRefused { title, error }) => Err(format!("{error} ({title})")),
        Err(error) => return Err(error),
    };
    Ok(Reconvergence { pdom_over_oracle })
}
