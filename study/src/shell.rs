//! Words of a command line for a shell.

use std::borrow::Cow;

/// A word as a shell has to read it: in single quotes, unless it has only characters that mean nothing to a shell.
pub fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(format!("'{}'", word.replace('\'', r"'\''"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_shell_reads_what_was_quoted() {
        for word in [
            "plain.toml",
            "",
            "two words",
            "it's",
            "$HOME \"x\" `y`",
            "a\nb",
            "-D N=1;",
        ] {
            let line = format!("printf %s {}", quoted(word));
            let output = Command::new("sh").args(["-c", &line]).output();
            assert_eq!(output.expect("a shell").stdout, word.as_bytes());
        }
        assert_eq!(quoted("core.warps=4"), "core.warps=4");
    }
}
