//! What a run prints while it runs.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

/// How many lines of a failed stage's output are shown, unless its output was shown live.
const LAST_LINES: usize = 40;

/// Where lines go: standard output, or standard error if standard output is for JSON.
#[derive(Debug)]
pub struct Console {
    json: bool,
    live: bool,
}

impl Console {
    /// With `live`, the stages' output is shown while they run.
    pub fn new(json: bool, live: bool) -> Self {
        Self { json, live }
    }

    /// Prints a line. Errors are ignored: the reader may have gone.
    pub fn line(&self, text: &str) {
        let _ = writeln!(self.out(), "{text}");
    }

    /// Where the stages' output goes while they run.
    pub fn live(&self) -> Box<dyn Write + Send> {
        match self.live {
            true => self.out(),
            false => Box::new(io::sink()),
        }
    }

    /// Shows that a stage starts: with a line, or on a terminal with a spinner that runs until it is dropped.
    pub fn start(&self, text: &str) -> Spinner {
        if self.json || self.live || !io::stderr().is_terminal() {
            self.line(text);
            return Spinner(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // A wrong template would leave the default style.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(text.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Spinner(Some(bar))
    }

    /// Prints the last lines of a log, unless its lines were shown live.
    pub fn end_of(&self, log: &Path) {
        let Ok(bytes) = std::fs::read(log) else {
            return;
        };
        if self.live {
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        for line in &lines[lines.len().saturating_sub(LAST_LINES)..] {
            self.line(&format!("    {line}"));
        }
    }

    fn out(&self) -> Box<dyn Write + Send> {
        match self.json {
            true => Box::new(io::stderr()),
            false => Box::new(io::stdout()),
        }
    }
}

/// Shows that a stage is running, and for how long.
#[derive(Debug)]
pub struct Spinner(Option<ProgressBar>);

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
