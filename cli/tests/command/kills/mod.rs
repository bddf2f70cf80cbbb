//! Every long command, ended at random moments: afterwards no process lives, and no file is left over.
//!
//! Each case runs undisturbed once, with folders of its own for its files, its cache and its temporary files. What a run that was
//! ended has there, beyond what the undisturbed run wrote, is left over: at once after SIGTERM and SIGINT, and after SIGKILL
//! once the same command has run again.

mod cases;
mod desk;

use cases::{CASES, Case};
use desk::Desk;
use heddle_machines::{Random, count_and_seed};
use std::sync::Mutex;
use std::thread;

/// The signals, by their names for `kill`.
const SIGNALS: [&str; 3] = ["TERM", "INT", "KILL"];

/// Ends a case at some moments with every signal; returns the number of runs that were ended.
fn check(case: &Case, moments: usize, seed: u64) -> usize {
    let whole = Desk::new(case);
    let time = whole.run();
    let written = whole.files();
    let mut random = Random::new(seed);
    for moment in 0..moments {
        for signal in SIGNALS {
            let desk = Desk::new(case);
            let after = time.mul_f64(f64::from(random.word()) / f64::from(u32::MAX));
            let place = format!(
                "{}: SIG{signal} {moment}, after {after:?}, seed {seed}",
                case.name
            );
            desk.end(signal, after, &place);
            if signal == "KILL" {
                desk.run_again(&place);
            }
            let files = desk.files();
            let left: Vec<_> = files.difference(&written).collect();
            assert!(left.is_empty(), "{place}: left over: {left:?}");
        }
    }
    moments * SIGNALS.len()
}

/// Moments that pass in a second or two, for commands that need no long preparation.
#[test]
fn quick_commands_that_are_ended_leave_nothing() {
    for case in CASES.iter().filter(|case| case.quick) {
        check(case, 1, 1);
    }
}

/// 20 moments by default; `HEDDLE_KILLS=MOMENTS,SEED` asks for others.
#[test]
#[ignore = "minutes; the night runs it"]
fn commands_that_are_ended_leave_nothing() {
    let (moments, seed) = count_and_seed("HEDDLE_KILLS", (20, 1));
    let waiting = Mutex::new(CASES.iter());
    let next = || waiting.lock().unwrap().next();
    let work = || {
        let cases = std::iter::from_fn(next);
        cases.map(|case| check(case, moments, seed)).sum::<usize>()
    };
    let ended: usize = thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        let ended = workers.map(|worker| worker.join().unwrap());
        ended.iter().sum()
    });
    println!("seed {seed}: {ended} runs were ended and left nothing");
}
