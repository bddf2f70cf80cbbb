//! How much a stage did, read from its output.

use regex::Regex;

/// The sum of the numbers that the pattern's group matches in a stage's output; `None` without a pattern.
///
/// # Errors
/// A match that is not a number, described in words.
pub fn count(pattern: Option<&Regex>, output: &str) -> Result<Option<u64>, String> {
    let Some(pattern) = pattern else {
        return Ok(None);
    };
    let mut sum = 0_u64;
    let lines = output.lines();
    for found in lines.flat_map(|line| pattern.captures_iter(line)) {
        let Some(text) = found.get(1) else { continue };
        let number = text.as_str().replace(['_', ','], "").parse::<u64>();
        let number = number.map_err(|_| format!("counted `{}`, no number", text.as_str()))?;
        sum = sum.saturating_add(number);
    }
    Ok(Some(sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_lines_are_summed() {
        let pattern = Regex::new(r"(\S+) passed").unwrap();
        let sum = |output| count(Some(&pattern), output);
        assert_eq!(sum("3 passed, 4 passed\n1_000 passed"), Ok(Some(1007)));
        assert_eq!(sum("nothing"), Ok(Some(0)));
        assert_eq!(count(None, "3 passed"), Ok(None));
        assert!(sum("all passed").unwrap_err().contains("`all`"));
    }
}
