//! The reconvergence limit study of fung2009 (section 3.3, figures 6 and 7): how much better than at immediate post-dominators
//! could the threads of a warp reconverge, if the future instructions of each thread were known?
//!
//! The first threads of a launch are traced on the golden GPU (`trace`). The traces of each warp are aligned as well as possible
//! (`align`, `lcs`), and three schemes issue them on one ideal machine (`replay`, `barrier`): `nrec`, `pdom` and `oracle`, which
//! issues the columns of the alignment. The study gives issue slots and cycles, but no memory contents.
//!
//! Decisions where the paper is silent, and limits:
//!
//! * **A match is worth one, a gap nothing.** Different PCs never share a column, because they cannot issue together. The best
//!   alignment is therefore the one with the fewest issue slots.
//! * **One instruction of a warp is in flight**, as under `pdom`, also between two reconvergence points: better points do not
//!   split a warp into two.
//! * **All threads are resident** on one core, regardless of their blocks.
//! * **Long traces are cut** at `limit_study.trace` instructions of a thread, as if the thread ended there. All schemes issue the
//!   same instructions.
//! * **Wide warps** (more than the paper's four) are aligned closest first, which is not optimal: the computed gain is then a
//!   lower estimate.
//! * **Threads must behave the same regardless of timing**: a program with races, or one whose control flow depends on the clock
//!   or on an atomic's old value, may behave differently under another scheme.
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
use heddle_gpu_core::Code;
use replay::Deadlock;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Studies a launch of a job with the parameters of the machine's section `limit_study`. `limits` apply to recording the traces;
/// during recording, `clock` shows the current cycle.
///
/// # Errors
/// [`StudyError`] for a job that cannot be started, does not reach the end of the studied traces, or cannot be replayed.
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
