//! Progress of long work: a bar on a terminal, occasional lines elsewhere, nothing with `--json`.
//!
//! Everything goes to standard error. Short work shows nothing.

use crate::cli::Global;
use crate::console;
use heddle_study::Observer;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Work that ends sooner shows nothing.
const PATIENCE: Duration = Duration::from_millis(400);
/// How often a counter is polled.
const POLL: Duration = Duration::from_millis(100);
/// Time between two lines if there is no terminal.
const LINES: Duration = Duration::from_secs(10);

/// Progress of a piece of work. The display disappears when dropped.
///
/// ```ignore
/// let outcome = Progress::new(global, "cycles", None).watch(&counter, || work(&counter));
///
/// let progress = Progress::new(global, "mutants", Some(200));
/// progress.set(17);
/// ```
pub struct Progress {
    what: String,
    total: Option<u64>,
    start: Instant,
    shown: Shown,
}

enum Shown {
    Bar(ProgressBar),
    /// When the last line was printed.
    Lines(Mutex<Instant>),
    Nothing,
}

impl Progress {
    /// Progress of work that counts `what`, up to `total` if that is known.
    pub fn new(global: &Global, what: &str, total: Option<u64>) -> Self {
        let start = Instant::now();
        let shown = match () {
            () if global.json => Shown::Nothing,
            () if std::io::stderr().is_terminal() => Shown::Bar(bar(what, total)),
            () => Shown::Lines(Mutex::new(start)),
        };
        Self {
            what: what.into(),
            total,
            start,
            shown,
        }
    }

    /// Sets the number that is done. May be called from any thread.
    pub fn set(&self, done: u64) {
        if self.start.elapsed() < PATIENCE {
            return;
        }
        match &self.shown {
            Shown::Bar(bar) => {
                if bar.is_hidden() {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                }
                bar.set_position(done);
            }
            Shown::Lines(last) => {
                let mut last = last.lock().expect("nobody panics with it");
                if last.elapsed() >= LINES {
                    *last = Instant::now();
                    console::note(&line(&self.what, done, self.total, self.start.elapsed()));
                }
            }
            Shown::Nothing => {}
        }
    }

    /// Runs work that advances a counter, and shows the counter meanwhile.
    pub fn watch<T>(self, counter: &AtomicU64, work: impl FnOnce() -> T) -> T {
        if matches!(self.shown, Shown::Nothing) {
            return work();
        }
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel();
            scope.spawn(|| self.poll(counter, is_done));
            let result = work();
            drop(done);
            result
        })
    }

    /// Shows a counter until the work at the other end of the channel is done.
    fn poll(&self, counter: &AtomicU64, is_done: Receiver<()>) {
        while is_done.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
            self.set(counter.load(Ordering::Relaxed));
        }
    }
}

impl Observer for Global {
    fn waits(&self, folder: &Path) {
        console::note(&console::printable(&format!(
            "waiting for another run in {}",
            folder.display()
        )));
    }

    fn stage(&self, what: &str) {
        if !self.json {
            console::note(what);
        }
    }

    fn watch(&self, total: u64, done: &AtomicU64, work: &mut dyn FnMut()) {
        Progress::new(self, "runs", Some(total)).watch(done, work);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Shown::Bar(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

/// A new bar, not yet drawn.
fn bar(what: &str, total: Option<u64>) -> ProgressBar {
    let template = match total {
        Some(_) => "{wide_bar} {human_pos} of {human_len} {msg}, {rate}, {eta} left",
        None => "{spinner} {human_pos} {msg}, {rate}, {elapsed}",
    };
    let style = ProgressStyle::with_template(template).expect("a template that is tested");
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
    bar.set_style(style.progress_chars("━━ ").with_key("rate", rate));
    bar.set_message(what.to_owned());
    bar
}

fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    // Errors are ignored: the bar draws what was written.
    let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
}

fn line(what: &str, done: u64, total: Option<u64>, elapsed: Duration) -> String {
    let of = total
        .map(|total| format!(" of {total}"))
        .unwrap_or_default();
    format!("heddle: {done}{of} {what} after {} s", elapsed.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_valid() {
        bar("cycles", None).finish_and_clear();
        bar("mutants", Some(200)).finish_and_clear();
    }

    #[test]
    fn lines_say_how_far_it_is() {
        let ten = Duration::from_millis(10_400);
        assert_eq!(
            line("mutants", 7, Some(200), ten),
            "heddle: 7 of 200 mutants after 10 s"
        );
        assert_eq!(line("cycles", 7, None, ten), "heddle: 7 cycles after 10 s");
    }

    #[test]
    fn watched_work_gives_its_result() {
        let counter = AtomicU64::new(0);
        let shown = [Shown::Nothing, Shown::Lines(Mutex::new(Instant::now()))];
        for (before, shown) in (0..).zip(shown) {
            let progress = Progress {
                what: "steps".into(),
                total: None,
                start: Instant::now(),
                shown,
            };
            let step = || counter.fetch_add(1, Ordering::Relaxed);
            assert_eq!(progress.watch(&counter, step), before);
        }
    }
}
