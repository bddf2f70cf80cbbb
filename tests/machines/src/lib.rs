//! The machines of the tests.
//!
//! A test takes a preset as shipped ([`shipped`]). A test that changes a machine states the reason there, and names its twin,
//! which tests the same claim on presets as shipped:
//!
//! ```
//! use heddle_machines::{because, changed, shipped};
//!
//! let paper = shipped("fung2009");
//! let why = because("cores are alike, and RTL is slow").twin("nightly: in-loop-shipped");
//! let one_core = changed("fung2009", &["cores=1"], why);
//! assert_eq!((paper.cores, one_core.cores), (16, 1));
//! ```
//!
//! A twin is a test, by its module and name (`workloads::on_the_machine_of_fung2009`), or a stage of `scripts/nightly.toml`
//! (`nightly: shipped`). A test of the workspace (`across::twins`) finds the calls of [`Because::twin`] in the sources and checks
//! that these twins exist.
//!
//! Tests that write random programs share the source of their draws ([`Random`]), the number of programs ([`count_and_seed`]),
//! and the host's threads ([`on_all_threads`]).
#![forbid(unsafe_code)]

mod all_threads;
mod asked;
mod cases;
mod random;
mod thorough;

pub use all_threads::on_all_threads;
pub use asked::count_and_seed;
pub use cases::{asked_cases, cases};
pub use random::Random;
pub use thorough::{drawn, part, seed_of_night, share_of, thorough};

use heddle_contract::Config;
use heddle_contract::config::{Source, Target};
use std::path::Path;

/// Why a machine differs from a preset as shipped. Made by [`Because::twin`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Why {
    reason: &'static str,
    twin: &'static str,
}

impl Why {
    /// The purpose of the change.
    pub const fn reason(&self) -> &'static str {
        self.reason
    }

    /// The test or the nightly stage that uses presets as shipped.
    pub const fn twin(&self) -> &'static str {
        self.twin
    }
}

/// The reason of a change, with its twin still to be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a changed machine has a twin"]
pub struct Because(&'static str);

/// Starts a [`Why`] with its reason.
///
/// # Panics
/// If the reason is empty.
pub const fn because(reason: &'static str) -> Because {
    assert!(
        !reason.trim_ascii().is_empty(),
        "a changed machine has a reason"
    );
    Because(reason)
}

impl Because {
    /// Names the twin: `module::test`, or `nightly: stage`. It must be a literal, so that it can be found in the source.
    ///
    /// # Panics
    /// If the name is empty.
    pub const fn twin(self, twin: &'static str) -> Why {
        assert!(
            !twin.trim_ascii().is_empty(),
            "a changed machine has a twin"
        );
        Why {
            reason: self.0,
            twin,
        }
    }
}

/// A preset as shipped.
///
/// # Panics
/// If the preset does not exist; the message lists the existing ones.
pub fn shipped(preset: &str) -> Config {
    Config::preset(preset).unwrap_or_else(|error| panic!("{error}"))
}

/// A preset with the latencies that a target recommends: the shipped machine for those who build it for that target.
///
/// # Panics
/// If the preset does not exist, or the target's latencies do not fit it.
pub fn shipped_for(preset: &str, target: Target) -> Config {
    let source = Source::Preset(preset.into());
    Config::load_for(&source, Some(target), &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// A preset with changes (`section.key=value`), in order.
///
/// # Panics
/// If the preset does not exist, or a change is refused; the message includes the reason of the change.
pub fn changed(preset: &str, changes: &[&str], why: Why) -> Config {
    load(&Source::Preset(preset.into()), None, changes, why)
}

/// A preset with the latencies that a target recommends, and with changes.
///
/// # Panics
/// If the preset does not exist, or the latencies or a change are refused.
pub fn changed_for(preset: &str, target: Target, changes: &[&str], why: Why) -> Config {
    load(&Source::Preset(preset.into()), Some(target), changes, why)
}

/// The machine of a TOML file.
///
/// # Panics
/// If the file is missing or refused.
pub fn file(path: impl AsRef<Path>, why: Why) -> Config {
    load(&Source::File(path.as_ref().into()), None, &[], why)
}

fn load(source: &Source, target: Option<Target>, changes: &[&str], why: Why) -> Config {
    let changes: Vec<String> = changes.iter().map(|change| (*change).into()).collect();
    Config::load_for(source, target, &changes)
        .unwrap_or_else(|error| panic!("{error} (changed because: {})", why.reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHY: Why = because("this test").twin("tests::presets_are_as_they_are_shipped");

    #[test]
    fn presets_are_as_they_are_shipped() {
        for (name, _) in heddle_contract::config::PRESETS {
            assert_eq!(shipped(name), changed(name, &[], WHY));
        }
    }

    #[test]
    fn changes_are_applied_in_order() {
        let changes = ["cores=2", "core.warps=8", "cores=3"];
        let config = changed("tiny", &changes, WHY);
        assert_eq!((config.cores, config.core.warps), (3, 8));
    }

    #[test]
    #[should_panic(expected = "collange2011")]
    fn an_unknown_preset_is_refused_with_what_there_is() {
        shipped("fermi");
    }

    #[test]
    #[should_panic(expected = "(changed because: this test)")]
    fn a_change_that_is_refused_is_told_with_its_reason() {
        changed("tiny", &["core.warps=0"], WHY);
    }

    #[test]
    #[should_panic(expected = "has a reason")]
    fn no_reason_is_no_reason() {
        let _ = because(" ");
    }
}
