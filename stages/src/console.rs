//! What a run says while it runs.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

/// Lines of the output of a failed stage that are shown when its output was not.
const LAST_LINES: usize = 40;

/// Where lines go: standard output, or standard error if that is for JSON.
#[derive(Debug)]
pub struct Console {
    json: bool,
    live: bool,
}

impl Console {
    /// With `live`, stages' output is shown as it comes.
    pub fn new(json: bool, live: bool) -> Self {
        Self { json, live }
    }

    /// Says a line; nobody has to read it.
    pub fn line(&self, text: &str) {
        let _ = writeln!(self.out(), "{text}");
    }

    /// Where stages' output goes as it comes.
    pub fn live(&self) -> Box<dyn Write + Send> {
        match self.live {
            true => self.out(),
            false => Box::new(io::sink()),
        }
    }

    /// A stage starts: a line, or what moves on a terminal until it is dropped.
    pub fn start(&self, text: &str) -> Spinner {
        if self.json || self.live || !io::stderr().is_terminal() {
            self.line(text);
            return Spinner(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        // A template that is wrong would leave the usual one.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(text.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Spinner(Some(bar))
    }

    /// The end of a log, unless its lines were shown.
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

/// Shows that work goes on, and for how long.
#[derive(Debug)]
pub struct Spinner(Option<ProgressBar>);

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
