//! Environment variables for tests with random programs: how many programs, and the first seed.

use std::env;

/// `COUNT,SEED` from an environment variable; without the variable, `otherwise`.
///
/// # Panics
/// If the variable has another form; the message states the required form.
pub fn count_and_seed(variable: &str, otherwise: (usize, u64)) -> (usize, u64) {
    let Some(asked) = env::var_os(variable) else {
        return otherwise;
    };
    let asked = asked.to_string_lossy();
    let numbers = parse(&asked);
    numbers.unwrap_or_else(|| panic!("{variable} is `{asked}`; give it COUNT,SEED, as in 2000,1"))
}

/// Parses `COUNT,SEED` with a count of at least one.
fn parse(asked: &str) -> Option<(usize, u64)> {
    let (count, seed) = asked.split_once(',')?;
    let count = count.parse().ok().filter(|count| *count > 0)?;
    Some((count, seed.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn count_and_seed_are_numbers() {
        assert_eq!(parse("2000,7"), Some((2000, 7)));
        for wrong in ["", "2000", "0,7", "2000,", "2000,x", "-1,7", "2000,7,1"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
