//! Scripts for ABC (EQU-9), and what it says.

use std::time::Duration;

/// Preparation before reachability: registers that are always equal are merged. The second attempt leaves this out, because
/// merging can hide what a proof needs.
pub(super) const UNBOUNDED: [&str; 2] = ["strash; lcorr; scorr", "strash"];
/// Search for signals that are always equal, then a short attempt with what is left.
pub(super) const SAME_SIGNALS: &str = "strash; lcorr; scorr; pdr -T 2";
/// Search for signals that are equal in the first cycle, until nothing is left of the question. Where both sides compare the words of
/// many entries, this takes a moment, and a solver by itself takes minutes.
pub(super) const SWEEP: &str = "strash; frames -i -F 1; &get; &fraig -x; &put; sat -C 1";

/// What ABC says of a netlist that it cannot read. It goes on to the end of its script, and ends as if nothing were wrong.
const REFUSALS: [&str; 2] = [
    "Reading network from file has failed",
    "Cannot open input file",
];

/// Whether ABC ended, and did not look at the question.
pub(super) fn is_refused(said: &str) -> bool {
    said.trim().is_empty() || REFUSALS.iter().any(|refusal| said.contains(refusal))
}

/// Script for bounded model checking of this many cycles, as far as time permits.
pub(super) fn bounded(cycles: u64, patience: Duration) -> String {
    format!("strash; bmc3 -F {cycles} -T {}", seconds(patience))
}

/// Script for a few cycles, with a solver that takes longer to start but succeeds more often.
pub(super) fn few(cycles: u64, patience: Duration) -> String {
    format!(
        "strash; &get; &bmcs -g -F {cycles} -T {}",
        seconds(patience)
    )
}

pub(super) fn seconds(patience: Duration) -> u64 {
    patience.as_secs().max(1)
}

/// The cycle in which ABC found the requested event.
pub(super) fn frame(said: &str) -> Option<u64> {
    let (_, behind) = said.split_once("was asserted in frame ")?;
    behind
        .trim_start()
        .split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

/// The number of cycles in which ABC found nothing.
pub(super) fn frames(said: &str) -> u64 {
    let found_nothing = ["No output asserted in ", "No output failed in "];
    let behind = found_nothing
        .into_iter()
        .find_map(|text| Some(said.rsplit_once(text)?.1));
    let number = behind.and_then(|text| text.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_netlist_that_cannot_be_read_is_refused() {
        let said = "Line 6: Latch does not have input name and output name.\n\
                    Reading network from file has failed.\n";
        assert!(is_refused(said) && is_refused(" \n"));
    }

    #[test]
    fn an_answer_has_a_cycle_or_cycles_without_events() {
        let found = "Output 11 was asserted in frame  3 (solved  1 out of 15 outputs).";
        let none = "No output failed in 2 frames.  Time =     0.00 sec";
        assert_eq!((frame(found), frame(none)), (Some(3), None));
        assert_eq!((frames(found), frames(none)), (0, 2));
        assert!(!is_refused(found) && !is_refused(none));
    }
}
