//! The reconvergence limit study of fung2009 (section 3.3, figures 6 and 7): how much better than
//! at immediate post-dominators could the threads of a warp come together again, if somebody knew
//! what each of them will do?
//!
//! The first threads of a launch are traced on the golden GPU (`trace`). The traces of each warp are
//! aligned as well as can be (`align`, `lcs`), and three schemes issue them on one ideal machine
//! (`replay`, `barrier`): `nrec`, `pdom` and `oracle`, which issues the columns of the alignment. It
//! yields slots and cycles, no memory.
//!
//! Decisions where the paper is silent, and limits:
//!
//! * **A match is worth one, a gap nothing**, and different PCs never share a column, because they
//!   cannot issue together: the best alignment is the one with the fewest issue slots.
//! * **One instruction of a warp is in flight**, as under `pdom`, also between two points of
//!   reconvergence: better points do not make a warp two.
//! * **All threads are resident** on one core, whatever their blocks.
//! * **Long traces are cut** at `limit_study.trace` instructions of a thread, as if it ended there.
//!   All schemes issue the same instructions.
//! * **Wide warps** (more than the paper's four) are aligned closest first, which is no optimum: the gain is
//!   then an estimate from below.
//! * **Threads must do the same whenever they run**: a program with races, or one that reads the clock
//!   or an atomic's old value to decide where it goes, may do otherwise under another scheme.

mod align;
mod barrier;
mod error;
mod lcs;
mod nrec;
mod oracle;
mod pdom;
mod replay;
mod report;
mod trace;

pub use error::StudyError;
pub use report::{Counts, LimitStudy};

use crate::error::Error;
use crate::gpu::Limits;
use crate::launch::Job;
use heddle_contract::{Config, require};
use heddle_core::Code;
use replay::Deadlock;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Studies a launch of a job with the parameters of the machine's section `limit_study`; `limits`
/// hold for recording the traces, during which the cycle is shown in `clock`.
///
/// # Errors
/// [`StudyError`] for a job that cannot be started, that does not get to the end of what is studied,
/// or that cannot be replayed.
pub fn study(
    config: &Config,
    job: &Job,
    limits: &Limits,
    clock: &Arc<AtomicU64>,
) -> Result<LimitStudy, StudyError> {
    let size = config.limit_study.warp_size;
    require("limit_study", "warp_size", size, 2..=config.core.warp_size).map_err(Error::from)?;
    let traces = trace::record(config, job, limits, clock)?;
    let code = Code::new(&job.program, &config.pipeline);
    let warps = replay::warps(&traces, size);
    let first = config.stack.first;
    let pdom = pdom::Pdom::new(&warps, &traces.words, &job.program, &code, first);
    let oracle = oracle::Oracle::new(&warps, &traces, &code);
    Ok(LimitStudy {
        nrec: run(
            "nrec",
            replay::replay(config, &code, &traces, nrec::Nrec::new(&warps)),
        )?,
        pdom: run("pdom", replay::replay(config, &code, &traces, pdom))?,
        oracle: run("oracle", replay::replay(config, &code, &traces, oracle))?,
        threads: traces.words.len(),
        truncated: traces.truncated,
    })
}

fn run(scheme: &'static str, result: Result<Counts, Deadlock>) -> Result<Counts, StudyError> {
    result.map_err(|Deadlock { thread }| StudyError::Deadlock { scheme, thread })
}
