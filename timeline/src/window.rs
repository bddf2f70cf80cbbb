//! Which cycles of a run are recorded, or which launches of a program.

use heddle_types::Cycle;
use std::fmt;
use std::str::FromStr;

/// Cycles `FROM..TO` of a run, or launches of a program: `FROM` is included, `TO` is not. Either may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first one.
    pub from: u64,
    /// The first one after the window.
    pub to: u64,
}

impl Window {
    /// Whether a cycle is one of these.
    pub(crate) fn contains(&self, cycle: Cycle) -> bool {
        (self.from..self.to).contains(&cycle.number())
    }
}

impl Default for Window {
    fn default() -> Self {
        Window {
            from: 0,
            to: 100_000,
        }
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

/// Text that does not name a window.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadWindow {
    /// The text is not a pair of numbers.
    #[error("expected FROM..TO, two numbers")]
    NoPair,
    /// The window contains nothing.
    #[error("nothing lies in it: FROM must be less than TO")]
    Empty,
}

impl FromStr for Window {
    type Err = BadWindow;

    fn from_str(text: &str) -> Result<Self, BadWindow> {
        let (from, to) = text.split_once("..").ok_or(BadWindow::NoPair)?;
        let number = |text: &str, otherwise| match text {
            "" => Ok(otherwise),
            text => text.parse().map_err(|_| BadWindow::NoPair),
        };
        let window = Window {
            from: number(from, 0)?,
            to: number(to, u64::MAX)?,
        };
        (window.from < window.to)
            .then_some(window)
            .ok_or(BadWindow::Empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_half_open_and_never_empty() {
        let parse = |text: &str| text.parse::<Window>();
        assert_eq!(parse("5..9"), Ok(Window { from: 5, to: 9 }));
        assert_eq!(
            parse("7.."),
            Ok(Window {
                from: 7,
                to: u64::MAX
            })
        );
        assert_eq!(parse("..9"), Ok(Window { from: 0, to: 9 }));
        assert_eq!(parse("9..9"), Err(BadWindow::Empty));
        assert_eq!(parse("9"), Err(BadWindow::NoPair));
        assert_eq!(parse("a..b"), Err(BadWindow::NoPair));
    }
}
