//! How generated files fit into a design of somebody else, on the command line.

use clap::Args;

/// Characters of a prefix; file systems take names of 255.
const LONGEST_PREFIX: usize = 64;

/// Options that say what modules are called, and what stands around them.
#[derive(Clone, Debug, Args)]
pub struct PackageOptions {
    /// Put this in front of the name of every module and file, memory wrappers included.
    #[arg(long, value_name = "TEXT", value_parser = prefix)]
    pub prefix: Option<String>,
    /// Name modules after their configuration: several of one unit fit into one design.
    ///
    /// Each parameter is the shortest beginning of its name that no other one shares, and its value,
    /// in the order of the header's Config: warp_pool_w128_l32_t10_p24. Where that takes more than 24
    /// characters, eight digits of a digest of the parameters stand there. Options such as
    /// --reset async follow. A module that several folders hold is compiled once.
    #[arg(long)]
    pub name_by_config: bool,
    /// Begin every Verilog file with a `timescale, such as 1ns/1ps.
    #[arg(long, value_name = "UNIT/PRECISION", value_parser = timescale)]
    pub timescale: Option<String>,
}

/// What a name in Verilog begins with.
fn prefix(text: &str) -> Result<String, String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_';
    match text.starts_with(begins) && text.chars().all(is_word) && text.len() <= LONGEST_PREFIX {
        true => Ok(text.into()),
        false => Err(format!(
            "expected letters, digits and underscores, no digit first, at most {LONGEST_PREFIX}"
        )),
    }
}

/// Unit and precision of time, as IEEE 1364 has them: the precision is no coarser than the unit.
fn timescale(text: &str) -> Result<String, String> {
    let parts = text.split_once('/');
    let parts = parts.map(|(unit, precision)| (unit.trim(), precision.trim()));
    match parts.map(|(unit, precision)| (power_of_ten(unit), power_of_ten(precision))) {
        Some((Some(unit), Some(precision))) if precision <= unit => {
            Ok(text.split_whitespace().collect())
        }
        Some((Some(_), Some(_))) => Err("the precision is coarser than the unit".into()),
        _ => Err("expected two times of 1, 10 or 100 s, ms, us, ns, ps or fs: 1ns/1ps".into()),
    }
}

/// The exponent of a time in seconds.
fn power_of_ten(time: &str) -> Option<i32> {
    let digits = time.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = time.split_at(digits);
    let number = ["1", "10", "100"]
        .iter()
        .position(|known| *known == number)?;
    let units = ["s", "ms", "us", "ns", "ps", "fs"];
    let unit = units.iter().position(|known| *known == unit.trim_start())?;
    Some(number as i32 - 3 * unit as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_standard() {
        assert_eq!(timescale("1ns/1ps").unwrap(), "1ns/1ps");
        assert_eq!(timescale("10 us / 100 ns").unwrap(), "10us/100ns");
        for wrong in [
            "",
            "1ns",
            "1ps/1ns",
            "2ns/1ps",
            "1ns/1as",
            "ns/ps",
            "1ns/1ps/1fs",
        ] {
            assert!(timescale(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_prefix_begins_a_name() {
        assert_eq!(prefix("gpu0_").unwrap(), "gpu0_");
        for wrong in ["", "0gpu_", "gpu-", "gpu.", "größe", &"a".repeat(65)] {
            assert!(prefix(wrong).is_err(), "{wrong}");
        }
    }
}
